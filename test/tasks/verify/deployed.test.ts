// The rules about hosts: a correct host passes, and a single fault is reported.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { message } from '#pdc/words/message';
import { Unreadable } from '../../../tasks/verify/site/source.ts';
import type { HostResponse, Probe } from '../../../tasks/verify/site/source.ts';
import type { Finding } from '../../../tasks/verify/site/finding.ts';
import { findingsOf as findingsIn, publish } from './site.ts';
import type { Files } from './site.ts';

// The newest article that is not encrypted: `verify` requests this one.
const page = '/posts/prompt-reviewer/';
const md = '/api/posts/prompt-reviewer.md';
const index = '/api/index.json';

type Request = { readonly path: string; readonly headers: Headers };

/** A host without faults. */
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

function drop(): never {
  throw new Unreadable(message('notFetched', { reason: 'ECONNRESET' }));
}

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
/** Changes the headers of one file, or of all files. */
const saying =
  (changes: Readonly<Record<string, string | undefined>>, only?: string): Spoil =>
  ({ path }, good) =>
    good.status === 404 || (only !== undefined && path !== only) ? undefined : withHeaders(good, changes);

const spoilt: readonly (readonly [what: string, spoil: Spoil, at: string, says: RegExp])[] = [
  [
    'a type is wrong',
    saying({ 'content-type': 'application/octet-stream' }, md),
    md,
    /make the host send text\/markdown/,
  ],
  ['a text has no charset', saying({ 'content-type': 'text/markdown' }, md), md, /without "charset=utf-8"/],
  [
    'a feed is plain text',
    saying({ 'content-type': 'text/plain; charset=utf-8' }, '/atom.xml'),
    '/atom.xml',
    /atom\+xml/,
  ],
  ['a type may be guessed', saying({ 'x-content-type-options': undefined }), '/', /nosniff.*and the same for \d+ more/],
  ['nothing can be revalidated', saying({ etag: undefined }, index), index, /without ETag and Last-Modified/],
  ['a file is cached too long', saying({ 'cache-control': 'max-age=86400' }, index), index, /cached for 86400 s/],
  ['a file is immutable', saying({ 'cache-control': 'immutable' }, index), index, /no-cache/],
  [
    'an ETag is ignored',
    ({ headers }, good) => (headers.has('if-none-match') ? { ...good, status: 200 } : undefined),
    index,
    /answers 200 to If-None-Match/,
  ],
  ['caches do not learn of the negotiation', saying({ vary: 'Accept-Encoding' }), page, /Vary: Accept/],
  [
    'the negotiated Markdown differs from the file',
    ({ headers }, good) =>
      headers.get('accept') === 'text/markdown' ? { ...good, bytes: Buffer.from('# 别的\n') } : undefined,
    page,
    /Markdown that differs from/,
  ],
  [
    'q=0 is ignored',
    ({ headers }, good) =>
      headers.get('accept')?.includes('q=0,')
        ? withHeaders(good, { 'content-type': 'text/markdown; charset=utf-8' })
        : undefined,
    page,
    /refuses it/,
  ],
  [
    'a browser gets Markdown',
    ({ headers }, good) =>
      headers.get('accept')?.startsWith('text/html,')
        ? withHeaders(good, { 'content-type': 'text/markdown; charset=utf-8' })
        : undefined,
    page,
    /not sent to a browser as a page/,
  ],
  [
    'a missing page is redirected',
    ({ path }, good) => (path === '/there-is-no-such-page/' ? { ...good, status: 302 } : undefined),
    '/there-is-no-such-page/',
    /answered with HTTP 302/,
  ],
  [
    'a conditional request has no answer',
    ({ headers }) => (headers.has('if-none-match') ? drop() : undefined),
    index,
    /cannot be fetched \(ECONNRESET\)/,
  ],
  [
    'a request for Markdown has no answer',
    ({ headers }) => (headers.get('accept') === 'text/markdown' ? drop() : undefined),
    page,
    /cannot be fetched/,
  ],
  [
    'a request for a missing page has no answer',
    ({ path }) => (path === '/there-is-no-such-page/' ? drop() : undefined),
    '/there-is-no-such-page/',
    /cannot be fetched/,
  ],
];

