// `/api/posts/<slug>.json` and `.md`: one article for machines; an encrypted one withholds its body.
import { expect } from 'chai';
import fc from 'fast-check';
import { postJson, postMd } from '#pdc/endpoints/posts';
import { articleText } from '../../../support/articles.ts';
import type { Fields } from '../../../support/articles.ts';
import { article, machineFiles, shelve, siteWith } from '../edition.ts';
import { cases } from '../../../support/cases.ts';

const entryKeys = ['categories', 'tags', 'description', 'url', 'api_json_url', 'api_md_url', 'encrypted'];
const json = (...of: Parameters<typeof article>): Record<string, unknown> =>
  JSON.parse(String(postJson(article(...of), siteWith({ url: 'https://e.example/blog' })).contents)) as Record<
    string,
    unknown
  >;

describe('a post as JSON', () => {
  it('holds the entry, `updated` after `date`, and the content last', () => {
    const post = json({}, '正文\r\n');
    expect(Object.keys(post)).to.deep.equal(['title', 'slug', 'date', 'updated', ...entryKeys, 'content']);
    expect(post).to.include({ date: '2026-03-01', updated: '2026-03-01', encrypted: false, content: '正文\r\n' });
  });

  it('holds the optional fields that the article has', () => {
    const fields = {
      updated: '2026-04-01 00:00:00',
      mathjax: 'false',
      cover: '/images/图.png',
      prompt_args: '[{name: a}]',
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
      'content',
    ]);
    expect(post).to.deep.include({
      updated: '2026-04-01',
      mathjax: false,
      cover: 'https://e.example/blog/images/%E5%9B%BE.png',
      prompt_args: [{ name: 'a', required: false }],
    });
    expect(json({ cover: 'https://cdn.example/x.png' })).to.include({ cover: 'https://cdn.example/x.png' });
  });

  it('is one line', () => expect(String(postJson(article({}, 'a\nb\n'), siteWith()).contents)).to.match(/^[^\n]+\n$/));
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

  it('tells no word of its body or password in any machine output, whatever else is wrong with it', async () => {
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
              expect(text.toLowerCase().includes(secret), `${path} tells ${secret}`).to.equal(false);
            }
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
