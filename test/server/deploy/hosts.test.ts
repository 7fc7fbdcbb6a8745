// The shipped files for static hosts: all build the same site, and send the same headers as nginx.conf.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { articleText, writeFiles } from '../../support/articles.ts';
import { repository, run } from '../../support/command.ts';
import { withFolder } from '../../support/defects.ts';
import { readShipped } from '../../system/deploy/nginx.ts';
import { machineFiles, shelve, siteWith } from '../../tasks/pdc/edition.ts';

/** Headers, and the pattern of the paths that get them. */
type Rule = { readonly pattern: RegExp; readonly headers: ReadonlyMap<string, string> };
type HostFile = {
  readonly buildCommand: string;
  readonly outputDirectory: string;
  readonly headers: readonly { readonly source: string; readonly headers: readonly { key: string; value: string }[] }[];
};

const readJson = (name: string): HostFile => JSON.parse(readShipped(`hosts/${name}`)) as HostFile;
const vercel = readJson('vercel.json');
const edgeone = readJson('edgeone.json');
const netlify = readShipped('hosts/netlify.toml');

/** `*` matches any text, including slashes, and `:name` a part between slashes. */
const fromWildcard = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replace(/:[a-z]+/g, '[^/]+')}$`,
  );
const fromJson = ({ headers }: HostFile, toPattern: (source: string) => RegExp): Rule[] =>
  headers.map(({ source, headers: list }) => ({
    pattern: toPattern(source),
    headers: new Map(list.map(({ key, value }) => [key, value])),
  }));

/** The format that Cloudflare and Netlify share: a path, and headers indented below it. */
function fromHeadersFile(text: string): Rule[] {
  const rules: { pattern: RegExp; headers: Map<string, string> }[] = [];
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const [, name, value] = /^ {2}([\w-]+): (.+)$/.exec(line) ?? [];
    if (name === undefined) rules.push({ pattern: fromWildcard(line), headers: new Map() });
    else rules.at(-1)!.headers.set(name, value!);
  }
  return rules;
}

/**
 * The headers of a path. If several rules set the same header, the last one counts. Hosts that join the values send
 * several policies, and browsers apply all of them.
 */
function headersOf(rules: readonly Rule[], path: string): Record<string, string> {
  const matching = rules.filter(({ pattern }) => pattern.test(path));
  return Object.fromEntries(matching.flatMap(({ headers }) => [...headers]));
}

/** The headers that nginx.conf sends with every file, except those about caching, which hosts set themselves. */
function headersOfNginx(): Record<string, string> {
  const site = readShipped('nginx.conf').split('A location with its own add_header')[1]!.split('location /')[0]!;
  const said = [...site.matchAll(/add_header ([\w-]+) (?:'([^$']+)'|"?([^$'"]+?)"?) always;/g)];
  return Object.fromEntries(said.map(([, name, quoted, plain]) => [name!, quoted ?? plain!]));
}

const hosts: readonly (readonly [name: string, rules: readonly Rule[]])[] = [
  ['_headers', fromHeadersFile(readShipped('hosts/_headers'))],
  ['vercel.json', fromJson(vercel, (source) => new RegExp(`^${source}$`))],
  ['edgeone.json', fromJson(edgeone, fromWildcard)],
];

describe('the shipped files of hosts', () => {
  for (const [name, rules] of hosts) {
    it(`${name} sends the headers of nginx.conf`, () => {
      const usual = { ...headersOfNginx(), 'Content-Security-Policy': "frame-ancestors 'self'" };
      expect(Object.keys(usual)).to.have.length(5);
      for (const path of ['/', '/posts/one/', '/api/index.json', '/images/svg/photo.png']) {
        expect(headersOf(rules, path), path).to.deep.equal(usual);
      }
    });

    it(`${name} blocks scripts in an SVG that is opened as a page`, () => {
      const [, policy] = /"~\*\\\.svgz\?\$" "([^"]+)";/.exec(readShipped('nginx.conf'))!;
      for (const path of ['/drawing.svg', '/posts/one/drawing.svg']) {
        expect(headersOf(rules, path)['Content-Security-Policy'], path).to.equal(policy);
      }
      expect(policy).to.match(/\bsandbox$/);
    });

    it(`${name} sandboxes a document of an article, so that the document does not run with the origin of the site`, () => {
      const [, pattern, policy] = /"~\*(\^\/posts\/[^"]+)" "([^"]+)";/.exec(readShipped('nginx.conf'))!;
      const endings = ['html', 'htm', 'shtml', 'xhtml', 'xht', 'xml', 'atom', 'rss', 'xsl', 'xslt', 'rdf', 'mathml'];
      for (const path of [...endings.map((ending) => `/posts/one/demo.${ending}`), '/posts/one/box/demo.xhtml']) {
        expect(path).to.match(new RegExp(pattern!, 'i'));
        expect(headersOf(rules, path)['Content-Security-Policy'], path).to.equal(policy);
      }
      expect(policy).to.match(/; sandbox allow-scripts allow-forms$/);
      for (const path of ['/posts/one/index.html', '/index.html', '/posts/one/a.png', '/atom.xml'])
        expect(path).to.not.match(new RegExp(pattern!, 'i'));
    });
  }

  for (const [name, rules] of hosts) {
    it(`${name} does not sandbox an article at /posts/NAME.html`, () => {
      expect(headersOf(rules, '/posts/one.html')['Content-Security-Policy']).to.equal("frame-ancestors 'self'");
    });
  }

  // In `_headers`, markdown.mjs lists each folder.
  for (const [name, rules] of hosts.filter(([name]) => name !== '_headers')) {
    it(`${name} sandboxes the index of a folder beside an article, at the address of the folder`, () => {
      for (const path of ['/posts/one/demo/', '/posts/one/box/v1.2/'])
        expect(headersOf(rules, path)['Content-Security-Policy'], path).to.contain('; sandbox allow-scripts');
    });
  }

  it('vercel.json sandboxes a folder without a slash, because Vercel serves the index there too, but not a PDF', () => {
    const policyOf = (path: string) => headersOf(hosts[1]![1], path)['Content-Security-Policy'];
    for (const path of ['/posts/one/demo', '/posts/one/box/v1.2'])
      expect(policyOf(path), path).to.contain('; sandbox allow-scripts');
    // Chrome shows no PDF in a sandbox.
    for (const path of ['/posts/one/index.html', '/posts/one/box/paper.pdf', '/posts/one/PAPER.PDF'])
      expect(policyOf(path), path).to.equal("frame-ancestors 'self'");
  });

  it('build and check the site with the same command, into the same folder', () => {
    const built = 'npx gulp build && npm run verify -- public';
    const command = `${built} && node server/deploy/hosts/markdown.mjs public`;
    expect([vercel.buildCommand, vercel.outputDirectory]).to.deep.equal([command, 'public']);
    expect([edgeone.buildCommand, edgeone.outputDirectory]).to.deep.equal([command, 'public']);
    expect(netlify).to.contain(
      `command = "${built} && cp server/deploy/hosts/_headers public/ && node server/deploy/hosts/markdown.mjs public headers >> public/_headers"`,
    );
    expect(netlify).to.contain('publish = "public"');
  });

  for (const [permalink, address] of [
    ['/posts/:slug/', '/posts/algo-a.md'],
    ['/:year/:slug.html', '/2026/algo-a.html.md'],
  ] as const) {
    it(`publish an article’s Markdown, with its title, at the page’s address plus .md: ${permalink} below a path`, () =>
      withFolder(async (folder) => {
        const site = siteWith({ url: 'https://e.example/blog', permalink });
        const { library } = await shelve(
          {
            'algo-a.md': articleText({ title: '"一（*）"' }, '正文。\n'),
            'algo-hidden.md': articleText({ hidden: 'true' }),
          },
          { site },
        );
        const page = address.slice(0, -3);
        // Files beside an article are in this folder, whether the permalink ends with "/" or ".html".
        const ownFolder = page.replace(/\.html$/, '');
        writeFiles(folder, {
          ...Object.fromEntries([...(await machineFiles(library))].map(([name, text]) => [name.slice(1), text])),
          [page.endsWith('.html') ? page : `${page}/index.html`]: '',
          [`${ownFolder}/box/一.html`]: '',
          [`${ownFolder}/demo/index.html`]: '',
          [`${ownFolder.replace('algo-a', 'algo-hidden')}/demo.html`]: '',
        });
        const script = path.join(repository, 'server/deploy/hosts/markdown.mjs');
        const { code, stdout } = await run([script, folder, 'headers']);
        expect(code).to.equal(0);
        expect(readFileSync(folder + address, 'utf8')).to.equal('正文。\n');
        const [rule, ...others] = fromHeadersFile(stdout);
        const documents = others.filter(({ headers }) => headers.has('Content-Security-Policy'));
        const paths = [
          `${ownFolder}/box/${encodeURI('一')}`,
          `${ownFolder}/demo/index`,
          `${ownFolder}/demo/`,
          `${ownFolder}/demo`,
          `${ownFolder.replace('algo-a', 'algo-hidden')}/demo`,
        ];
        expect(documents.map(({ pattern }) => paths.findIndex((each) => pattern.test(each)))).to.deep.equal(
          paths.map((_, at) => at),
        );
        for (const { headers } of documents)
          expect(headers.get('Content-Security-Policy')).to.contain('sandbox allow-scripts');
        expect(rule!.pattern.test(address)).to.equal(true);
        const url = `https://e.example/blog${page}${page.endsWith('.html') ? '' : '/'}`;
        const title = `title*=UTF-8''%E4%B8%80%EF%BC%88%2a%EF%BC%89`;
        expect(rule!.headers.get('Link')).to.equal(`<${url}>; rel="canonical"; ${title}`);
        const titles = (await run([script, folder, 'titles'])).stdout.split('\n');
        expect(titles[0]).to.equal(`/algo-a "; ${title}";`);
        expect(titles.slice(1).join('\n')).to.match(/^\/algo-hidden "; title\*=UTF-8''[^"]+";\n$/);
      }));
  }

  it('can be made for a site without articles', () =>
    withFolder(async (folder) => {
      writeFiles(folder, { 'api/index.json': '{"posts":[]}' });
      const script = path.join(repository, 'server/deploy/hosts/markdown.mjs');
      expect(await run([script, folder, 'headers'])).to.include({ code: 0, stdout: '' });
    }));
});
