// `_site.yml`: merged over the defaults, key by key inside the maps; what is wrong has a file and a line.
import { expect } from 'chai';
import { defaultCategoryMap, defaultPrefixes } from '#pdc/defaults';
import { rules } from '#pdc/rules';
import { defaultSite, readSite, withUrl } from '#pdc/site';
import type { Site } from '#pdc/site';

const read = (text: string) => readSite(Buffer.from(text), 'content/_site.yml');

describe('a key of _site.yml', () => {
  for (const [text, expected] of [
    ['title: 站', { title: '站' }],
    ['description: "  述  "', { description: '述' }],
    ['url: https://e.example/blog//', { url: 'https://e.example/blog' }],
    ['url: http://localhost:8080', { url: 'http://localhost:8080' }],
    ['title: &t 站\nauthor: *t', { title: '站', author: '站' }],
    ['author: 我', { author: '我' }],
    ['language: en', { language: 'en' }],
    ['timezone: America/New_York', { timezone: 'America/New_York' }],
    ['permalink: /:year/:month/:day/:slug/', { permalink: '/:year/:month/:day/:slug/' }],
    ['permalink: /.../a.b/:slug/', { permalink: '/.../a.b/:slug/' }],
    ['permalink: /blog/:slug.html', { permalink: '/blog/:slug.html' }],
    ['head: ["<meta>", "<x>"]', { head: ['<meta>', '<x>'] }],
    ['head: []', { head: [] }],
    ['rules: {tags: warn, types: off, links: error}', { rules: { tags: 'warn', types: 'off', links: 'error' } }],
    ['agents: [My-Agent/1.0]', { agents: ['My-Agent/1.0'] }],
    ['minify: {exclude: ["raw/**"]}', { minify: { exclude: ['raw/**'] } }],
    ['auth: /login', { auth: '/login' }],
    ['auth: https://auth.example', { auth: 'https://auth.example' }],
    ['mcp: https://mcp.example/mcp', { mcp: 'https://mcp.example/mcp' }],
    ['licence: CC BY 4.0', { licence: 'CC BY 4.0' }],
    ['source: https://git.example/x', { source: 'https://git.example/x' }],
    ['llms_budget: 2000', { llms_budget: 2000 }],
    ['llms_budget: off', { llms_budget: 'off' }],
    ['', {}],
    ['# nothing', {}],
    ['\ufefftitle: 站\r\nauthor: 我\r\n', { title: '站', author: '我' }],
  ] as const satisfies readonly (readonly [string, Partial<Site>])[]) {
    it(`wins over its default: ${JSON.stringify(text)}`, () => {
      expect(read(text)).to.deep.equal({ site: { ...defaultSite, ...expected }, defects: [] });
    });
  }

  it('merges the prefixes prefix by prefix', () => {
    const { site } = read('prefixes:\n  ai: {categories: [甲]}\n  tcp-ip-v6: {categories: [乙, 丙], tags: [丁]}\n');
    expect(site.prefixes).to.deep.equal({
      ...defaultPrefixes,
      ai: { categories: ['甲'], tags: [] },
      'tcp-ip-v6': { categories: ['乙', '丙'], tags: ['丁'] },
    });
  });

  it('merges the maps name by name, the site’s own listed first', () => {
    const { site } = read('category_map: {编程: tech, 技术: tech, 前端: web}\ntag_map: {围棋: go}\n');
    expect(site.category_map).to.deep.equal({ ...defaultCategoryMap, 编程: 'tech', 前端: 'web' });
    expect(Object.keys(site.category_map).slice(0, 3)).to.deep.equal(['编程', '技术', '前端']);
    expect(site.tag_map).to.deep.equal({ ...defaultSite.tag_map, 围棋: 'go' });
  });
});

