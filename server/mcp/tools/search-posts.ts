// search_posts: the site's ranker over the index that the build made.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Entry } from '#pdc/schema';
import { searchPosts as rank } from '#pdc/search';
import { SearchPostsInput } from '#pdc/tools';
import type { Catalogue } from '../site.ts';
import type { Tool, ToolContext } from './answer.ts';
import { readInput } from './input.ts';

type Hit = Entry & { score?: number };

export const searchPosts: Tool = async (input, context) => {
  const request = readInput(SearchPostsInput, input);
  const catalogue = await context.site.catalogue();
  const { total, posts } = rank(await context.site.searchIndex(), catalogue.index.posts, request);
  return {
    content: [{ type: 'text', text: toText(total, posts) }, ...linksTo(posts, catalogue, context)],
    structuredContent: { total, posts: [...posts] },
  };
};

function toText(total: number, posts: readonly Hit[]): string {
  if (posts.length === 0)
    return '没有合适的文章。可以换一种说法、去掉分类或标签条件，或者用 list_categories 看看这里写哪些主题。';
  const head = total > posts.length ? `共 ${total} 篇符合，下面是前 ${posts.length} 篇：` : `共 ${total} 篇：`;
  return [head, ...posts.map(toLine), '用 get_post 按 slug 读取正文。'].join('\n\n');
}

const toLine = ({ title, slug, date, categories, description, url, encrypted }: Hit, index: number): string =>
  `${index + 1}. ${title}${encrypted ? '（已加密）' : ''}
   slug: ${slug} | ${date} | ${categories.join(' / ')} | ${url}
   ${description}`;

/** Each hit as the resource that the manifest lists, where the client's revision has such links. */
function linksTo(posts: readonly Hit[], { resources }: Catalogue, { links }: ToolContext): CallToolResult['content'] {
  if (links === 'unknown') return [];
  return posts.flatMap(({ api_md_url: uri }) => {
    const resource = resources.get(uri);
    return resource ? [{ type: 'resource_link' as const, ...resource } as CallToolResult['content'][number]] : [];
  });
}
