// Merged documents: whole, and beyond what an agent takes in at once also in parts (contract section 3, the merged layout).
import type { Article } from './article.ts';
import { joinSegments, oneLine } from './document.ts';
import type { Output } from './document.ts';
import { partPath, postPath, toAbsolute } from './paths.ts';
import { bodyOf } from './post.ts';
import type { Site } from './site.ts';

/** Characters (UTF-16 code units) that most agents read of one file: what follows they cut off. */
export const longestPart = 50_000;

export type Merged = {
  readonly path: string;
  /** What the document begins with, a segment each. */
  readonly head: readonly string[];
  readonly articles: readonly Article[];
};

/** The whole document, then its parts where it has some: made one at a time, because all articles are in each. */
export function* mergedFiles({ path, head, articles }: Merged, site: Site): Generator<Output> {
  const write = (at: string, lines: readonly string[], some: readonly Article[]): Output => ({
    path: at,
    contents: joinSegments([...lines, ...some.flatMap((article) => articleSegments(article, site))]),
  });
  yield write(path, head, articles);
  const parts = splitIntoParts(articles, site);
  for (const [index, some] of parts.entries()) {
    const place = [
      `第 ${index + 1} 部分，共 ${parts.length} 部分`,
      ...(index + 1 < parts.length ? [`下一部分：${toAbsolute(site, partPath(path, index + 2))}`] : []),
      `全文：${toAbsolute(site, path)}`,
    ];
    yield write(partPath(path, index + 1), [...head, place.join(' | ')], some);
  }
}

/** How many parts a merged document of these articles is offered in: none where one is enough. */
export const countParts = (articles: readonly Article[], site: Site): number => splitIntoParts(articles, site).length;

/** In order, as many articles a part as fit; one that is too long by itself is a part. None where one part is enough. */
function splitIntoParts(articles: readonly Article[], site: Site): Article[][] {
  const lengths = articles.map((article) => lengthOf(article, site));
  if (lengths.reduce((sum, length) => sum + length, headRoom) <= longestPart) return [];
  const parts: Article[][] = [];
  let room = 0;
  for (const [index, article] of articles.entries()) {
    const length = lengths[index]!;
    if (length > room) {
      parts.push([]);
      room = longestPart - headRoom;
    }
    parts.at(-1)!.push(article);
    room -= length;
  }
  return parts.length > 1 ? parts : [];
}

/** With the line feeds behind each segment. */
const lengthOf = (article: Article, site: Site): number =>
  articleSegments(article, site).reduce((sum, segment) => sum + segment.length + 2, 0);

/** Characters left for what a part begins with: name, description and three addresses. */
const headRoom = 2_000;

/** One article within a merged document: a rule, its title, a line of metadata, its body. */
export function articleSegments(article: Article, site: Site): string[] {
  const facts = [
    `Date: ${article.date.day}`,
    `Tags: ${article.tags.map(oneLine).join(', ')}`,
    `URL: ${toAbsolute(site, postPath(site, article))}`,
  ];
  return ['---', `# ${oneLine(article.title)}`, facts.join(' | '), bodyOf(article)];
}
