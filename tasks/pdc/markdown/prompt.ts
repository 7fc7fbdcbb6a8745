// The prompt of a `prompt-` article: its place in the raw body, and how it is filled in (protocol section 11).
import { lineStarts } from '../text/line-starts.ts';
import type { Prose } from '../words/prose.ts';
import { message } from '../words/message.ts';
import type { Message } from '../words/message.ts';

export type PromptArg = {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  readonly example?: string;
};

/**
 * An argument of the Model Context Protocol. Clients drop members that the protocol does not define, such as an
 * example, so the example is at the end of the description.
 */
export function toPromptArgument(
  { name, description, required, example }: PromptArg,
  { prompts }: Prose,
): Omit<PromptArg, 'example'> {
  const last = example === undefined ? undefined : prompts.example({ example });
  const [mainText, more] = [description, last].filter((part) => part !== undefined);
  if (mainText === undefined) return { name, required };
  return { name, description: more === undefined ? mainText : prompts.described({ whole: mainText, more }), required };
}

/** The place of a prompt element in a raw body: offsets of its tags, and its text without outer line breaks. */
export type PromptElement = { readonly start: number; readonly end: number; readonly text: string };

export type PromptReading =
  | { readonly element: PromptElement; readonly mentionedBefore: boolean }
  | { readonly fault: Message; readonly offset: number };

/**
 * Finds the only `<prompt>...</prompt>` of a raw body, or returns a fault and its place. The tags have exactly this
 * form, without attributes, because clients find them by a plain text search. The start tag begins a line and the end
 * tag ends a line, inside a fence or not. In any other place, a tag is only a mention. The text between the tags loses
 * only the line breaks at its ends.
 */
export function readPrompt(raw: string): PromptReading {
  const elements: PromptElement[] = [];
  const open: PromptTag[] = [];
  for (const tag of tagsOf(raw)) {
    if (tag.opens) {
      open.push(tag);
      continue;
    }
    const start = open.pop();
    if (!start) return { fault: message('promptClosesNothing'), offset: tag.start };
    if (open.length === 0)
      elements.push({ start: start.start, end: tag.end, text: trimBreaks(raw.slice(start.end, tag.start)) });
  }
  if (open[0]) return { fault: message('promptNeverClosed'), offset: open[0].start };
  const [element, second] = elements;
  if (!element) return { fault: message('promptMissing'), offset: 0 };
  if (second) return { fault: message('promptTwice'), offset: second.start };
  return { element, mentionedBefore: raw.indexOf('<prompt>') < element.start };
}

/** Whether a slug is that of a `prompt-` article. A lenient build keeps another case and underscores in its name. */
export const isPromptSlug = (slug: string): boolean => /^prompt[-_]/i.test(slug);

/** The text of the prompt, or nothing if the body does not have exactly one prompt. */
export function extractPrompt(raw: string): string | undefined {
  const reading = readPrompt(raw);
  return 'element' in reading ? reading.element.text : undefined;
}

const placeholder = /\{\{[ \t]*([^\s{}](?:[^{}\n]*[^\s{}])?)[ \t]*\}\}/g;

/** The names of all placeholders `{{NAME}}`, as written, each once. */
export function findPlaceholders(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))];
}

/** A text in pieces: every second piece is a placeholder as written, and the others are the text between. */
export function splitAtPlaceholders(text: string): string[] {
  const pieces: string[] = [];
  let end = 0;
  for (const { 0: placeholderText, index } of text.matchAll(placeholder)) {
    pieces.push(text.slice(end, index), placeholderText);
    end = index + placeholderText.length;
  }
  return [...pieces, text.slice(end)];
}

/**
 * Replaces every `{{NAME}}` by the argument of that name, regardless of case. All placeholders are replaced in one
 * pass, so a value that looks like a placeholder stays text. A placeholder whose argument is not among `names` stays as
 * it is.
 */
export function fillPrompt(
  text: string,
  { names, values }: { names: readonly string[]; values: Readonly<Record<string, string>> },
): string {
  const byName = new Map(names.map((name) => [name.toLowerCase(), Object.hasOwn(values, name) ? values[name]! : '']));
  return text.replace(placeholder, (match, name: string) => byName.get(name.toLowerCase()) ?? match);
}

type PromptTag = { readonly opens: boolean; readonly start: number; readonly end: number };

/** The tags that are not mentions, in order. A tag that closes a mention is a mention too. */
function tagsOf(raw: string): PromptTag[] {
  const tags: PromptTag[] = [];
  const starts = lineStarts(raw);
  for (const [at, lineStart] of starts.entries()) {
    const line = raw.slice(lineStart, starts[at + 1]);
    let mentioned = 0;
    for (const { 0: tag, index } of line.matchAll(/<\/?prompt>/g)) {
      const opens = tag === '<prompt>';
      const end = index + tag.length;
      const isAtItsEnd = opens ? isBlank(line.slice(0, index)) : mentioned === 0 && isBlank(line.slice(end));
      if (isAtItsEnd) tags.push({ opens, start: lineStart + index, end: lineStart + end });
      else mentioned = Math.max(0, mentioned + (opens ? 1 : -1));
    }
  }
  return tags;
}

const isBlank = (text: string): boolean => /^[ \t]*(?:\r\n?|\n)?$/.test(text);

const trimBreaks = (text: string): string => text.replace(/^[\r\n]+|[\r\n]+$/g, '');