/** A host that serves a file beside an article. The text of the article shows this file. */
const servingBeside =
  (name: string, { text, policy, type = 'text/html' }: { text: string; policy?: string; type?: string }): Spoil =>
  ({ path }, good) => {
    if (path === `${page}${name}` || path === `${page}${name}/`)
      return withHeaders(
        { ...good, status: 200, bytes: Buffer.from(text) },
        { 'content-security-policy': policy, 'content-type': type },
      );
    if (path !== page || !good.headers.get('content-type')!.startsWith('text/html')) return undefined;
    const html = good.bytes.toString().replace('class="content">', `$&<iframe src="${name}" sandbox></iframe>`);
    return { ...good, bytes: Buffer.from(html) };
  };

describe('a document beside an article', () => {
  const ofDocuments = async (name: string, file: { text: string; policy?: string; type?: string }): Promise<string[]> =>
    (await findingsOf(servingBeside(name, file))).filter(({ rule }) => rule === 'active-file').map(({ path }) => path);
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';

  it('is reported as an error if its host sends no sandbox', async () => {
    for (const name of ['demo.html', 'a.xhtml', 'b.xml', 'c.svg'])
      expect(await ofDocuments(name, { text: script }), name).to.deep.equal([page + name]);
    for (const policy of ["frame-ancestors 'self'", 'sandbox allow-scripts allow-same-origin'])
      expect(await ofDocuments('demo.html', { text: '', policy }), policy).to.deep.equal([`${page}demo.html`]);
  });

  it('is reported at the address of its folder, and wherever a browser takes the file for a document', async () => {
    for (const name of ['demo/', 'v1.2/', 'demo/index.html'])
      expect(await ofDocuments(name, { text: script }), name).to.deep.equal([page + name]);
    expect(await ofDocuments('demo', { text: script })).to.deep.equal([`${page}demo/`]);
    for (const name of ['demo/', 'demo'])
      expect(await ofDocuments(name, { text: script, policy: 'sandbox' }), name).to.deep.equal([]);
    expect(await ofDocuments('feed.atom', { text: script, type: 'application/atom+xml' })).to.have.length(1);
    expect(await ofDocuments('LICENSE', { text: script, type: 'text/plain' })).to.deep.equal([]);
  });

  it('is not a page of the site: a sandboxed one is reported', async () => {
    for (const path of ['/', page]) {
      const findings = await findingsOf(saying({ 'content-security-policy': 'sandbox allow-scripts' }, path));
      expect(findings.map((finding) => [finding.rule, finding.path])).to.deep.equal([['active-file', path]]);
    }
  });

  it('is not an article below a page that is not an article', async () => {
    const linking: Spoil = ({ path }, good) => {
      const html = good.bytes.toString().replace('</main>', `<div class="content"><a href="${page}">a</a></div>$&`);
      return path === '/' ? { ...good, bytes: Buffer.from(html) } : undefined;
    };
    expect((await findingsOf(linking)).map(({ rule }) => rule)).to.not.include('active-file');
  });

  it('is accepted if its host sends a sandbox, or if it is a picture without a script', async () => {
    for (const policy of [
      'sandbox',
      "frame-ancestors 'self'; sandbox",
      "frame-ancestors 'self', sandbox allow-scripts",
    ])
      expect(await ofDocuments('demo.html', { text: script, policy }), policy).to.deep.equal([]);
    expect(await ofDocuments('c.svg', { text: '<svg xmlns="http://www.w3.org/2000/svg"><path/></svg>' })).to.deep.equal(
      [],
    );
    expect(await ofDocuments('d.png', { text: script, type: 'image/png' })).to.deep.equal([]);
  });
});

describe('verify of a deployed site', () => {
  it('finds nothing wrong with a correct host', async () => {
    expect(await findingsOf(() => undefined)).to.deep.equal([]);
  });

  it('accepts a host that does not negotiate', async () => {
    const plain: Spoil = (request, good) =>
      request.headers.get('accept')?.startsWith('text/markdown')
        ? answer(publish(), { ...request, headers: new Headers() })
        : withHeaders(good, { vary: undefined });
    expect(await findingsOf(plain)).to.deep.equal([]);
  });

  for (const [what, spoil, at, says] of spoilt) {
    it(`reports only the rule headers when ${what}`, async () => {
      const findings = await findingsOf(spoil);
      expect(findings.map(({ rule, path }) => `${rule} ${path}`)).to.deep.equal([`headers ${at}`]);
      expect(findings[0]!.message).to.match(says);
    });
  }
});
