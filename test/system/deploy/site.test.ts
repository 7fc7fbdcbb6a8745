// The included nginx.conf in front of a complete site and its adapter: the answers to readers, agents and caches.
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { toFile } from '#pdc/site/paths';
import { verify } from '../../../tasks/verify.ts';
import { freePort } from '../../support/ports.ts';
import { writeFiles } from '../../support/articles.ts';
import { startHttp, stop } from '../../server/mcp/adapter-process.ts';
import { publish, toSite, articles } from '../../tasks/verify/site.ts';
import { host, send } from './installation.ts';
import type { Answer, Call } from './installation.ts';
import { startNginx } from './nginx.ts';
import type { Nginx } from './nginx.ts';

const page = '/posts/ai-first-steps/';
const md = '/api/posts/ai-first-steps.md';
/** The bytes that a client with gzip gets. */
const getCompressed = (port: number, target: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const headers = { host, 'accept-encoding': 'gzip' };
    request(
      { host: '127.0.0.1', port, path: target, servername: host, rejectUnauthorized: false, headers },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)));
      },
    )
      .on('error', reject)
      .end();
  });
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe('the shipped nginx.conf in front of a site', () => {
  const files = publish(articles, toSite(`https://${host}`));
  const texts = Object.fromEntries([...files].map(([at, bytes]) => [toFile(at), Buffer.from(bytes).toString()]));
  let nginx: Nginx;
  let folder: string;
  let adapter: Awaited<ReturnType<typeof startHttp>>;
  const get = (target: string, headers: Call['headers'] = {}): Promise<Answer> =>
    send(nginx.https, 'GET', target, { headers });

  before(async function () {
    this.timeout(60_000);
    const mcp = await freePort();
    const digest = 'images/photo.0f343b0931126a20.svg';
    nginx = await startNginx(this, {
      ports: [await freePort(), await freePort(), await freePort()],
      mcp,
      site: {
        ...texts,
        [digest]: '<svg/>',
        'images/20260101.svg': '<svg/>',
        ...Object.fromEntries(
          ['demo.html', 'demo.shtml', 'box/index.html'].map((name) => [`posts/ai-first-steps/${name}`, '<p></p>']),
        ),
        // Compressed beforehand; the content shows which file was served.
        'llms-full.txt.gz': gzipSync('compressed beforehand\n'),
        // Next to the site, where nginx.conf looks for it.
        '../titles.map': `/ai-first-steps "; title*=UTF-8''%E4%B8%80";\n`,
      },
    });
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-site-'));
    writeFiles(folder, texts);
    adapter = await startHttp(['--site', folder, '--port', String(mcp)]);
  });
  after(async () => {
    if (adapter) await stop(adapter.child);
    await nginx?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('passes verify, which checks types, caching, negotiation and 404', async () => {
    const call = async (at: string, headers: Call['headers'] = {}) => {
      const answer = await get(encodeURI(at), headers);
      const said = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
      return { status: answer.status, headers: new Headers(said), bytes: Buffer.from(answer.text) };
    };
    const { findings } = await verify(
      async (at) => {
        const { status, headers, bytes } = await call(at);
        return status === 200 ? { bytes, headers, type: headers.get('content-type')!.split(';')[0]! } : undefined;
      },
      { kind: 'address', probe: call },
    );
    // The address of the site is an example, which causes a warning.
    expect(findings.map(({ severity, rule }) => `${severity} ${rule}`)).to.deep.equal(['warn base']);
  });

  for (const [accept, isMarkdown] of [
    ['text/markdown', true],
    ['text/markdown, text/html, */*', true],
    ['text/html, text/markdown;q=1.0', true],
    ['text/markdown;charset=utf-8', true],
    ['text/markdown;q=0.5', true],
    [browser, false],
    ['*/*', false],
    ['', false],
    ['text/markdown;q=0, text/html', false],
    ['text/html, text/markdown;q=0.9', false],
    ['text/markdown-x', false],
  ] as const) {
    it(`serves ${isMarkdown ? 'Markdown' : 'a page'} to a reader that accepts ${accept === '' ? 'anything' : accept}`, async () => {
      const { status, headers, text } = await get(page, accept === '' ? {} : { accept });
      expect(status).to.equal(200);
      expect(headers['content-type']).to.equal(`text/${isMarkdown ? 'markdown' : 'html'}; charset=utf-8`);
      expect(text).to.equal(files.get(isMarkdown ? md : page)!.toString());
      expect(headers.vary).to.match(/\bAccept\b(?!-)/);
      expect(headers['x-content-type-options']).to.equal('nosniff');
    });
  }

  const llms = '</llms.txt>; rel="describedby"; type="text/plain"';

  it('serves Markdown for an address with .md at its end, with links to the page and to llms.txt', async () => {
    for (const behind of ['.md', '/.md', '/index.md', '/index.html.md']) {
      const { status, headers, text } = await get(page.replace(/\/$/, behind), { accept: browser });
      expect([status, headers['content-type'], text], behind).to.deep.equal([
        200,
        'text/markdown; charset=utf-8',
        files.get(md)!.toString(),
      ]);
      expect(headers.link).to.equal(`${llms}, <https://${host}${page}>; rel="canonical"; title*=UTF-8''%E4%B8%80`);
      expect(headers.vary ?? '').to.not.match(/\bAccept\b(?!-)/);
    }
    const locked = await get('/posts/skill-locked.md');
    expect(locked.text).to.equal('<!-- This post is encrypted. Content is not available. -->');
    expect(locked.headers.link).to.equal(`${llms}, <https://${host}/posts/skill-locked/>; rel="canonical"`);
    for (const at of [page, '/', '/api/index.json', '/gone/']) expect((await get(at)).headers.link, at).to.equal(llms);
    for (const at of ['/posts/gone.md', '/posts/.md', '/tags.md']) expect((await get(at)).status, at).to.equal(404);
  });

  it('sends Vary: Accept only for addresses that negotiate', async () => {
    expect((await get(md)).headers.vary).to.not.match(/\bAccept\b(?!-)/);
    const absent = await get('/posts/gone/', { accept: 'text/markdown' });
    expect(absent.status).to.equal(404);
    expect(absent.headers.vary).to.match(/\bAccept\b(?!-)/);
  });

  it('answers 304 for cached files, and allows permanent caching only for files with a digest in their name', async () => {
    const { headers } = await get('/api/index.json');
    expect(headers['cache-control']).to.equal('no-cache');
    const again = await get('/api/index.json', { 'if-none-match': headers.etag! });
    expect(again.status).to.equal(304);
    const digest = await get('/images/photo.0f343b0931126a20.svg');
    expect(digest.headers['cache-control']).to.equal('public, max-age=31536000, immutable');
    expect((await get('/images/20260101.svg')).headers['cache-control']).to.equal('no-cache');
  });

  it('forbids the scripts of an SVG that is opened by itself', async () => {
    const policyOf = async (target: string) => (await get(target)).headers['content-security-policy'];
    expect(await policyOf('/images/20260101.svg')).to.equal("frame-ancestors 'self'; sandbox");
    expect(await policyOf('/')).to.equal("frame-ancestors 'self'");
    // If the file does not exist, people get a page.
    expect(await policyOf('/images/gone.svg')).to.equal("frame-ancestors 'self'");
  });

  it('sandboxes the documents beside an article, also at the address of a folder, and not the article', async () => {
    const policyOf = async (target: string) => (await get(target)).headers['content-security-policy'];
    for (const at of ['demo.html', 'demo%2ehtml', 'demo.shtml', 'box/', 'box/index.html'])
      expect(await policyOf(page + at), at).to.equal("frame-ancestors 'self'; sandbox allow-scripts allow-forms");
    for (const at of ['', 'index.html', 'gone/'])
      expect(await policyOf(page + at), at).to.equal("frame-ancestors 'self'");
    const { etag } = (await get(`${page}box/`)).headers;
    const again = await get(`${page}box/`, { 'if-none-match': etag! });
    expect([again.status, again.headers['content-security-policy']]).to.deep.equal([
      304,
      "frame-ancestors 'self'; sandbox allow-scripts allow-forms",
    ]);
  });

  it('sends the compressed file that is next to a file, or else compresses the file while sending', async () => {
    expect(gunzipSync(await getCompressed(nginx.https, '/llms-full.txt')).toString()).to.equal(
      'compressed beforehand\n',
    );
    expect(gunzipSync(await getCompressed(nginx.https, '/api/search/index.json')).toString()).to.equal(
      files.get('/api/search/index.json')!.toString(),
    );
    expect((await get('/llms-full.txt')).text).to.equal(files.get('/llms-full.txt')!.toString());
  });

  it('answers 404 with a page for people, and with a line for machines', async () => {
    const people = await get('/gone/');
    expect(people.status).to.equal(404);
    expect(people.text).to.equal(files.get('/404.html')!.toString());
    for (const at of ['/api/posts/gone.json', '/api/gone', '/api/posts/']) {
      const { status, headers, text } = await get(at);
      expect(status, at).to.be.oneOf([403, 404]);
      expect(headers['content-type'], at).to.match(/^text\/(plain|html)/);
      expect(text.length, at).to.be.below(200);
    }
    expect((await get('/api/posts/gone.json')).headers['content-type']).to.equal('text/plain; charset=utf-8');
  });

  it('passes /mcp on to the adapter, which refuses other origins and large bodies', async () => {
    const ping = { json: { jsonrpc: '2.0', id: 1, method: 'ping' }, headers: { accept: 'application/json' } };
    const answer = await send(nginx.https, 'POST', '/mcp', ping);
    expect(answer.status).to.equal(200);
    expect(answer.headers['cache-control']).to.equal('no-store');
    const origin = (name: string) => ({ ...ping, headers: { ...ping.headers, origin: name } });
    expect((await send(nginx.https, 'POST', '/mcp', origin(`https://${host}`))).status).to.equal(200);
    expect((await send(nginx.https, 'POST', '/mcp', origin('https://evil.example'))).status).to.equal(403);
    expect((await get('/mcp')).status).to.equal(405);
    const large = await send(nginx.https, 'POST', '/mcp', { json: { a: 'x'.repeat(1_060_000) } });
    expect(large.status).to.equal(413);
    expect(large.headers['content-type']).to.match(/^application\/json/);
  });
});
