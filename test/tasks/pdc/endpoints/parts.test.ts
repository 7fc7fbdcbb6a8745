// Merged documents in parts, for agents that read only 50,000 characters of a file.
import { expect } from 'chai';
import { llms } from '#pdc/endpoints/llms.txt';
import { llmsFull } from '#pdc/endpoints/llms-full.txt';
import { countParts, maxPart } from '#pdc/endpoints/parts';
import { categoryMd } from '#pdc/endpoints/categories';
import { withoutPauses } from '#pdc/text/document';
import { partPath } from '#pdc/site/paths';
import { estimateTokens } from '#pdc/text/tokens';
import { articleText } from '../../../support/articles.ts';
import { shelve, textOf } from '../edition.ts';

const sized = (lengths: readonly number[]): Record<string, string> =>
  Object.fromEntries(
    lengths.map((length, at) => [
      `algo-${String.fromCharCode(97 + at)}.md`,
      articleText({ date: `2026-01-01 00:00:${String(59 - at)}` }, `${'字'.repeat(length)}\n`),
    ]),
  );

const split = async (lengths: readonly number[]) => {
  const { library } = await shelve(sized(lengths));
  const [whole, ...parts] = withoutPauses(llmsFull(library)).map((output) => ({ ...output, text: textOf(output) }));
  return { library, whole: whole!, parts };
};

const slugsIn = (text: string): string[] => [...text.matchAll(/\/posts\/(algo-\w)\//g)].map(([, slug]) => slug!);

describe('a merged document', () => {
  it('stays whole while it is short', async () => {
    const { parts } = await split([20_000, 20_000, 7_000]);
    expect(parts).to.deep.equal([]);
  });

  it('is also published in parts if it is long: each part has whole articles, in order, and is within the limit', async () => {
    const { whole, parts } = await split([20_000, 20_000, 20_000, 5_000]);
    expect(whole.path).to.equal('/llms-full.txt');
    expect(parts.map(({ path }) => path)).to.deep.equal(['/api/parts/llms-full/1.txt', '/api/parts/llms-full/2.txt']);
    expect(parts.map(({ text }) => slugsIn(text))).to.deep.equal([
      ['algo-a', 'algo-b'],
      ['algo-c', 'algo-d'],
    ]);
    for (const { text } of parts) expect(text.length).to.be.at.most(maxPart);
    const articlesOf = (text: string): string => text.slice(text.indexOf('---\n\n# '));
    expect(parts.map(({ text }) => articlesOf(text)).join('\n')).to.equal(articlesOf(whole.text));
  });

  it('has the right number of tokens for the whole file and for each part', async () => {
    const { whole, parts } = await split([20_000, 29_000, 1, 0]);
    expect(parts).to.have.length(2);
    for (const { text, tokens } of [whole, ...parts]) expect(tokens).to.equal(estimateTokens(text));
  });

  it('has in each part the number of the part, and the addresses of the next part and of the whole file', async () => {
    const { parts } = await split([30_000, 30_000]);
    const places = parts.map(({ text }) => text.split('\n\n')[2]);
    expect(places).to.deep.equal([
      '第 1 部分，共 2 部分 | 下一部分：https://duplex.example/api/parts/llms-full/2.txt | 全文：https://duplex.example/llms-full.txt',
      '第 2 部分，共 2 部分 | 全文：https://duplex.example/llms-full.txt',
    ]);
  });

  it('has a separate part for an article that is too long by itself', async () => {
    const { parts } = await split([1_000, 60_000, 1_000]);
    expect(parts.map(({ text }) => slugsIn(text))).to.deep.equal([['algo-a'], ['algo-b'], ['algo-c']]);
  });

  it('of a category is split in the same way', async () => {
    const { library } = await split([30_000, 30_000]);
    const group = library.categories.find(({ slug }) => slug === 'algo')!;
    expect(withoutPauses(categoryMd(group, library.site)).map(({ path }) => path)).to.deep.equal([
      '/api/categories/algo.md',
      '/api/parts/categories/algo/1.md',
      '/api/parts/categories/algo/2.md',
    ]);
    expect(partPath('/api/categories/tcp-ip.md', 3)).to.equal('/api/parts/categories/tcp-ip/3.md');
  });

  it('is listed in llms.txt with the address of its first part', async () => {
    const line = /^- \[llms-full\.txt\].*；另分成 2 部分，从 \/api\/parts\/llms-full\/1\.txt 开始$/m;
    const llmsOf = async (lengths: readonly number[]): Promise<string> => {
      const { site, articles } = (await split(lengths)).library;
      return String(llms({ site, articles, parts: countParts(articles, site) }).contents);
    };
    expect(await llmsOf([30_000, 30_000])).to.match(line);
    expect(await llmsOf([10])).to.not.match(line);
  });
});
