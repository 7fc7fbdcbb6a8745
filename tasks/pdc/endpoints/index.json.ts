// `/api/index.json`: the structured list of all articles. All lists in the machine channel consist of such entries.
import { toJson } from '../text/document.ts';
import type { Output } from '../text/document.ts';
import type { Card } from '../library/cards.ts';
import { indexJsonPath, postJsonPath, postMdPath, postPath, toAbsolute } from '../site/paths.ts';
import { remember } from '../remember.ts';
import { Entry, Index } from '../site/schema.ts';
import type { Site } from '../site/site.ts';

/** An article as lists of the machine channel show it. */
export type EntryCard = Pick<Card, 'title' | 'slug' | 'date' | 'categories' | 'tags' | 'description' | 'encrypted'>;

export type EntryList = { readonly site: Site; readonly articles: readonly EntryCard[] };

/** An article's metadata in the machine channel, in the order of keys of protocol section 7. */
export function toEntry(article: EntryCard, site: Site): Entry {
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

/**
 * The entry as JSON, checked against the schema. Cached, because an entry is in several lists, which a watcher makes
 * after every save.
 */
export const toEntryRow = remember((article: EntryCard, site: Site): string =>
  JSON.stringify(Entry.parse(toEntry(article, site))),
);

export function catalog({ site, articles }: EntryList): Output {
  const { title, description: ownDescription, url } = site;
  const description = ownDescription === '' ? title : ownDescription;
  const index = Index.parse({ site: title, description, url, post_count: articles.length, posts: [] });
  return {
    path: indexJsonPath,
    contents: toJson(index, { posts: articles.map((article) => toEntryRow(article, site)) }),
  };
}
