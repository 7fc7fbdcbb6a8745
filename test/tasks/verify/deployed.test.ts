// What verify asks of a host and of an adapter: a good one is clean, and one thing that either does wrong is named.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createEndpoint } from '../../../server/mcp/entrances/endpoint.ts';
import { listen } from '../../../server/mcp/entrances/http.ts';
import { openSite } from '../../../server/mcp/site/site.ts';
import { askAdapter } from '../../../tasks/verify/site/ask.ts';
import type { HostResponse, Probe } from '../../../tasks/verify/site/source.ts';
import type { Finding } from '../../../tasks/verify/site/finding.ts';
import { edit, findingsOf as findingsIn, publish, reseal } from './site.ts';
import type { Files } from './site.ts';

// The newest that is not encrypted: the one that verify asks for.
const page = '/posts/prompt-reviewer/';
const md = '/api/posts/prompt-reviewer.md';
const index = '/api/index.json';

type Request = { readonly path: string; readonly headers: Headers };

/** A host that does everything right. */
function answer(files: Files, { path, headers: asked }: Request): HostResponse {
  const wantsMarkdown = path === page && /^text\/markdown(?!;q=0)/.test(asked.get('accept') ?? '');
  const bytes = files.get(wantsMarkdown ? md : path);
  if (!bytes) return { status: 404, headers: new Headers({ 'content-type': 'text/html' }), bytes: Buffer.from('none') };
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  const headers = new Headers({
    'content-type': wantsMarkdown ? 'text/markdown; charset=utf-8' : typeOf(path),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    vary: 'Accept, Accept-Encoding',
    etag,
  });
  return asked.get('if-none-match') === etag
    ? { status: 304, headers, bytes: Buffer.alloc(0) }
    : { status: 200, headers, bytes };
}

function typeOf(path: string): string {
  const types: Readonly<Record<string, string>> = {
    json: 'application/json; charset=utf-8',
    md: 'text/markdown; charset=utf-8',
    txt: 'text/plain; charset=utf-8',
    xml: 'application/xml',
  };
  return path === '/atom.xml' ? 'application/atom+xml' : (types[path.split('.').at(-1)!] ?? 'text/html; charset=utf-8');
}

type Spoil = (request: Request, good: HostResponse) => HostResponse | undefined;

/** The findings of a host that spoils some answers. */
async function findingsOf(spoil: Spoil): Promise<readonly Finding[]> {
  const files = publish();
  const probe: Probe = async (path, headers = {}) => {
    const request = { path, headers: new Headers(headers) };
    const good = answer(files, request);
    return spoil(request, good) ?? good;
  };
  return findingsIn(
    async (path) => {
      const { status, bytes, headers } = await probe(path);
      return status === 200 ? { bytes, headers, type: headers.get('content-type')!.split(';')[0]! } : undefined;
    },
    { kind: 'address', probe },
  );
}

const withHeaders = (good: HostResponse, changes: Readonly<Record<string, string | undefined>>): HostResponse => {
  const headers = new Headers(good.headers);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  return { ...good, headers };
};
/** Changes what is said with one file, or with all. */
const saying =
  (changes: Readonly<Record<string, string | undefined>>, only?: string): Spoil =>
  ({ path }, good) =>
    good.status === 404 || (only !== undefined && path !== only) ? undefined : withHeaders(good, changes);

const spoilt: readonly (readonly [what: string, spoil: Spoil, at: string, says: RegExp])[] = [
  [
    'a type is another',
    saying({ 'content-type': 'application/octet-stream' }, md),
    md,
    /make the host say text\/markdown/,
  ],
  ['a text has no charset', saying({ 'content-type': 'text/markdown' }, md), md, /without "charset=utf-8"/],
  [
    'a feed is plain text',
    saying({ 'content-type': 'text/plain; charset=utf-8' }, '/atom.xml'),
    '/atom.xml',
    /atom\+xml/,
  ],
  ['browsers may guess', saying({ 'x-content-type-options': undefined }), '/', /nosniff.*and so of \d+ more/],
  ['nothing can be revalidated', saying({ etag: undefined }, index), index, /without ETag and Last-Modified/],
  ['a file is kept too long', saying({ 'cache-control': 'max-age=86400' }, index), index, /kept for 86400 s/],
  ['a file is immutable', saying({ 'cache-control': 'immutable' }, index), index, /no-cache/],
  [
    'an ETag is not heard',
    ({ headers }, good) => (headers.has('if-none-match') ? { ...good, status: 200 } : undefined),
    index,
    /answers 200 to If-None-Match/,
  ],
  ['negotiation is not told to caches', saying({ vary: 'Accept-Encoding' }), page, /Vary: Accept/],
  [
    'other Markdown is negotiated',
    ({ headers }, good) =>
      headers.get('accept') === 'text/markdown' ? { ...good, bytes: Buffer.from('# 别的\n') } : undefined,
    page,
    /other Markdown than/,
  ],
  [
    'q=0 is not heard',
    ({ headers }, good) =>
      headers.get('accept')?.includes('q=0,')
        ? withHeaders(good, { 'content-type': 'text/markdown; charset=utf-8' })
        : undefined,
    page,
    /takes none/,
  ],
  [
    'a browser gets Markdown',
    ({ headers }, good) =>
      headers.get('accept')?.startsWith('text/html,')
        ? withHeaders(good, { 'content-type': 'text/markdown; charset=utf-8' })
        : undefined,
    page,
    /not answered as a page to a browser/,
  ],
  [
    'what does not exist leads elsewhere',
    ({ path }, good) => (path === '/there-is-no-such-page/' ? { ...good, status: 302 } : undefined),
    '/there-is-no-such-page/',
    /answered with HTTP 302/,
  ],
];

