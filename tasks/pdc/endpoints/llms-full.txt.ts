// `/llms-full.txt`: all articles merged, whole and in parts.
import { aboutOf, oneLine } from '../document.ts';
import type { Outputs } from '../document.ts';
import type { Library } from '../library/library.ts';
import { mergedFiles } from './parts.ts';
import { llmsFullPath } from '../paths.ts';

export function llmsFull({ site, articles }: Library): Outputs {
  const head = [`# ${oneLine(site.title)}`, `> ${aboutOf(site)}`];
  return mergedFiles({ path: llmsFullPath, head, articles }, site);
}
