// `/api/posts/<slug>.json` and `.md`: one article for machines, without the body if it is encrypted.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Article } from '#pdc/article/article';
import { postJson, postMd } from '#pdc/endpoints/posts';
import { placeInSeries } from '#pdc/library/series';
import { articleText } from '../../../support/articles.ts';
import type { Fields } from '../../../support/articles.ts';
import { article, machineFiles, shelve, siteWith } from '../edition.ts';
import { cases } from '../../../support/cases.ts';

const entryKeys = ['categories', 'tags', 'description', 'url', 'api_json_url', 'api_md_url', 'encrypted'];
const textOf = (one: Article, articles = [one]): string =>
  String(
    postJson(one, { site: siteWith({ url: 'https://e.example/blog' }), series: placeInSeries(one, { articles }) })
      .contents,
  );
const parse = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
const json = (...of: Parameters<typeof article>): Record<string, unknown> => parse(textOf(article(...of)));

describe('a post as JSON', () => {
  it('has the keys of an entry, `updated` after `date`, and the content last', () => {
    const post = json({}, '正文\r\n');
    expect(Object.keys(post)).to.deep.equal(['title', 'slug', 'date', 'updated', ...entryKeys, 'content']);
    expect(post).to.include({ date: '2026-03-01', updated: '2026-03-01', encrypted: false, content: '正文\r\n' });
  });

  it('has the optional fields that the article has', () => {
    const fields = {
      updated: '2026-04-01 00:00:00',
      mathjax: 'false',
      cover: '/images/图.png',
      prompt_args: '[{name: a}]',
      series: '三篇',
    };
    const post = json(fields, '<prompt>{{a}}</prompt>', { name: 'prompt-a.md' });
    expect(Object.keys(post)).to.deep.equal([
      'title',
      'slug',
      'date',
      'updated',
      ...entryKeys,
      'mathjax',
      'cover',
      'prompt_args',
      'series',
      'content',
    ]);
    expect(post).to.deep.include({
      updated: '2026-04-01',
      mathjax: false,
      cover: 'https://e.example/blog/images/%E5%9B%BE.png',
      prompt_args: [{ name: 'a', required: false }],
      series: { name: '三篇', part: 1, of: 1 },
    });
    expect(json({ cover: 'https://cdn.example/x.png' })).to.include({ cover: 'https://cdn.example/x.png' });
  });

  it('is one line', () => expect(textOf(article({}, 'a\nb\n'))).to.match(/^[^\n]+\n$/));
});

describe('the series of a post', () => {
  const seriesIn = async (parts: Readonly<Record<string, Fields>>): Promise<Record<string, unknown>> => {
    const texts = Object.entries(parts).map(([slug, fields], index) => {
      const date = `2026-03-${String(index + 1).padStart(2, '0')} 08:00:00`;
      return [`${slug}.md`, articleText({ date, series: '长文', ...fields })];
    });
    const { library } = await shelve(Object.fromEntries(texts) as Record<string, string>);
    const { articles } = library;
    return Object.fromEntries(articles.map((one) => [one.slug, parse(textOf(one, [...articles])).series]));
  };
  const place = (part: number, of: number): object => ({ name: '长文', part, of });

  it('has the number of the part and of all parts, the oldest first, including locked parts', async () => {
    expect(await seriesIn({ 'algo-a': {}, 'algo-b': { password: '"long-password"' }, 'algo-c': {} })).to.deep.equal({
      'algo-a': place(1, 3),
      'algo-b': place(2, 3),
      'algo-c': place(3, 3),
    });
  });

  it('counts a hidden part only in the place of that part itself', async () => {
    expect(await seriesIn({ 'algo-a': {}, 'algo-b': { hidden: 'true' }, 'algo-c': {} })).to.deep.equal({
      'algo-a': place(1, 2),
      'algo-b': place(2, 3),
      'algo-c': place(2, 2),
    });
  });

  it('is missing for an article without a series', async () => {
    expect(await seriesIn({ 'algo-a': {}, 'algo-b': { series: undefined } })).to.deep.equal({
      'algo-a': place(1, 1),
      'algo-b': undefined,
    });
  });
});

describe('the body of a post', () => {
  it('is the same, byte for byte, in both forms', () => {
    const body = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\r\n', '\n', '\n---\n', '"', '\\', '\u2028', '<prompt>'),
      ),
    );
    fc.assert(
      fc.property(body, (pieces) => {
        const raw = `汉${pieces.join('')}`;
        expect(postMd(article({}, raw)).contents).to.equal(raw);
        expect(json({}, raw).content).to.equal(raw);
      }),
    );
  });
});

describe('an encrypted article', () => {
  it('is a comment as Markdown, and metadata with an empty content as JSON', () => {
    const of = [{ password: '"long-password"', mathjax: 'true' }, '秘密\n'] as const;
    expect(postMd(article(...of)).contents).to.equal('<!-- This post is encrypted. Content is not available. -->');
    expect(json(...of))
      .to.include({ encrypted: true, content: '', mathjax: true, title: '一篇文章' })
      .and.not.have.property('password');
  });

  it('reveals no word of its body or password in any machine file, even with other errors', async () => {
    const word = fc.stringMatching(/^[a-z0-9]{12}$/).map((text) => `w${text}`);
    const shape = fc.constantFrom(...cases<string>('posts', 'shapes'));
    const faults: Fields = {
      title: undefined,
      description: undefined,
      updated: '1',
      cover: '1',
      mathjax: '1',
      categories: '1',
      tags: '1',
    };
    const broken = fc
      .subarray(Object.keys(faults))
      .map((keys) => Object.fromEntries(keys.map((key) => [key, faults[key]])));
    const name = fc.constantFrom('algo-locked.md', 'prompt-locked.md', 'game_上锁.md');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(word, shape), { minLength: 1 }),
        word,
        broken,
        name,
        async (pieces, password, fields, file) => {
          const body = pieces.map(([secret, form]) => form.replaceAll('%', secret)).join('\n\n');
          const files = {
            [file]: articleText({ ...fields, password: `"${password}"` }, body),
            'algo-open.md': articleText({}, '公开。\n'),
          };
          const { library } = await shelve(files, { lenient: true });
          expect(library.articles).to.have.lengthOf(2);
          for (const [path, text] of await machineFiles(library)) {
            for (const secret of [password, ...pieces.map(([one]) => one)]) {
              expect(text.toLowerCase().includes(secret), `${path} contains ${secret}`).to.equal(false);
            }
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
