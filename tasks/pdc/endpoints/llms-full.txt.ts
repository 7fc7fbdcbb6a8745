// `/llms-full.txt`: all articles merged, as one file and in parts.
import { aboutOf, oneLine } from '../text/document.ts';
import type { Outputs } from '../text/document.ts';
import type { PublicArticle } from '../article/article.ts';
import type { Site } from '../site/site.ts';
import { mergedFiles } from './parts.ts';
import { llmsFullPath } from '../site/paths.ts';

type Texts = { readonly site: Site; readonly articles: readonly PublicArticle[] };

export function llmsFull({ site, articles }: Texts): Outputs {
  const head = [`# ${oneLine(site.title)}`, `> ${aboutOf(site)}`];
  return mergedFiles({ path: llmsFullPath, head, articles }, site);
}
