// list_categories: every category of the site, and how many articles it holds.
import { ListCategoriesInput } from '#pdc/endpoints/tools';
import type { Tool } from './answer.ts';
import { readInput } from './input.ts';

export const listCategories: Tool = async (input, { site }) => {
  readInput(ListCategoriesInput, input);
  const categories = await site.categories();
  const lines = categories.map(
    ({ name, slug, post_count }) =>
      `- ${name}（${slug === undefined ? '没有合并的文件' : `slug: ${slug}`}）：${post_count} 篇`,
  );
  return {
    content: [{ type: 'text', text: [`共 ${categories.length} 个分类：`, ...lines].join('\n') }],
    structuredContent: { categories: [...categories] },
  };
};
