// `/api/categories/<slug>.json` and `.md`: the list and the full texts of one category.
import type { Article } from './article.ts';
import { toEntry } from './catalog.ts';
import { joinSegments, oneLine, toJson } from './document.ts';
import type { Output } from './document.ts';
import type { Group } from './library.ts';
import { categoryJsonPath, categoryMdPath, postPath, toAbsolute } from './paths.ts';
import { bodyOf } from './post.ts';
import { Category } from './schema.ts';
import type { Site } from './site.ts';

export function categoryJson({ name, slug, articles }: Group, site: Site): Output {
  const category = Category.parse({
    category: name,
    slug,
    post_count: articles.length,
    posts: articles.map((article) => toEntry(article, site)),
  });
  return { path: categoryJsonPath(slug), contents: toJson(category, { lines: ['posts'] }) };
}

export function categoryMd({ name, slug, articles }: Group, site: Site): Output {
  const head = [`# 分类：${oneLine(name)}`, `共 ${articles.length} 篇文章`];
  const segments = [...head, ...articles.flatMap((article) => articleSegments(article, site))];
  return { path: categoryMdPath(slug), contents: joinSegments(segments) };
}

/** One article within a merged document: a rule, its title, a line of metadata, its body. */
export function articleSegments(article: Article, site: Site): string[] {
  const facts = [
    `Date: ${article.date.day}`,
    `Tags: ${article.tags.map(oneLine).join(', ')}`,
    `URL: ${toAbsolute(site, postPath(site, article))}`,
  ];
  return ['---', `# ${oneLine(article.title)}`, facts.join(' | '), bodyOf(article)];
}
