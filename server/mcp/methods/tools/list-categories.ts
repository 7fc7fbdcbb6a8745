// list_categories: every category of the site, how many articles it holds, and where the writing rules stand.
import { ListCategoriesInput } from '#pdc/endpoints/tools';
import { tellRules } from './answer.ts';
import type { Tool } from './answer.ts';
import { readInput } from './input.ts';

export const listCategories: Tool = async (input, { site }) => {
  readInput(ListCategoriesInput, input);
  const categories = await site.categories();
  const lines = categories.map(
    ({ name, slug, post_count }) =>
      `- ${name}（${slug === undefined ? '没有合并的文件' : `slug: ${slug}`}）：${post_count} 篇`,
  );
  const told = tellRules((await site.catalogue()).resources);
  const rules = told === '' ? [] : ['', told];
  return {
    content: [{ type: 'text', text: [`共 ${categories.length} 个分类：`, ...lines, ...rules].join('\n') }],
    structuredContent: { categories: [...categories] },
  };
};
