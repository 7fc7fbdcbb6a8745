// list_categories: every category and the tags of the site, how many articles each has, and where the writing rules stand.
import { ListCategoriesInput } from '#pdc/endpoints/tools';
import { namesOf } from '../../site/derive.ts';
import type { Site } from '../../site/site.ts';
import { tellRules } from './answer.ts';
import type { Tool } from './answer.ts';
import { readInput } from './input.ts';

/** A site may have a thousand tags, most of them on one article: so many are listed, those with most articles. */
const mostTags = 100;

export const listCategories: Tool = async (input, { site }) => {
  readInput(ListCategoriesInput, input);
  const categories = await site.categories();
  const tags = await tagsOf(site);
  const lines = categories.map(
    ({ name, slug, post_count }) =>
      `- ${name}（${slug === undefined ? '没有合并的文件' : `slug: ${slug}`}）：${post_count} 篇`,
  );
  const listed = tags.slice(0, mostTags);
  const which = listed.length < tags.length ? `，文章最多的 ${listed.length} 个` : '';
  const named = listed.map(({ name, post_count }) => `${name}（${post_count}）`).join('、');
  const rules = tellRules((await site.catalogue()).resources);
  const text = [
    [`共 ${categories.length} 个分类：`, ...lines].join('\n'),
    ...(tags.length === 0 ? [] : [`共 ${tags.length} 个标签${which}：${named}`]),
    ...(rules === '' ? [] : [rules]),
  ].join('\n\n');
  return { content: [{ type: 'text', text }], structuredContent: { categories: [...categories], tags: listed } };
};

type Tag = { readonly name: string; readonly post_count: number; readonly slug?: string };

/** Those of the search index, which knows their slugs; of a site without one those that articles name. */
async function tagsOf(site: Site): Promise<Tag[]> {
  const index = await site.search();
  const tags = index
    ? (await index.names()).tags.map(({ name, slug, post_count }): Tag => ({ name, slug, post_count }))
    : namesOf((await site.catalogue()).index.posts, 'tags').map(({ name, posts }) => ({
        name,
        post_count: posts.length,
      }));
  return tags.sort((a, b) => b.post_count - a.post_count);
}
