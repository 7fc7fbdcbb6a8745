// `/llms.txt` passes a strict parser of the llms.txt format, for any site.
import { expect } from 'chai';
import fc from 'fast-check';
import { llms } from '#pdc/endpoints/llms.txt';
import { estimateTokens } from '#pdc/text/tokens';
import { articleText } from '../../../support/articles.ts';
import { articlesOf, shelve, siteWith } from '../edition.ts';
import { cases } from '../../../support/cases.ts';
import type { Library } from '#pdc/library/library';

type Item = { readonly name: string; readonly url: string; readonly note: string | undefined };
type Parsed = {
  readonly title: string;
  readonly summary: string;
  readonly details: string;
  readonly sections: Readonly<Record<string, Item[]>>;
};

/**
 * llmstxt.org: an H1; a blockquote; text without headings; H2 sections of `- [name](url)` or `- [name](url): notes`.
 */
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
    expect(blank, 'a blank line after an H2').to.equal('');
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

const llmsOfLibrary = ({ site, articles }: Library) => llms({ site, articles, parts: 0 });

const llmsOf = async (...shelf: Parameters<typeof shelve>): Promise<Parsed> =>
  parseLlms(String(llmsOfLibrary((await shelve(...shelf)).library).contents));

describe('llms.txt', () => {
  for (const [count, recommendsIndex] of cases<[number, boolean]>('llms', 'counts')) {
    it(`lists the newest of ${count} articles that fit into 550 tokens, and says how many of them it lists`, async () => {
      const { library } = await shelve(articlesOf(count));
      const text = String(llmsOfLibrary(library).contents);
      const { sections } = parseLlms(text);
      const heading = Object.keys(sections)[1]!;
      const listed = sections[heading]!;
      expect(Object.keys(sections)).to.have.lengthOf(2);
      expect(listed.map(({ name }) => name)).to.deep.equal(
        Array.from({ length: listed.length }, (_, index) => `第 ${count - 1 - index} 篇`),
      );
      expect(estimateTokens(text)).to.be.at.most(550);
      if (listed.length === count) expect(heading).to.equal('文章');
      else {
        expect(heading).to.equal(`文章（最新 ${listed.length} 篇，共 ${count} 篇；其余见 index.md）`);
        // One more title would not fit.
        const next = `- [第 ${count - 1 - listed.length} 篇](${listed.at(-1)!.url})\n`;
        expect(estimateTokens(text + next)).to.be.above(545);
      }
      const full = sections['资源']!.find(({ url }) => url.endsWith('/llms-full.txt'))!;
      expect(full.note)
        .to.match(recommendsIndex ? /建议改用 index\.md/ : /推荐/)
        .and.contain(`全部 ${count} 篇`);
    });
  }

  it('names at least five articles, even with the smallest budget', async () => {
    const { library } = await shelve(articlesOf(8), { site: siteWith({ llms_budget: 1 }) });
    const { sections } = parseLlms(String(llmsOfLibrary(library).contents));
    expect(sections['文章（最新 5 篇，共 8 篇；其余见 index.md）']).to.have.lengthOf(5);
  });

  it('accepts another budget, or no limit', async () => {
    const listedWith = async (llms_budget: number | 'off'): Promise<number> => {
      const { library } = await shelve(articlesOf(60), { site: siteWith({ llms_budget }) });
      const text = String(llmsOfLibrary(library).contents);
      if (llms_budget !== 'off') expect(estimateTokens(text)).to.be.within(llms_budget - 30, llms_budget);
      return Object.values(parseLlms(text).sections)[1]!.length;
    };
    expect(await listedWith(800)).to.be.within(25, 59);
    expect(await listedWith('off')).to.equal(60);
  });

  it('names the steps of the retrieval flow in order, below the base path', async () => {
    const site = siteWith({ url: 'https://e.example/blog' });
    const { details } = await llmsOf(articlesOf(1), { site });
    const steps = [
      '/llms.txt',
      '/ai-context.md',
      '/llms-full.txt',
      '/api/index.json',
      '/api/posts/<slug>.md',
      '/api/categories/<slug>.md',
    ].map((path) => details.indexOf(`/blog${path}`));
    expect(steps).to.not.include(-1);
    expect(steps).to.deep.equal(steps.toSorted((a, b) => a - b));
  });

  it('lists only resources if there are no articles', async () => {
    expect(Object.keys((await llmsOf({})).sections)).to.deep.equal(['资源']);
  });

  it('marks encrypted articles', async () => {
    const locked = (title: string, date: string): string => articleText({ title, date, password: '"long-password"' });
    const { sections } = await llmsOf({ ...articlesOf(2), 'algo-locked.md': locked('"锁"', '2026-05-01 08:00:00') });
    expect(sections['文章']?.map(({ name, note }) => [name, note])).to.deep.equal([
      ['锁', '已加密'],
      ['第 1 篇', undefined],
      ['第 0 篇', undefined],
    ]);
    expect(sections['资源']?.find(({ url }) => url.endsWith('/llms-full.txt'))?.note).to.contain('3');
  });

  it('points to every site-level endpoint once, and to the adapter, below the base path', async () => {
    const site = siteWith({ url: 'https://e.example/blog', mcp: 'https://mcp.example/mcp' });
    const { sections } = await llmsOf(articlesOf(1), { site });
    const urls = Object.values(sections).flatMap((items) => items.map(({ url }) => url));
    for (const path of cases<string>('llms', 'paths')) {
      expect(urls.filter((url) => url === `https://e.example/blog/${path}`)).to.have.lengthOf(1);
    }
    expect(urls).to.include('https://mcp.example/mcp');
    expect(urls.filter((url) => !/^https:\/\/(?:e\.example\/blog\/|mcp\.example\/mcp$)/.test(url))).to.deep.equal([]);
  });

  it('passes the parser with any titles, descriptions and addresses', async () => {
    const hostile = fc.constantFrom(...cases<string>('llms', 'pieces'));
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
});
