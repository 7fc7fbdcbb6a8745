// The adapter as a Cloudflare Worker, in Cloudflare's own runtime.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { Miniflare, Response as WorkerResponse } from 'miniflare';
import { repository } from '../../support/command.ts';
import { requestOf, revisions } from '../../server/mcp/adapter.ts';
import type { Answer, Json, Revision } from '../../server/mcp/adapter.ts';
import { base, filesOf } from '../../server/mcp/site.ts';
import { bundle } from './worker-bundle.ts';
import type { Bundle } from './worker-bundle.ts';

const entrance = 'server/mcp/worker.ts';

describe('the adapter as a Worker', () => {
  let bundled: Bundle;
  before(async () => (bundled = await bundle([entrance])));

  describe('under miniflare', () => {
    let worker: Miniflare;
    let files: Map<string, string>;
    const asked: string[] = [];
    let state: 'alive' | 'dead' = 'alive';
    before(async () => {
      files = await filesOf();
      worker = new Miniflare({
        modules: true,
        script: bundled.text,
        compatibilityDate: '2026-04-01',
        bindings: { SITE_URL: base, ALLOWED_ORIGINS: 'https://app.example' },
        outboundService: (request: { url: string }) => {
          asked.push(request.url);
          if (state === 'dead') return new WorkerResponse('down', { status: 503 });
          const text = files.get(new URL(request.url).pathname.replace(/^\/blog/, ''));
          return text === undefined
            ? new WorkerResponse('', { status: 404 })
            : new WorkerResponse(text, { headers: { etag: '"1"' } });
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
        expect(found.result.structuredContent.posts[0].slug).to.equal('algo-long');
        const post = await ask(
          'tools/call',
          { name: 'get_post', arguments: { slug: 'algo-long', section: '令--为距离' } },
          revision,
        );
        expect(post.result.structuredContent.content).to.match(/^## 令 \$x\^2\$ 为距离/);
        const prompt = await ask('prompts/get', { name: 'prompt-review', arguments: { language: 'Go' } }, revision);
        expect(prompt.result.messages[0].content.text).to.contain('Go');
        const uri = `${base}/api/posts/algo-long.md`;
        const read = await ask('resources/read', { uri }, revision);
        expect(read.result.contents[0].text).to.equal(files.get('/api/posts/algo-long.md'));
      });
    }

    it('shakes hands, and is discovered without', async () => {
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
      expect((await ask('initialize', params, '2025-06-18')).result.protocolVersion).to.equal('2025-06-18');
      expect((await ask('server/discover', {}, '2026-07-28')).result.supportedVersions).to.deep.equal(['2026-07-28']);
    });

    it('answers many at once, each its own', async () => {
      const calls = Array.from({ length: 30 }, (_, index) =>
        ask('resources/read', { uri: `${base}/api/posts/algo-n${index}x.md` }, revisions[index % 4]!),
      );
      const answers = await Promise.all(calls);
      answers.forEach(({ result }: Json, index) => expect(result.contents[0].text).to.contain(`正文 ${index}。`));
    });

    it('keeps the rules on methods, bodies and origins', async () => {
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

    it('asks the site for each file once a minute at most, and outlives it', async () => {
      await ask('tools/list', {}, '2026-07-28');
      state = 'dead';
      const before = asked.length;
      for (const revision of revisions)
        expect((await ask('resources/list', {}, revision)).result.resources).to.have.lengthOf(100);
      expect(asked.length).to.equal(before);
      state = 'alive';
    });

    it('asks no host but the site', () => {
      expect(asked.every((url) => url.startsWith(`${base}/`))).to.equal(true);
    });
  });

  it('says what it lacks without SITE_URL', async () => {
    const worker = new Miniflare({ modules: true, script: bundled.text, compatibilityDate: '2026-04-01' });
    const response = await worker.dispatchFetch('https://mcp.example/mcp', { method: 'POST', body: '{}' });
    expect(response.status).to.equal(500);
    expect(await response.text()).to.contain('SITE_URL');
    await worker.dispose();
  });

  it('reaches no built-in module of Node, through any package', () => {
    expect(Object.keys(bundled.inputs)).to.include(entrance);
    expect(builtInsOf(bundled)).to.deep.equal([]);
  });

  it('shares the core with the build, which reaches none either', async () => {
    const rooms = readdirSync(path.join(repository, 'tasks/pdc'))
      .filter((name) => /(?<!\.d)\.ts$/.test(name))
      .map((name) => `tasks/pdc/${name}`);
    const core = await bundle(rooms, { packages: 'external' });
    expect(Object.keys(core.inputs)).to.include.members(rooms);
    expect(builtInsOf(core)).to.deep.equal([]);
  });

  it('fails here for a room that does reach one', async () => {
    const failure = await bundle(['server/mcp/site/folder.ts']).catch((error: Error) => error.message);
    expect(failure).to.contain('node:fs');
  });

  it('fits a Worker: under 1 MB when compressed, of 3 that the smallest plan takes', () => {
    const size = gzipSync(bundled.text, { level: 9 }).length;
    process.stdout.write(`      ${Math.round(size / 1000)} kB gzip\n`);
    expect(size).to.be.below(1_000_000);
  });

  it('is what wrangler.jsonc deploys', () => {
    const text = readFileSync(path.join(repository, 'server/mcp/wrangler.jsonc'), 'utf8');
    const config = JSON.parse(text.replace(/^\s*\/\/.*$/gm, '').replace(/,(\s*[}\]])/g, '$1')) as Json;
    expect(existsSync(path.join(repository, 'server/mcp', config.main))).to.equal(true);
    expect(config.vars).to.have.all.keys('SITE_URL', 'ALLOWED_ORIGINS');
    expect(config.compatibility_flags).to.deep.equal([]);
  });
});

/** Built-in modules among everything that was imported. */
function builtInsOf({ inputs }: Bundle): string[] {
  const builtIns = new Set(builtinModules);
  const imported = Object.values(inputs).flatMap(({ imports }) => imports.map((one) => one.path));
  return imported.filter((name) => name.startsWith('node:') || builtIns.has(name));
}
