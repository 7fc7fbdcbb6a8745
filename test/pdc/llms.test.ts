// `/llms.txt` passes a strict parser of the llms.txt format, whatever the site holds.
import { expect } from 'chai';
import fc from 'fast-check';
import { llms } from '#pdc/llms';
import { estimateTokens } from '#pdc/tokens';
import { articleText } from '../support/articles.ts';
import { articlesOf, shelve, siteWith } from './edition.ts';

type Item = { readonly name: string; readonly url: string; readonly note: string | undefined };
type Parsed = {
  readonly title: string;
  readonly summary: string;
  readonly details: string;
  readonly sections: Readonly<Record<string, Item[]>>;
};

/** llmstxt.org: an H1; a blockquote; text without headings; H2 sections of `- [name](url)` or `- [name](url): notes`. */
function parseLlms(text: string): Parsed {
  expect(text)
    .to.match(/[^\n]\n$/)
    .and.not.match(/[\r\v\f\u0085\u2028\u2029]|\n\n\n/);
  const [head, ...sections] = text.split(/^## /m);
  const [, title, summary, details] = /^# (\S[^\n]*)\n\n> (\S[^\n]*)\n\n([^#>\-\s][^\n]*)\n\n?$/.exec(head!) ?? [];
  if (title === undefined || summary === undefined || details === undefined)
    throw new Error(`not the head of an llms.txt: ${head}`);
  const parsed = sections.map((section): [string, Item[]] => {
    const [name, blank, ...lines] = section.trimEnd().split('\n');
    expect(blank, 'a blank line behind an H2').to.equal('');
    return [name!, lines.map(parseItem)];
  });
  expect(new Set(parsed.map(([name]) => name)).size).to.equal(parsed.length);
  for (const [name, items] of parsed) expect(items, name).to.not.be.empty;
  return { title, summary, details, sections: Object.fromEntries(parsed) };
}

function parseItem(line: string): Item {
  const [, name, url, note] = /^- \[([^[\]]+(?<!\\))\]\(([^()\s]+)\)(?:: (\S.*))?$/.exec(line) ?? [];
  if (name === undefined || url === undefined) throw new Error(`not a list item of an llms.txt: ${line}`);
  expect(new URL(url).protocol).to.match(/^https?:$/);
  return { name, url, note };
}

const llmsOf = async (...shelf: Parameters<typeof shelve>): Promise<Parsed> =>
  parseLlms(String(llms((await shelve(...shelf)).library).contents));

describe('llms.txt', () => {
  for (const [count, listed, recommendsIndex] of [
    [1, 1, false],
    [5, 5, false],
    [6, 6, false],
    [49, 49, false],
    [50, 50, true],
    [51, 21, true],
  ] as const) {
    it(`lists the articles of a site that holds ${count}`, async () => {
      const { sections } = await llmsOf(articlesOf(count));
      expect(Object.keys(sections)).to.deep.equal(['资源', '分类', '文章', 'Optional']);
      const articles = sections['文章']!;
      expect(articles).to.have.lengthOf(listed);
      expect(articles.slice(0, 20).map(({ name }) => name)).to.deep.equal(
        Array.from({ length: Math.min(20, count) }, (_, index) => `第 ${count - 1 - index} 篇`),
      );
      expect(articles.slice(0, 20).map(({ note }) => note !== undefined)).to.deep.equal(
        articles.slice(0, 20).map((_, index) => index < 5),
      );
      if (count > 50) expect(articles.at(-1)?.url).to.match(/\/api\/index\.json$/);
      const full = sections['资源']!.find(({ url }) => url.endsWith('/llms-full.txt'))!;
      expect(full.note).to.contain(String(count));
      expect(full.note!.includes('index.json')).to.equal(recommendsIndex);
    });
  }

  it('stands without articles', async () => {
    expect(Object.keys((await llmsOf({})).sections)).to.deep.equal(['资源', 'Optional']);
  });

  it('keeps encrypted articles for the optional section', async () => {
    const locked = (title: string, date: string): string => articleText({ title, date, password: '"long-password"' });
    const { sections } = await llmsOf({ ...articlesOf(2), 'algo-locked.md': locked('"锁"', '2026-05-01 08:00:00') });
    expect(sections['文章']?.map(({ name }) => name)).to.deep.equal(['第 1 篇', '第 0 篇']);
    expect(sections.Optional?.map(({ name }) => name)).to.include('锁');
    expect(sections['资源']?.find(({ url }) => url.endsWith('/llms-full.txt'))?.note).to.contain('3');
  });

  it('points to every site-level endpoint, every category and the adapter, below the base path', async () => {
    const site = siteWith({ url: 'https://e.example/blog', mcp: 'https://mcp.example/mcp' });
    const { sections } = await llmsOf(articlesOf(1), { site });
    const urls = Object.values(sections).flatMap((items) => items.map(({ url }) => url));
    for (const path of [
      'llms-full.txt',
      'ai-context.md',
      'pdc-protocol.md',
      'api/index.json',
      'api/mcp.json',
      'api/categories/tech.md',
      'api/categories/algo.md',
      'api/posts/algo-n0x.md',
    ]) {
      expect(urls).to.include(`https://e.example/blog/${path}`);
    }
    expect(urls).to.include('https://mcp.example/mcp');
    expect(urls.filter((url) => !/^https:\/\/(?:e\.example\/blog\/|mcp\.example\/mcp$)/.test(url))).to.deep.equal([]);
  });

  it('passes the parser whatever titles, descriptions and addresses hold', async () => {
    const hostile = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '](',
      '\n',
      '\r\n',
      '\u2028',
      '\u0085',
      '\\',
      '# ',
      '\n## x\n',
      '- ',
      '> ',
      ': ',
      '`',
      '<',
      '|',
      ' ',
      '汉',
      'a',
    );
    const text = fc.array(hostile, { maxLength: 12 }).map((pieces) => `题${pieces.join('')}`);
    await fc.assert(
      fc.asyncProperty(text, text, text, async (title, description, name) => {
        const site = siteWith({
          title,
          description,
          url: 'https://e.example/a(b)',
          category_map: { [name]: 'tech', 技术: 'tech', 算法: 'algo' },
          mcp: 'https://m.example/(x)',
        });
        const long = description + '述'.repeat(50);
        const { sections } = await llmsOf(
          { 'algo-a.md': articleText({ title: JSON.stringify(title), description: JSON.stringify(long) }) },
          { site },
        );
        expect(sections['文章']?.[0]?.url).to.equal('https://e.example/a%28b%29/api/posts/algo-a.md');
      }),
      { numRuns: 60 },
    );
  });

  it('costs about 500 tokens for a site of five articles', async () => {
    const { library } = await shelve(articlesOf(5));
    expect(estimateTokens(String(llms(library).contents))).to.be.within(300, 900);
  });
});
