// The adapter as a Cloudflare Worker, in Cloudflare's own runtime.
import { expect } from 'chai';
import type * as Runtime from 'miniflare';
import { requestOf, revisions } from '../../server/mcp/adapter.ts';
import type { Answer, Json, Revision } from '../../server/mcp/adapter.ts';
import { base, filesOf } from '../../server/mcp/site.ts';
import { bundle } from '../../server/mcp/worker-bundle.ts';
import { load } from './installed.ts';

describe('the adapter in the runtime of Workers', () => {
  let runtime: typeof Runtime;
  let script: string;
  before(async function () {
    runtime = await load(this, () => import('miniflare'));
    script = (await bundle(['server/mcp/worker.ts'])).text;
  });

  describe('of a site', () => {
    let worker: Runtime.Miniflare;
    let files: Map<string, string>;
    const asked: string[] = [];
    let state: 'alive' | 'dead' = 'alive';
    before(async () => {
      files = await filesOf();
      worker = new runtime.Miniflare({
        modules: true,
        script,
        compatibilityDate: '2026-04-01',
        bindings: { SITE_URL: base, ALLOWED_ORIGINS: 'https://app.example' },
        outboundService: (request: { url: string }) => {
          asked.push(request.url);
          if (state === 'dead') return new runtime.Response('down', { status: 503 });
          const text = files.get(new URL(request.url).pathname.replace(/^\/blog/, ''));
          return text === undefined
            ? new runtime.Response('', { status: 404 })
            : new runtime.Response(text, { headers: { etag: '"1"' } });
        },
      });
      await worker.ready;
    });
    after(() => worker.dispose());

    async function ask(method: string, params: Record<string, unknown>, revision: Revision): Promise<Answer> {
      const { headers, body } = requestOf(method, params, { revision });
      const response = await worker.dispatchFetch('https://mcp.example/mcp', { method: 'POST', headers, body });
      return (await response.json()) as Answer;
    }

    for (const revision of revisions) {
      it(`serves ${revision}`, async () => {
        const manifest = JSON.parse(files.get('/api/mcp.json')!);
        expect((await ask('tools/list', {}, revision)).result.tools).to.deep.equal(manifest.tools);
        const found = await ask('tools/call', { name: 'search_posts', arguments: { query: '跳表' } }, revision);
        expect(found.result.content[0].text).to.match(/^slug: algo-long$/m);
        const post = await ask(
          'tools/call',
          { name: 'get_post', arguments: { slug: 'algo-long', section: '令--为距离' } },
          revision,
        );
        expect(post.result.content[0].text).to.match(/^## 令 \$x\^2\$ 为距离/);
        const prompt = await ask('prompts/get', { name: 'prompt-review', arguments: { language: 'Go' } }, revision);
        expect(prompt.result.messages[0].content.text).to.contain('Go');
        const uri = `${base}/api/posts/algo-long.md`;
        const read = await ask('resources/read', { uri }, revision);
        expect(read.result.contents[0].text).to.equal(files.get('/api/posts/algo-long.md'));
      });
    }

    it('accepts a handshake, and answers server/discover without a handshake', async () => {
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
      expect((await ask('initialize', params, '2025-06-18')).result.protocolVersion).to.equal('2025-06-18');
      expect((await ask('server/discover', {}, '2026-07-28')).result.supportedVersions).to.deep.equal(['2026-07-28']);
    });

    it('answers many requests at once, each with its own result', async () => {
      const calls = Array.from({ length: 30 }, (_, index) =>
        ask('resources/read', { uri: `${base}/api/posts/algo-n${index}x.md` }, revisions[index % 4]!),
      );
      const answers = await Promise.all(calls);
      answers.forEach(({ result }: Json, index) => expect(result.contents[0].text).to.contain(`正文 ${index}。`));
    });

    it('applies the rules for methods, bodies and origins', async () => {
      const send = (init: object): Promise<{ status: number }> => worker.dispatchFetch('https://mcp.example/mcp', init);
      expect((await send({ method: 'GET' })).status).to.equal(405);
      expect((await send({ method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' })).status).to.equal(
        415,
      );
      const json = { 'content-type': 'application/json' };
      expect((await send({ method: 'POST', headers: json, body: ' '.repeat(1024 * 1024 + 1) })).status).to.equal(413);
      const { headers, body } = requestOf('tools/list');
      const from = async (origin: string): Promise<number> =>
        (await send({ method: 'POST', headers: { ...headers, origin }, body })).status;
      expect(await from('https://evil.example')).to.equal(403);
      for (const origin of ['https://e.example', 'https://app.example', 'http://localhost:6274'])
        expect(await from(origin)).to.equal(200);
      const line = await (await worker.dispatchFetch('https://mcp.example/')).text();
      expect(line).to.contain('双声道');
    });

    it('asks the site for each file at most once a minute, and serves cached files while the site is down', async () => {
      await ask('tools/list', {}, '2026-07-28');
      state = 'dead';
      const before = asked.length;
      for (const revision of revisions)
        expect((await ask('resources/list', {}, revision)).result.resources).to.have.lengthOf(100);
      expect(asked.length).to.equal(before);
      state = 'alive';
    });

    it('sends requests only to the site', () => {
      expect(asked.every((url) => url.startsWith(`${base}/`))).to.equal(true);
    });
  });

  it('reports a missing SITE_URL', async () => {
    const worker = new runtime.Miniflare({ modules: true, script, compatibilityDate: '2026-04-01' });
    const response = await worker.dispatchFetch('https://mcp.example/mcp', { method: 'POST', body: '{}' });
    expect(response.status).to.equal(500);
    expect(await response.text()).to.contain('SITE_URL');
    await worker.dispose();
  });
});
