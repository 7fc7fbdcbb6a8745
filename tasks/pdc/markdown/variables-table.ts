// Looks for the table of a prompt's variables in a body.
import { findPrompt, toText } from './grammar.ts';
import { plainRenderer } from './markdown-renderers.ts';
import type { PromptArg } from './prompt.ts';

/** The cells of every table in a body, as plain text. Tables inside a prompt do not count. */
export function tableCells(raw: string): string[] {
  const tokens = plainRenderer.parse(raw, findPrompt(raw));
  return tokens.flatMap((token, index) => (token.type === 'td_open' ? [toText(tokens[index + 1]!)] : []));
}

/** Whether a body has a table, outside the prompt, in which at least one of the arguments appears. */
export function hasVariablesTable(raw: string, args: readonly PromptArg[]): boolean {
  const cells = tableCells(raw).map((cell) => cell.toLowerCase());
  return args.some(({ name }) => cells.some((cell) => cell.includes(name.toLowerCase())));
}
