// list_categories: every category and the tags of the site, how many articles each has, and where the writing rules stand.
import { ListCategoriesInput } from '#pdc/endpoints/tools';
import { namesIn } from '../../site/entries.ts';
import type { Site } from '../../site/site.ts';
import { tellRules } from './answer.ts';
import type { Tool } from './answer.ts';
import { readInput } from './input.ts';

/** A site may have a thousand tags, most of them on one article: so many are listed, those with most articles. */
const mostTags = 100;

export const listCategories: Tool = async (input, { site, prose }) => {
  readInput(ListCategoriesInput, { input, prose });
  const { categories: texts, answers } = prose;
  const { categories, resources } = await site.catalogue();
  const tags = await tagsOf(site);
  const lines = categories.map(({ name, slug, post_count: count }) =>
    texts.category({ name, slug: slug === undefined ? texts.noFile : `slug: ${slug}`, count }),
  );
  const listed = tags.slice(0, mostTags);
  const which = listed.length < tags.length ? texts.mostUsed({ count: listed.length }) : '';
  const names = listed.map(({ name, post_count: count }) => texts.tag({ name, count })).join(answers.comma);
  const rules = tellRules(resources, prose);
  const text = [
    [texts.count({ count: categories.length }), ...lines].join('\n'),
    ...(tags.length === 0 ? [] : [texts.tags({ count: tags.length, which, names })]),
    ...(rules === '' ? [] : [rules]),
  ].join('\n\n');
  return { content: [{ type: 'text', text }], structuredContent: { categories: [...categories], tags: listed } };
};

type TagCount = { readonly name: string; readonly post_count: number; readonly slug?: string };

/** Those of the search index, which knows their slugs; of a site without one those that articles name. */
async function tagsOf(site: Site): Promise<TagCount[]> {
  const index = await site.searchIndex();
  const tags = index
    ? (await index.names()).tags.map(({ name, slug, post_count }): TagCount => ({ name, slug, post_count }))
    : namesIn((await site.catalogue()).index.posts, 'tags');
  return tags.sort((a, b) => b.post_count - a.post_count);
}
