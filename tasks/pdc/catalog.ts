// `/api/index.json`: the structured list of all articles, and the entry that every list is made of.
import type { Article } from './article.ts';
import { toJson } from './document.ts';
import type { Output } from './document.ts';
import type { Library } from './library.ts';
import { indexJsonPath, postJsonPath, postMdPath, postPath, toAbsolute } from './paths.ts';
import type { Entry } from './schema.ts';
import { Index } from './schema.ts';
import type { Site } from './site.ts';

/** An article's metadata in the machine channel, in the contract's order of keys. */
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

export function catalog({ site, articles }: Library): Output {
  const index = Index.parse({
    site: site.title,
    description: site.description,
    url: site.url,
    post_count: articles.length,
    posts: articles.map((article) => toEntry(article, site)),
  });
  return { path: indexJsonPath, contents: toJson(index, { lines: ['posts'] }) };
}
