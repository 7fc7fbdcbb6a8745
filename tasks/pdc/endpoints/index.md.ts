// `/api/index.md`: the list of all articles as text, a line each, for agents that read and open only addresses they have seen.
import type { Article } from '../article/article.ts';
import { escapeMarkdown, joinSegments, oneLine, safeAddress } from '../document.ts';
import type { Output } from '../document.ts';
import type { Library } from '../library/library.ts';
import { indexMdPath, postMdPath, toAbsolute } from '../paths.ts';

export function catalogText(library: Library): Output {
  const { site, articles } = library;
  const lines = articles.map((article) => lineOf(article, library));
  const list = lines.length === 0 ? [] : [lines.join('\n')];
  return { path: indexMdPath, contents: joinSegments([`# ${oneLine(site.title)}`, ...list]) };
}

/** `- DATE [TITLE](address of its .md) (SLUG of its last category; encrypted)`. */
function lineOf({ title, slug, date, categories, encrypted }: Article, { site, categoryOf }: Library): string {
  const link = `[${escapeMarkdown(oneLine(title))}](${safeAddress(toAbsolute(site, postMdPath(slug)))})`;
  const category = categories.at(-1);
  const notes = [...(category === undefined ? [] : [categoryOf(category).slug]), ...(encrypted ? ['encrypted'] : [])];
  return `- ${date.day} ${link}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}
