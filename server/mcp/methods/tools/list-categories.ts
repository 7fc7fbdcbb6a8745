// list_categories: the categories and tags with their numbers of articles, and where the writing rules are.
import { ListCategoriesInput } from '#pdc/endpoints/tools';
import { oneLine } from '#pdc/text/document';
import { categoryMdPath } from '#pdc/site/paths';
import { namesIn } from '#pdc/search/entries';
import type { Category, Site } from '../../site/open-site.ts';
import { describeRules, toAnswer, toLines } from './tool-answer.ts';
import type { Tool } from './tool-answer.ts';
import { readInput } from './tool-input.ts';

/** Only the most frequent tags are listed, because a site may have a thousand tags, most of them on one article. */
const maxTags = 100;

export const listCategories: Tool = async (input, { site, prose }) => {
  readInput(ListCategoriesInput, { input, prose });
  const { categories, resources, index } = await site.catalogue();
  const tags = await tagsOf(site);
  const hasFiles = categories.some(({ slug }) => slug !== undefined);
  const parts = [
    [`categories: ${categories.length}`, ...categories.map(toLine)].join('\n'),
    // There may be many tags, so their columns are named once.
    [`tags: ${tags.length} (slug | post_count | name)`, ...tags.slice(0, maxTags).map(toRow)].join('\n'),
    tags.length > maxTags ? prose.categories.mostUsed({ count: maxTags }) : '',
    // Each listed slug is the name of a file with the texts of the category.
    hasFiles ? `category_md: ${index.url}${categoryMdPath('{slug}')}` : '',
    describeRules(resources, prose),
  ];
  return toAnswer(parts.filter((part) => part !== '').join('\n\n'));
};

const toLine = ({ name, slug, post_count }: Category): string => `- ${toLines({ slug, post_count, name }).join(' | ')}`;

const toRow = ({ name, slug = '', post_count }: Category): string =>
  `- ${oneLine([slug, post_count, name].join(' | '))}`;

/**
 * The tags: from the search index, with slugs; from the articles, without slugs, if the site is built without a search
 * index.
 */
async function tagsOf(site: Site): Promise<Category[]> {
  const index = await site.searchIndex();
  const tags: Category[] = index
    ? [...(await index.names()).tags]
    : namesIn((await site.catalogue()).index.posts, 'tags');
  return tags.sort((a, b) => b.post_count - a.post_count);
}
