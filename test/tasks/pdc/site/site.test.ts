// `_site.yml`: merged over the defaults, key by key inside the maps; mistakes are reported with file and line.
import { expect } from 'chai';
import { defaultCategoryMap, defaultPrefixes } from '#pdc/site/defaults';
import { rules } from '#pdc/words/rules';
import { defaultSite, readSite, withUrl } from '#pdc/site/site';
import type { Site } from '#pdc/site/site';
import { cases } from '../../../support/cases.ts';

const read = (text: string) => readSite(Buffer.from(text), 'content/_site.yml');

describe('a key of _site.yml', () => {
  for (const [text, expected] of cases<[string, Partial<Site>]>('site', 'right')) {
    it(`overrides its default: ${JSON.stringify(text)}`, () => {
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

  it('merges the maps name by name, with the site’s own names first', () => {
    const { site } = read('category_map: {编程: tech, 技术: tech, 前端: web}\ntag_map: {围棋: go}\n');
    expect(site.category_map).to.deep.equal({ ...defaultCategoryMap, 编程: 'tech', 前端: 'web' });
    expect(Object.keys(site.category_map).slice(0, 3)).to.deep.equal(['编程', '技术', '前端']);
    expect(site.tag_map).to.deep.equal({ ...defaultSite.tag_map, 围棋: 'go' });
  });
});

describe('an invalid _site.yml is reported with its line', () => {
  const endless = `a: &a [${'x,'.repeat(99)}]\nb: &b [${'*a,'.repeat(99)}]\nc: [${'*b,'.repeat(99)}]`;
  for (const [text, ...places] of [...cases<[string, ...string[]]>('site', 'wrong'), [endless, '2:8'] as const]) {
    it(JSON.stringify(text), () => {
      for (const file of [text, `\ufeff${text.replaceAll('\n', '\r\n')}`]) {
        const { site, defects } = read(file);
        expect(defects.map(({ line, column }) => `${line}:${column}`)).to.have.members(places);
        for (const defect of defects) {
          expect(defect).to.include({ file: 'content/_site.yml', severity: 'error', rule: 'site' });
        }
        // Articles are still checked, against defaults that work.
        expect(site.url).to.equal('http://localhost:4000');
      }
    });
  }
});

it('a _site.yml that is not UTF-8 is reported', () => {
  const gbk = Buffer.concat([Buffer.from('title: '), Buffer.from([0xd6, 0xd0])]);
  const [defect, second] = readSite(gbk, '_site.yml').defects;
  expect(defect).to.include({ file: '_site.yml', line: 1, column: 1, severity: 'error', rule: 'site' });
  expect(defect?.message.key).to.equal('notUtf8');
  expect(second).to.equal(undefined);
});

it('the severity of every rule may be lowered, except for rules without a fallback', () => {
  const refused = rules.filter(({ id }) => read(`rules: {${id}: warn}`).defects.length > 0).map(({ id }) => id);
  expect(refused).to.deep.equal(['front-matter', 'date', 'outside']);
  for (const { id } of rules) expect(read(`rules: {${id}: error}`).defects).to.deep.equal([]);
});

it('an address from a flag or the environment overrides `url`', () => {
  expect(withUrl(read('url: https://a.example').site, 'https://b.example/x/').url).to.equal('https://b.example/x');
});