describe('an invalid _site.yml is told with its line', () => {
  for (const [text, ...places] of [
    ['titel: x', '1:1'],
    ['title: x\n\nbogus: 1\n"wrong" : 2', '3:1', '4:1'],
    ['title: 1', '1:8'],
    ['title: ""', '1:8'],
    ['title:', '1:7'],
    ['description: " "', '1:14'],
    ['url: e.example', '1:6'],
    ['url: ftp://e.example', '1:6'],
    ['url: https://e.example/?a', '1:6'],
    ['url: "https://e.example/#a"', '1:6'],
    ['url: "https://e.example/a b"', '1:6'],
    ['url: "https://a b/"', '1:6'],
    ['url: https://me@e.example', '1:6'],
    ['url: https://:secret@e.example', '1:6'],
    ['url: https://e.example\\blog', '1:6'],
    ['author: [x]', '1:9'],
    ['language: ""', '1:11'],
    ['timezone: Mars/Olympus', '1:11'],
    ['permalink: /posts/', '1:12'],
    ['permalink: /:slug', '1:12'],
    ['permalink: :slug/', '1:12'],
    ['permalink: /:title/:slug/', '1:12'],
    ['permalink: /a//:slug/', '1:12'],
    ['permalink: //:slug/', '1:12'],
    ['permalink: /./:slug/', '1:12'],
    ['permalink: /a/../:slug.html', '1:12'],
    ['head: <meta>', '1:7'],
    ['head:\n  - <a>\n  - 1', '3:5'],
    ['prefixes:\n  Ai: {categories: [a]}', '2:3'],
    ['prefixes:\n  a_b: {categories: [a]}', '2:3'],
    ['prefixes:\n  a: {}', '2:6'],
    ['prefixes:\n  a: {categories: []}', '2:19'],
    ['prefixes:\n  a: {categories: [a, b, c]}', '2:19'],
    ['prefixes:\n  a:\n    categories: [a]\n    tags: [1]', '4:12'],
    ['prefixes:\n  a: {categories: [a], tag: [b]}', '2:24'],
    ['category_map:\n  甲: 甲', '2:6'],
    ['category_map:\n  甲: A', '2:6'],
    ['category_map:\n  甲: a--b', '2:6'],
    ['tag_map:\n  甲: a/b', '2:6'],
    ['tag_map: [a]', '1:10'],
    ['rules:\n  tagz: off', '2:3'],
    ['rules:\n  tags: loud', '2:9'],
    ['rules:\n  title: off\n  date: warn\n  front-matter: off', '3:9', '4:17'],
    ['agents: x', '1:9'],
    ['agents: ["a\\nDisallow: /"]', '1:10'],
    ['minify: {exclude: a}', '1:19'],
    ['minify: {include: []}', '1:10'],
    ['auth: login', '1:7'],
    ['auth: //auth.example', '1:7'],
    ['mcp: /mcp', '1:6'],
    ['llms_budget: 0', '1:14'],
    ['llms_budget: none', '1:14'],
    ['licence: 1', '1:10'],
    ['source: x', '1:9'],
    ['title: x\ntitle: y', '2:1'],
    ['title: "x', '1:10'],
    ['author: x\ntitle: *t', '2:8'],
    ['head: &h [*h]', '1:11'],
    [`a: &a [${'x,'.repeat(99)}]\nb: &b [${'*a,'.repeat(99)}]\nc: [${'*b,'.repeat(99)}]`, '2:8'],
    ['- title', '1:1'],
    ['just words', '1:1'],
  ] as const) {
    it(JSON.stringify(text), () => {
      for (const file of [text, `\ufeff${text.replaceAll('\n', '\r\n')}`]) {
        const { site, defects } = read(file);
        expect(defects.map(({ line, column }) => `${line}:${column}`)).to.have.members(places);
        for (const defect of defects) {
          expect(defect).to.include({ file: 'content/_site.yml', severity: 'error', rule: 'site' });
          expect(defect.message).to.not.equal('');
        }
        // Articles are still checked, against defaults that work.
        expect(site.url).to.equal('http://localhost:4000');
      }
    });
  }
});

it('a _site.yml that is not UTF-8 is told', () => {
  const gbk = Buffer.concat([Buffer.from('title: '), Buffer.from([0xd6, 0xd0])]);
  const [defect, second] = readSite(gbk, '_site.yml').defects;
  expect(defect).to.include({ file: '_site.yml', line: 1, column: 1, severity: 'error', rule: 'site' });
  expect(defect?.message).to.contain('UTF-8');
  expect(second).to.equal(undefined);
});

it('every rule may be set, but for those that nothing can stand in for', () => {
  const refused = rules.filter(({ id }) => read(`rules: {${id}: warn}`).defects.length > 0).map(({ id }) => id);
  expect(refused).to.deep.equal(['front-matter', 'date']);
  for (const { id } of rules) expect(read(`rules: {${id}: error}`).defects).to.deep.equal([]);
});

it('an address from outside wins', () => {
  expect(withUrl(read('url: https://a.example').site, 'https://b.example/x/').url).to.equal('https://b.example/x');
});
