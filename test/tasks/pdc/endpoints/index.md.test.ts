// `/api/index.md`: all articles as text, which Markdown parsers can read.
import { expect } from 'chai';
import fc from 'fast-check';
import createParser from 'markdown-it';
import type { Token } from 'markdown-it';
import { oneLine } from '#pdc/text/document';
import { cardsOf } from '#pdc/library/cards';
import { catalogText } from '#pdc/endpoints/index.md';
import { estimateTokens } from '#pdc/text/tokens';
import { articleText } from '../../../support/articles.ts';
import { articlesOf, shelve, siteWith } from '../edition.ts';
import { cases } from '../../../support/cases.ts';

const listOf = async (...shelf: Parameters<typeof shelve>): Promise<string> =>
  String(catalogText(cardsOf((await shelve(...shelf)).library.listed)).contents);

type Item = { readonly date: string; readonly title: string; readonly url: string; readonly notes: string };

/** The items as a Markdown parser with HTML and automatic links reads them: text, one link, text. */
function parseList(text: string): Item[] {
  const tokens = createParser({ html: true, linkify: true, typographer: false }).parse(text, {});
  const inlines = tokens.filter(
    (token, index) => token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open',
  );
  return inlines.map(({ children }) => {
    const parts = children ?? [];
    const [open, close] = ['link_open', 'link_close'].map((type) => parts.findIndex((token) => token.type === type));
    const textOf = (some: readonly Token[]): string => {
      for (const { type } of some) expect(type).to.be.oneOf(['text', 'text_special']);
      return some.map(({ content }) => content).join('');
    };
    return {
      date: textOf(parts.slice(0, open)),
      title: textOf(parts.slice(open! + 1, close)),
      url: String(parts[open!]!.attrGet('href')),
      notes: textOf(parts.slice(close! + 1)),
    };
  });
}

describe('index.md', () => {
  it('has the name of the site and one line for each article, newest first, with addresses below the base path', async () => {
    const site = siteWith({ title: '站\n"名"', url: 'https://e.example/blog' });
    const files = {
      ...articlesOf(2),
      'algo-locked.md': articleText({ title: '"锁 [x]"', date: '2026-01-02 09:00:00', password: '"long-password"' }),
      'algo-bare.md': articleText({ categories: '[]', date: '2025-01-02 09:00:00' }),
      'algo-bare-locked.md': articleText({
        categories: '[]',
        date: '2024-01-02 09:00:00',
        password: '"long-password"',
      }),
      'algo-hidden.md': articleText({ hidden: 'true' }),
    };
    const at = 'https://e.example/blog/api/posts';
    expect(await listOf(files, { site, lenient: true })).to.equal(
      [
        '# 站 "名"',
        '',
        `- 2026-01-02 [锁 \\[x\\]](${at}/algo-locked.md) (algo; encrypted)`,
        `- 2026-01-02 [第 1 篇](${at}/algo-n1x.md) (algo)`,
        `- 2026-01-01 [第 0 篇](${at}/algo-n0x.md) (algo)`,
        `- 2025-01-02 [一篇文章](${at}/algo-bare.md)`,
        `- 2024-01-02 [一篇文章](${at}/algo-bare-locked.md) (encrypted)`,
        '',
      ].join('\n'),
    );
  });

  it('is only the name of the site without articles', async () => {
    expect(await listOf({})).to.equal('# 双声道\n');
  });

  it('can be read by a Markdown parser, with any characters in a title', async () => {
    const sign = fc.oneof(
      fc.constantFrom(...cases<string>('llms', 'pieces')),
      fc.constantFrom(
        '\\',
        '`',
        '*',
        '_',
        '~~',
        '&amp;',
        '&#35;',
        '<b>',
        '<!--',
        '![',
        '](',
        '[x]',
        '[^1]',
        'http://a.b',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    );
    const title = fc.array(sign, { maxLength: 12 }).map((pieces) => `题${pieces.join('')}`);
    await fc.assert(
      fc.asyncProperty(title, async (text) => {
        const site = siteWith({ url: 'https://e.example/a(b)' });
        const written = JSON.stringify(text.replaceAll('\0', ''));
        const files = { 'algo-a.md': articleText({ title: written }), 'algo-b.md': articleText({ title: written }) };
        const { library } = await shelve(files, { site });
        const items = parseList(String(catalogText(cardsOf(library)).contents));
        expect(items).to.deep.equal(
          library.articles.map(({ slug, title: said }) => ({
            date: '2026-03-01 ',
            title: oneLine(said),
            url: `https://e.example/a%28b%29/api/posts/${slug}.md`,
            notes: ' (algo)',
          })),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('takes at most 20 tokens for each article, not counting title and address', async () => {
    const files = articlesOf(40, () => ({ password: '"long-password"' }));
    const { library } = await shelve(files);
    const [, , ...lines] = String(catalogText(cardsOf(library)).contents)
      .trimEnd()
      .split('\n');
    expect(lines).to.have.lengthOf(40);
    for (const line of lines) expect(estimateTokens(`${line.replace(/\[.*\)(?= )/, '')}\n`)).to.be.at.most(20);
  });
});
