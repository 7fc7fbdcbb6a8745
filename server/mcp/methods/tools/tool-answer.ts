// The format of tool results: text with facts as lines `key: value`, and errors with a remedy.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { cut, oneLine } from '#pdc/text/document';
import type { Prose } from '#pdc/words/prose';
import type { Entry } from '#pdc/site/schema';
import type { Catalogue, Site } from '../../site/open-site.ts';

export type ToolContext = { readonly site: Site; readonly prose: Prose };

export type Tool = (input: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<CallToolResult>;

/** An error that the model can correct: it reads the message and tries again. */
export class Remedy extends Error {
  override readonly name = 'Remedy';
}

/**
 * Only text, because clients differ in whether they show text or structured content to the model. Empty texts are
 * removed because some clients reject them.
 */
export const toAnswer = (...texts: readonly string[]): CallToolResult => ({
  content: texts.filter((text) => text !== '').map((text) => ({ type: 'text', text })),
});

export const toError = (message: string): CallToolResult => ({ isError: true, ...toAnswer(message) });

export type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

/** A line per fact. Line breaks in values are removed, so that a value cannot add another fact. */
export const toLines = (facts: Facts): string[] =>
  Object.entries(facts).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [`${key}: ${oneLine(String(value))}`],
  );

/** The facts of an article, without its title. */
export const factsOf = ({ slug, date, encrypted, categories, tags, url }: Entry) => ({
  slug,
  date,
  encrypted: encrypted || undefined,
  categories: categories.join(' / '),
  tags: tags.join(', '),
  url,
});

/** A sentence with the full address of the writing rules, because clients can read the rules only by that address. */
export function describeRules(resources: Catalogue['resources'], { answers }: Prose): string {
  const rules = [...resources.values()].find(({ name }) => name === 'ai-context.md');
  return rules ? answers.rules({ address: oneLine(rules.uri) }) : '';
}

/** A suggestion of similar names; otherwise an empty text. */
export const suggestNames = (names: readonly string[], { answers }: Prose): string =>
  names.length === 0 ? '' : answers.near({ names: names.map(oneLine).join(answers.comma) });

/** The requested name, shortened for an error message. */
export const quote = (text: string): string => oneLine(cut(text, 100));
