// `/api/index.json`: the structured list of all articles, and the entry that every list is made of.
import type { Article } from '../article/article.ts';
import { toJson } from '../document.ts';
import type { Output } from '../document.ts';
import type { Library } from '../library/library.ts';
import { indexJsonPath, postJsonPath, postMdPath, postPath, toAbsolute } from '../paths.ts';
import { Entry, Index } from '../schema.ts';
import type { Site } from '../site.ts';

/** An article's metadata in the machine channel, in the order of keys of protocol section 7. */
export function toEntry(article: Article, site: Site): Entry {
  return {
    title: article.title,
    slug: article.slug,
    date: article.date.day,
    categories: [...article.categories],
    tags: [...article.tags],
    description: article.description,
    url: toAbsolute(site, postPath(site, article)),
    api_json_url: toAbsolute(site, postJsonPath(article.slug)),
    api_md_url: toAbsolute(site, postMdPath(article.slug)),
    encrypted: article.encrypted,
  };
}

// An entry stands in several lists, and a watcher makes them with every save: it is checked and written out once.
const rows = new WeakMap<Article, { readonly site: Site; readonly row: string }>();

/** The entry as JSON, checked against the schema. */
export function toEntryRow(article: Article, site: Site): string {
  const known = rows.get(article);
  if (known?.site === site) return known.row;
  const row = JSON.stringify(Entry.parse(toEntry(article, site)));
  rows.set(article, { site, row });
  return row;
}

export function catalog({ site, articles }: Library): Output {
  const { title, description: said, url } = site;
  const description = said === '' ? title : said;
  const index = Index.parse({ site: title, description, url, post_count: articles.length, posts: [] });
  return {
    path: indexJsonPath,
    contents: toJson(index, { posts: articles.map((article) => toEntryRow(article, site)) }),
  };
}
