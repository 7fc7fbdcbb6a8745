// `/llms-full.txt`: all articles merged.
import { articleSegments } from './categories.ts';
import { joinSegments, oneLine } from './document.ts';
import type { Output } from './document.ts';
import type { Library } from './library.ts';
import { llmsFullPath } from './paths.ts';

export function llmsFull({ site, articles }: Library): Output {
  const head = [`# ${oneLine(site.title)}`, `> ${oneLine(site.description)}`];
  return {
    path: llmsFullPath,
    contents: joinSegments([...head, ...articles.flatMap((article) => articleSegments(article, site))]),
  };
}
