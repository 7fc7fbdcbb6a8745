// The shipped files of hosts: all of them build the same, and send with each file what nginx.conf sends.
import { expect } from 'chai';
import { readShipped } from '../../system/deploy/nginx.ts';

/** A rule, and the paths that it is for. */
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

/** `*` is anything, slashes too. */
const fromWildcard = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
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

/** Of several rules that say one header the last counts; hosts that join them send policies that all hold. */
function headersOf(rules: readonly Rule[], path: string): Record<string, string> {
  const matching = rules.filter(({ pattern }) => pattern.test(path));
  return Object.fromEntries(matching.flatMap(({ headers }) => [...headers]));
}

/** What nginx.conf says of every file, but for caching, which hosts do themselves. */
function headersOfNginx(): Record<string, string> {
  const site = readShipped('nginx.conf').split('A location with an add_header of its own')[1]!.split('location /')[0]!;
  const said = [...site.matchAll(/add_header ([\w-]+) "?([^$"]+?)"? always;/g)];
  return Object.fromEntries(said.map(([, name, value]) => [name!, value!]));
}

const hosts: readonly (readonly [name: string, rules: readonly Rule[]])[] = [
  ['_headers', fromHeadersFile(readShipped('hosts/_headers'))],
  ['vercel.json', fromJson(vercel, (source) => new RegExp(`^${source}$`))],
  ['edgeone.json', fromJson(edgeone, fromWildcard)],
];

describe('the shipped files of hosts', () => {
  for (const [name, rules] of hosts) {
    it(`${name} sends what nginx.conf sends`, () => {
      const usual = { ...headersOfNginx(), 'Content-Security-Policy': "frame-ancestors 'self'" };
      expect(Object.keys(usual)).to.have.length(4);
      for (const path of ['/', '/posts/one/', '/api/index.json', '/images/svg/photo.png']) {
        expect(headersOf(rules, path), path).to.deep.equal(usual);
      }
    });

    it(`${name} lets no script of an SVG run that is opened by itself`, () => {
      const [, policy] = /"~\*\\\.svgz\?\$" "([^"]+)";/.exec(readShipped('nginx.conf'))!;
      for (const path of ['/drawing.svg', '/posts/one/drawing.svg']) {
        expect(headersOf(rules, path)['Content-Security-Policy'], path).to.equal(policy);
      }
      expect(policy).to.match(/\bsandbox$/);
    });
  }

  it('build and check the site alike, into one folder', () => {
    const command = 'npx gulp build && npm run verify -- public';
    expect([vercel.buildCommand, vercel.outputDirectory]).to.deep.equal([command, 'public']);
    expect([edgeone.buildCommand, edgeone.outputDirectory]).to.deep.equal([command, 'public']);
    expect(netlify).to.contain(`command = "${command} && cp server/deploy/hosts/_headers public/"`);
    expect(netlify).to.contain('publish = "public"');
  });
});
