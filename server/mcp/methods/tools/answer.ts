// What all tools say in: text, of which facts are lines `key: value`, and errors that say the remedy.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { oneLine } from '#pdc/text/document';
import type { Prose } from '#pdc/words/prose';
import type { Entry } from '#pdc/site/schema';
import type { Catalogue, Site } from '../../site/site.ts';

export type ToolContext = { readonly site: Site; readonly prose: Prose };

export type Tool = (input: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<CallToolResult>;

/** The model was wrong, or what it asked for is not here: it reads the remedy and tries again. */
export class Remedy extends Error {
  override readonly name = 'Remedy';
}

/** Text alone: of text and structured content clients show their model one, and not all the same one. An empty text some refuse. */
export const toAnswer = (...texts: readonly string[]): CallToolResult => ({
  content: texts.filter((text) => text !== '').map((text) => ({ type: 'text', text })),
});

export const toError = (message: string): CallToolResult => ({ isError: true, ...toAnswer(message) });

export type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

/** A line for each fact that there is. A value cannot end its line, and so cannot begin another fact. */
export const toLines = (facts: Facts): string[] =>
  Object.entries(facts).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [`${key}: ${oneLine(String(value))}`],
  );

/** What an article is, but for its title. */
export const factsOf = ({ slug, date, encrypted, categories, tags, url }: Entry) => ({
  slug,
  date,
  encrypted: encrypted || undefined,
  categories: categories.join(' / '),
  tags: tags.join(', '),
  url,
});

/** Where the writing rules stand: by their whole address, for by any other name they cannot be read. */
export function describeRules(resources: Catalogue['resources'], { answers }: Prose): string {
  const rules = [...resources.values()].find(({ name }) => name === 'ai-context.md');
  return rules ? answers.rules({ address: oneLine(rules.uri) }) : '';
}

/** Names that are like the unknown one that was asked for; an empty text where there are none. */
export const suggestNames = (names: readonly string[], { answers }: Prose): string =>
  names.length === 0 ? '' : answers.near({ names: names.map(oneLine).join(answers.comma) });

/** What was asked for, as errors repeat it. */
export const quote = (text: string): string => oneLine(text.slice(0, 100));
