// Finds the places where a title or heading may break: where scripts meet, and before conjunctions. Only the characters
// count, so every machine makes the same page. With `word-break: keep-all`, a browser breaks at these places and at
// punctuation before it breaks a word.
import { html, raw } from '../text/markup.ts';
import type { Markup } from '../text/markup.ts';

/** The ranges are written out because script tables differ between versions of an engine. */
const han = '\\u3400-\\u4dbf\\u4e00-\\u9fff';

/**
 * These stay on one line: words with hyphens, a number with its unit or name, a word with the `的` after it, and a word
 * with the short last word after it.
 */
const unbreakable = new RegExp(
  [
    `[A-Za-z][\\w.+#-]* [${han}]{1,2}[，。：；？！]?$`,
    '[A-Za-z0-9]+(?:-[A-Za-z0-9]+)* 的',
    '[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+',
    '第 ?\\d+ ?[^\\s\\d]',
    '(?:[A-Za-z][\\w.+#]* )?\\d[\\d.,]*(?: ?[年月日天个种条行章节篇次倍岁万亿]| ?%)?',
  ].join('|'),
  'g',
);
const maxUnbreakable = 20;

/**
 * The maximum length of a title with breaks, in code units. A longer title would take too much time, because each word
 * is tested from each of its letters.
 */
export const maxTitle = 500;

/**
 * A text may break between Han characters and a word of letters, after `的`, and before conjunctions and question words.
 */
const meetings = new RegExp(
  [
    `(?<=[${han}])(?=[A-Za-z]{2})|(?<=[A-Za-z]{2})(?=[${han}])`,
    `(?<=[^目标]的)(?=[${han}A-Za-z]{2})(?![确士])`,
    `(?<=[${han}])(?<![参给赋授])(?=与[${han} ])`,
    `(?<=[${han}])(?=如何|为什么|怎么|还是|以及|或者|而不是)`,
  ].join('|'),
);

/**
 * A text may also break after an unbreakable part that ends with `的`, or with a date to which no other word belongs.
 */
const opensPhrase = new RegExp(`^[的年月日](?![的里底初末前后内])[${han}]{2}`);

/** A text as HTML, with `<wbr>` where it may break. The style sheet keeps each `whole` element on one line. */
export function breakable(text: string): Markup | string {
  if (text.length > maxTitle) return text;
  const parts: (Markup | string)[] = [];
  let end = 0;
  for (const { 0: words, index } of text.matchAll(unbreakable)) {
    if (words.length > maxUnbreakable || !/[ -]/.test(words)) continue;
    parts.push(...broken(text.slice(end, index)), html`<span class="whole">${words}</span>`);
    end = index + words.length;
    if (opensPhrase.test(words.slice(-1) + text.slice(end))) parts.push(wbr);
  }
  parts.push(...broken(text.slice(end)));
  return parts.length < 2 ? (parts[0] ?? text) : html`${parts}`;
}

/** An option of a command in code stays on one line: a browser would break after each of its hyphens. */
export const withWholeOptions = (code: string): string =>
  code.replace(/(?<=^|[\s>])-{1,2}[A-Za-z][\w-]{0,24}(?![\w-])/g, '<span class="whole">$&</span>');

const wbr = raw('<wbr>');

const broken = (text: string): (Markup | string)[] =>
  text.split(meetings).flatMap((part, at) => (at === 0 ? [part] : [wbr, part]));
