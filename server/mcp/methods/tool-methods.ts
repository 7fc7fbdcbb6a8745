// The methods tools/list and tools/call.
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server';
import { Unavailable } from '../adapter-failures.ts';
import { OutdatedIndex } from '#pdc/search/search';
import { pageOf } from './list-pages.ts';
import { invalidParams } from './method-params.ts';
import type { Site } from '../site/open-site.ts';
import { Remedy, toError } from './tools/tool-answer.ts';
import type { Tool, ToolContext } from './tools/tool-answer.ts';
import { getPost } from './tools/get-post.ts';
import { listCategories } from './tools/list-categories.ts';
import { searchPosts } from './tools/search-posts.ts';

const tools: ReadonlyMap<string, Tool> = new Map([
  ['search_posts', searchPosts],
  ['get_post', getPost],
  ['list_categories', listCategories],
]);

export async function listTools(site: Site, cursor: string | undefined): Promise<ListToolsResult> {
  const { lists } = await site.catalogue();
  const list = { method: 'tools', items: lists.tools, keyOf: ({ name }: { name: string }) => name };
  const { items, ...next } = pageOf(list, cursor);
  return { tools: items, ...next };
}

/** Errors that a model can correct are results, because a model reads results. An unknown tool is a protocol error. */
export async function callTool(
  call: { readonly name: string; readonly input: Readonly<Record<string, unknown>> },
  { log, ...context }: Omit<ToolContext, 'prose'> & { readonly log: (message: string) => void },
): Promise<CallToolResult> {
  const tool = tools.get(call.name);
  if (!tool) throw invalidParams(`Unknown tool: ${call.name}. The tools are ${[...tools.keys()].join(', ')}`);
  const prose = await context.site.prose();
  try {
    return await tool(call.input, { ...context, prose });
  } catch (error) {
    if (error instanceof Remedy) return toError(error.message);
    // The index is outdated if its pieces are of different builds: the site is being replaced.
    if (!(error instanceof Unavailable || error instanceof OutdatedIndex)) throw error;
    log(error.message);
    return toError(prose.answers.unavailable);
  }
}