describe('verify asks a host', () => {
  it('and finds nothing wrong with a good one', async () => {
    expect(await findingsOf(() => undefined)).to.deep.equal([]);
  });

  it('that need not negotiate', async () => {
    const plain: Spoil = (request, good) =>
      request.headers.get('accept')?.startsWith('text/markdown')
        ? answer(publish(), { ...request, headers: new Headers() })
        : withHeaders(good, { vary: undefined });
    expect(await findingsOf(plain)).to.deep.equal([]);
  });

  for (const [what, spoil, at, says] of spoilt) {
    it(`and names headers alone when ${what}`, async () => {
      const findings = await findingsOf(spoil);
      expect(findings.map(({ rule, path }) => `${rule} ${path}`)).to.deep.equal([`headers ${at}`]);
      expect(findings[0]!.message).to.match(says);
    });
  }
});

describe('verify asks an adapter', () => {
  /** The findings of a site whose adapter reads `published`, and whose answers `spoil` may change. */
  async function findingsWith(
    published: Files,
    spoil: (text: string) => string = (text) => text,
  ): Promise<readonly Finding[]> {
    const endpoint = createEndpoint({
      site: openSite({
        read: async (path) => {
          const bytes = published.get(path);
          return bytes ? { kind: 'text', text: bytes.toString(), version: '1' } : { kind: 'absent' };
        },
        recheckAfter: 60_000,
        now: Date.now,
        log: () => {},
      }),
      access: { hosts: 'loopback', origins: [] },
      log: () => {},
    });
    const spoiling: typeof endpoint = async (request) => {
      const response = await endpoint(request);
      return new Response(response.body && spoil(await response.text()), response);
    };
    const { port, close } = await listen(spoiling, { host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${port}/mcp`;
    try {
      const files = publish();
      const read = async (path: string) => {
        const bytes = files.get(path);
        return bytes && { bytes };
      };
      return await findingsIn(read, { kind: 'folder', adapter: { url, ask: askAdapter(url) } });
    } finally {
      await close();
    }
  }
  const messages = (findings: readonly Finding[]): string[] => {
    expect([...new Set(findings.map(({ rule }) => rule))]).to.deep.equal(['mcp']);
    return findings.map(({ message }) => message);
  };

  it('and finds nothing wrong with the one that stands before the site', async () => {
    expect(await findingsWith(publish())).to.deep.equal([]);
  });

  it('and tells of one that stands before another site', async () => {
    const others = publish();
    edit(others, '/api/mcp.json', (text) => {
      const manifest = JSON.parse(text) as { resources: { title: string }[] };
      manifest.resources[0]!.title = '别的标题';
      return `${JSON.stringify(manifest)}\n`;
    });
    edit(others, '/api/posts/prompt-reviewer.md', (text) => `${text}多一行\n`);
    const [list, read, ...rest] = messages(await findingsWith(others));
    expect(list).to.match(/^resources\/list says .*别的标题.* where the manifest says /);
    expect(read).to.match(/^resources\/read of .*prompt-reviewer.md is not the published file/);
    expect(rest).to.deep.equal([]);
  });

  it('and tells of one that lacks a prompt, or has no site', async () => {
    const fewer = publish();
    edit(fewer, '/api/mcp.json', (text) => {
      const manifest = JSON.parse(text) as { prompts: unknown[] };
      manifest.prompts.pop();
      return `${JSON.stringify(manifest)}\n`;
    });
    const found = messages(await findingsWith(reseal(fewer)));
    expect(found.some((message) => /^prompts\/list lists \d, and the manifest \d/.test(message))).to.equal(true);
    expect(messages(await findingsWith(new Map())).join('\n')).to.match(/answers .*: look at the adapter/);
  });

  it('and reads what comes as a stream', async () => {
    const server = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('event: message\ndata: {"jsonrpc":"2.0","id":1,\ndata: "result":{"a":1}}\n\n');
      request.resume();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const ask = askAdapter(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
    expect(await ask('tools/list')).to.deep.equal({ a: 1 });
    server.close();
  });

  it('and tells of one that is not there, or is a page', async () => {
    const read = async (path: string) => {
      const bytes = publish().get(path);
      return bytes && { bytes };
    };
    const told = async (url: string) =>
      messages(await findingsIn(read, { kind: 'folder', adapter: { url, ask: askAdapter(url) } }));
    expect(await told('http://127.0.0.1:1/mcp'))
      .to.match(/initialize: does not answer/)
      .and.have.length(1);
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(405, { 'content-type': 'text/html' }).end('<h1>405</h1>');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    expect((await told(url))[0]).to.match(/initialize: answers HTTP 405 and no JSON-RPC message/);
    server.close();
  });
});
