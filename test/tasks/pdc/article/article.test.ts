// Tests the fallbacks of a lenient build, and other readers of front matter.
import { expect } from 'chai';
import type { Article } from '#pdc/article/article';
import { articleText, toldIn } from '../../../support/articles.ts';
import type { Fields } from '../../../support/articles.ts';
import { article, shelve, siteWith, told } from '../edition.ts';
import { cases } from '../../../support/cases.ts';

const opening = '**开头**的一段，\n它接着写。';

describe('the first tag of an article', () => {
  it('fits a prefix if the tag has that slug in tag_map, whatever its case', async () => {
    const site = siteWith({ tag_map: { 'Big O': 'algo' } });
    for (const tag of ['Big O', 'big o'])
      expect(
        told((await shelve({ 'algo-a.md': articleText({ tags: `["${tag}", "Go"]` }) }, { site })).defects),
        tag,
      ).to.deep.equal([]);
  });
});

describe('a lenient build', () => {
  for (const [rule, name, fields, key, fallback] of cases<[string, string, Fields, keyof Article, unknown]>(
    'article',
    'fallbacks',
  )) {
    it(`warns of ${rule} and uses its fallback: ${key} ${JSON.stringify(fallback)} for ${JSON.stringify(fields)}`, async () => {
      const files = { [`${name}.md`]: articleText(fields, opening) };
      const { library, defects } = await shelve(files, { lenient: true });
      expect(told(defects)).to.deep.equal([`${rule} warn`]);
      const [published] = library.articles;
      expect(key === 'date' ? published?.date.text : published?.[key]).to.deep.equal(fallback);
      // Without `--lenient` it is an error.
      expect(told((await shelve(files)).defects)).to.deep.equal([`${rule} error`]);
    });
  }

  it('reads numbers as texts, exactly as written', async () => {
    const fields = { series: '2024', prompt_args: '[{name: 2024, example: 007, description: 1e3}]' };
    const { library } = await shelve(
      { 'prompt-a.md': articleText(fields, '<prompt>{{2024}}</prompt>') },
      { lenient: true },
    );
    expect(library.articles[0]).to.deep.include({
      series: '2024',
      prompt_args: [{ name: '2024', description: '1e3', required: false, example: '007' }],
    });
  });

  it('takes a missing date and title from the file name', async () => {
    const files = { '2026-02-03-algo-a.md': articleText({ date: undefined, title: undefined }) };
    const { library, defects } = await shelve(files, { lenient: true });
    expect(library.articles[0]).to.include({ title: 'algo-a', slug: '2026-02-03-algo-a' });
    expect(library.articles[0]!.date.text).to.equal('2026-02-03 00:00:00');
    expect(told(defects)).to.include('date-format warn');
    expect(told((await shelve(files)).defects)).to.include('date-format error');
    expect(told((await shelve({ '2026-02-30-algo-a.md': articleText({ date: undefined }) })).defects)).to.include(
      'date error',
    );
  });

  it('takes the description from the excerpt of other engines, without their tags', async () => {
    for (const [body, description] of cases<[string, string]>('article', 'excerpts')) {
      const { library } = await shelve(
        { 'algo-a.md': articleText({ description: undefined }, body) },
        { lenient: true },
      );
      expect(library.articles[0]!.description, body).to.equal(description);
    }
  });

  for (const [rule, fields] of cases<[string, Fields]>('article', 'no fallbacks')) {
    it(`leaves out an article that breaks ${rule} and has no fallback: ${JSON.stringify(fields)}`, async () => {
      const files = { 'algo-a.md': articleText(fields), 'algo-b.md': articleText() };
      const { library, defects } = await shelve(files, { lenient: true });
      expect(told(defects)).to.deep.equal([`${rule} error`]);
      expect(library.articles.map(({ slug }) => slug)).to.deep.equal(['algo-b']);
    });
  }

  it('never publishes an encrypted article unencrypted, for any broken rule', async () => {
    const broken: Fields = {
      title: undefined,
      date: '2026-3-1',
      categories: '1',
      tags: '1',
      description: '1',
      cover: '1',
    };
    const fields = { ...broken, password: '"long-password"' };
    const { library } = await shelve({ 'algo_a.md': articleText(fields, opening) }, { lenient: true });
    expect(library.articles[0]).to.include({ encrypted: true, description: '1' }).and.not.have.property('raw');
    expect(toldIn(library.articles[0]!).password).to.equal('long-password');
  });

  it('never publishes an article with an invalid password unencrypted', async () => {
    for (const password of ['12345678', '"  "', '# "secret"', '[long-password]', '{ a: b }', 'true', '2026-03-01']) {
      const { library } = await shelve({ 'algo-a.md': articleText({ password }, opening) }, { lenient: true });
      expect(
        library.articles.filter(({ encrypted }) => !encrypted),
        password,
      ).to.deep.equal([]);
    }
  });
});

