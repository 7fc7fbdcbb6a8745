// Answers of all tools: text for the model, structured content for its client, and errors that say the remedy.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Prose } from '#pdc/prose';
import type { Catalogue, Site } from '../../site/site.ts';

/** `links`: the revision knows resource links. */
export type ToolContext = { readonly site: Site; readonly prose: Prose; readonly links: 'known' | 'unknown' };

export type Tool = (input: unknown, context: ToolContext) => Promise<CallToolResult>;

/** The model was wrong, or what it asked for is not here: it reads the remedy and tries again. */
export class Remedy extends Error {
  override readonly name = 'Remedy';
}

export const toError = (message: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: message }],
});

/** Where the writing rules stand: by their whole address, for by any other name they cannot be read. */
export function tellRules(resources: Catalogue['resources'], { answers }: Prose): string {
  const rules = [...resources.values()].find(({ name }) => name === 'ai-context.md');
  return rules ? answers.rules({ address: rules.uri }) : '';
}

/** Names that are like the unknown one that was asked for; an empty text where there are none. */
export const tellNear = (names: readonly string[], { answers }: Prose): string =>
  names.length === 0 ? '' : answers.near({ names: names.join(answers.comma) });
