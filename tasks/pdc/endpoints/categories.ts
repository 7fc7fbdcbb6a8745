// `/api/categories/<slug>.json` and `.md`: the list and the full texts of one category.
import { toEntryRow } from './index.json.ts';
import type { EntryCard } from './index.json.ts';
import { oneLine, toJson } from '../text/document.ts';
import type { Output, Outputs } from '../text/document.ts';
import type { Term } from '../library/taxonomy.ts';
import { mergedFiles } from './parts.ts';
import { categoryJsonPath, categoryMdPath } from '../site/paths.ts';
import { proseOf } from '../words/prose.ts';
import { Category } from '../site/schema.ts';
import type { PublicArticle } from '../article/article.ts';
import type { Site } from '../site/site.ts';

export function categoryJson({ name, slug, articles }: EntryGroup, site: Site): Output {
  const category = Category.parse({ category: name, slug, post_count: articles.length, posts: [] });
  return {
    path: categoryJsonPath(slug),
    contents: toJson(category, { posts: articles.map((article) => toEntryRow(article, site)) }),
  };
}

/** A category with the entries of its articles. */
type EntryGroup = Term & { readonly articles: readonly EntryCard[] };

/** A category with the texts of its articles. */
export type TextGroup = Term & { readonly articles: readonly PublicArticle[] };

/** The merged texts: as one file, and in parts if they are long. */
export function categoryMd({ name, slug, articles }: TextGroup, site: Site): Outputs {
  const { merged } = proseOf(site);
  const head = [`# ${oneLine(merged.category({ name }))}`, merged.count({ count: articles.length })];
  return mergedFiles({ path: categoryMdPath(slug), head, articles }, site);
}