describe('an article', () => {
  it('is deeply frozen', () => {
    const isFrozen = (value: unknown): boolean =>
      typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen));
    const fields = { prompt_args: '[{name: a}]', aliases: '[/a/]', updated: '2026-03-02 08:00:00' };
    expect(isFrozen(article(fields, '<prompt>{{a}}</prompt>', { name: 'prompt-a.md' }))).to.equal(true);
  });

  it('has aliases that are decoded site paths', () => {
    const fields = { aliases: '[/%E6%97%A7/, /旧 二, /a%23%3F%25.html, "/..."]' };
    expect(article(fields).aliases).to.deep.equal(['/旧/', '/旧 二/', '/a#?%.html', '/.../']);
  });

  it('reports every error of a prompt argument', async () => {
    const text = articleText(
      { prompt_args: '[{name: a, required: "yes", example: 1, x: 1, y: 1}]' },
      '<prompt>{{a}}</prompt>',
    );
    const { defects } = await shelve({ 'prompt-a.md': text });
    const faults = defects.filter(({ rule, severity }) => rule === 'prompt-args' && severity === 'error');
    expect(faults).to.have.length(4);
  });

  it('has prompt arguments that are not required by default', () => {
    const fields = { prompt_args: '[{name: a}, {name: b, required: true, description: d, example: e}]' };
    expect(article(fields, '', { name: 'prompt-a.md' }).prompt_args).to.deep.equal([
      { name: 'a', required: false },
      { name: 'b', description: 'd', required: true, example: 'e' },
    ]);
  });

  it('has at most a thousand tags', () => {
    const tags = Array.from({ length: 50_000 }, (_, index) => index);
    expect(article({ tags: JSON.stringify(tags) }).tags).to.have.length(1000);
  });

  it('counts characters as code points', () => {
    const of = (count: number): string => article({ description: JSON.stringify('𠮷'.repeat(count)) }).description;
    expect([...of(50)]).to.have.lengthOf(50);
  });
});

describe('front matter of other engines', () => {
  it('hides an article with any word for yes, and does not hide it with any word for no', async () => {
    for (const key of ['hide', 'hidden'])
      for (const [value, hidden] of [
        ...['true', 'yes', '"true"', '1', 'on', 'True', 'Y'].map((word) => [word, true] as const),
        ...['false', 'no', '"false"', '0', 'off', ''].map((word) => [word, undefined] as const),
      ]) {
        const files = { 'algo-a.md': articleText({ [key]: value }) };
        const { library } = await shelve(files, { lenient: true });
        expect(library.articles[0]?.hidden, `${key}: ${value}`).to.equal(hidden);
      }
  });

  it('makes an article a draft if `published` has any word for no', () => {
    for (const word of ['false', 'no', '"false"', 'off', '0'])
      expect(article({ published: word }).draft, word).to.equal(true);
    expect(article({ published: 'true' }).draft).to.equal(false);
    expect(article({ published: 'false', draft: 'false' }).draft).to.equal(true);
  });

  it('may use the keys math or katex for formulas', () => {
    expect(article({ math: 'true' }).mathjax).to.equal(true);
    expect(article({ katex: 'true' }).mathjax).to.equal(true);
    expect(article({ math: 'true', mathjax: 'false' }).mathjax).to.equal(false);
    expect(article({ math: 'false' }).mathjax).to.equal(undefined);
  });
});
