// `/api/index.md`: all articles as text, one per line, for agents that only open addresses that they have read.
import { escapeMarkdown, joinSegments, oneLine, safeAddress } from '../text/document.ts';
import type { Output } from '../text/document.ts';
import type { Card, Cards } from '../library/cards.ts';
import { indexMdPath, postMdPath, toAbsolute } from '../site/paths.ts';
import type { Site } from '../site/site.ts';

export function catalogText({ site, articles }: Pick<Cards, 'site' | 'articles'>): Output {
  const lines = articles.map((article) => lineOf(article, site));
  const list = lines.length === 0 ? [] : [lines.join('\n')];
  return { path: indexMdPath, contents: joinSegments([`# ${oneLine(site.title)}`, ...list]) };
}

/** `- DATE [TITLE](address of its .md) (SLUG of its last category; encrypted)`. */
function lineOf({ title, slug, date, category, encrypted }: Card, site: Site): string {
  const link = `[${escapeMarkdown(oneLine(title))}](${safeAddress(toAbsolute(site, postMdPath(slug)))})`;
  const notes = [...(category === undefined ? [] : [category.slug]), ...(encrypted ? ['encrypted'] : [])];
  return `- ${date.day} ${link}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}
