// The elements in which a dollar stays a dollar, as with MathJax.
import type { StateInline } from 'markdown-it';
import { remember } from '../remember.ts';
import { rawText } from './elements.ts';
import { tagsIn } from './tags.ts';
import type { FoundTag } from './tags.ts';

const names = 'code pre math svg noscript select annotation annotation-xml'.split(' ');
const formulaFree = new Set(names);
const tagOfFormulaFree = new RegExp(`</?(?:${names.join('|')})[\\s/>]`, 'i');

/** Whether a text contains a tag of one of these elements: then it is not a formula. */
export const hasFormulaFreeTag = (text: string): boolean => tagOfFormulaFree.test(text);

/** The element around a place, and how many elements of this name are open there. */
export type Surrounding = { name: string; depth: number };

/** Follows a tag into one of these elements, or out of it. */
export function follow({ kind, name, text }: FoundTag, around: Surrounding): void {
  if (text.endsWith('/>')) return;
  if (around.depth === 0 && formulaFree.has(name)) around.name = name;
  if (name !== around.name) return;
  if (kind === 'start') around.depth += 1;
  else if (around.depth > 0) around.depth -= 1;
}

/** Whether the parser of a sentence is within one of these elements. A start tag without an end tag is text. */
export function isFormulaFree({ src, tokens, pos }: StateInline): boolean {
  const progress = progressIn(tokens);
  for (; progress.count < tokens.length; progress.count += 1) {
    const { type, content } = tokens[progress.count]!;
    if (type === 'html_inline') for (const tag of tagsIn(content, rawText)) follow(tag, progress.around);
  }
  const { around } = progress;
  if (around.depth === 0) return false;
  progress.lastEnds ??= lastEndsIn(src);
  return (progress.lastEnds.get(around.name) ?? -1) > pos;
}

type Progress = { count: number; readonly around: Surrounding; lastEnds?: ReadonlyMap<string, number> };

const progressIn = remember((_tokens: object): Progress => ({ count: 0, around: { name: '', depth: 0 } }));

/** The offset of the last end tag of each name. */
const lastEndsIn = (src: string): ReadonlyMap<string, number> =>
  new Map(Array.from(src.matchAll(/<\/([a-z-]+)[\s>]/gi), ({ 1: name = '', index }) => [name.toLowerCase(), index]));
