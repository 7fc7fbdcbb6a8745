// `/llms-full.txt`: all articles merged, whole and in parts.
import { oneLine } from './document.ts';
import type { Output } from './document.ts';
import type { Library } from './library.ts';
import { mergedFiles } from './parts.ts';
import { llmsFullPath } from './paths.ts';

export function llmsFull({ site, articles }: Library): Iterable<Output> {
  const head = [`# ${oneLine(site.title)}`, `> ${oneLine(site.description)}`];
  return mergedFiles({ path: llmsFullPath, head, articles }, site);
}
