// Finds the passage of a body that has the most words of a query, and the section of the passage.
import { slug as toAnchor } from 'github-slugger';
import { cut } from '../text/document.ts';
import { normalize, pairsOf, toTokens } from './terms.ts';

/** The text under one heading. The text before the first heading has an empty trail and anchor. */
export type Section = {
  /** The heading of the section and the headings above it, the highest first. */
  readonly trail: readonly string[];
  readonly anchor: string;
  readonly text: string;
};

/**
 * The sections of a Markdown body, read line by line, because a parser would cost each reader more than the index does.
 * If a section is wrong, such as a heading in an HTML comment, its anchor leads to the top of the page.
 */
export function sectionsOf(body: string): Section[] {
  const anchorCounts = new Map<string, number>();
  const above: string[] = [];
  let lines: string[] = [];
  const sections = [{ trail: [] as readonly string[], anchor: '', lines }];
  const begin = (level: number, title: string): void => {
    above.length = Math.min(above.length, level - 1);
    above[level - 1] = toPlain(withGaps(title));
    lines = [];
    sections.push({
      trail: above.filter((heading) => heading),
      anchor: uniqueAnchor(toPlain(title), anchorCounts),
      lines,
    });
  };
  let fence = '';
  for (const line of body.slice(0, maxBody).split(/\r\n?|\n/)) {
    const [, signs = '', info = ''] = /^[ >]*(?:(?:[-*+]|\d+[.)])[ >]+)?(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === '') fence = signs;
    else if (signs.startsWith(fence) && info.trim() === '') fence = '';
    const [, level, title = '', underline] =
      (fence === '' && line.length <= maxHeading && headingLine.exec(line)) || [];
    if (level !== undefined) begin(level.length, title);
    else if (underline !== undefined && underlined.test(lines.at(-1) ?? ''))
      begin(underline === '=' ? 1 : 2, lines.pop() ?? '');
    else lines.push(line);
  }
  return sections.map(({ lines: sectionLines, ...section }) => ({
    ...section,
    text: toProse(sectionLines.join('\n')),
  }));
}

/**
 * The maximum lengths of a body and a heading, in characters. Texts of other sites can have any length, but no author
 * writes longer texts.
 */
const [maxBody, maxHeading] = [500_000, 1000];

/**
 * A line that becomes a heading if "---" follows: text, but not a quotation, list item, table row or HTML. Only the
 * last line of a heading is read, because headings of two lines are rare.
 */
const underlined = /^ {0,3}(?![-*+](?:\s|$)|\d+[.)]\s|[>|<`~#\s]).*\S/;

const headingLine = /^ {0,3}(?:(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?|([=-])\3*)[ \t]*$/;

/** Makes the anchor that the page has too (`markdown/anchors.ts`). */
function uniqueAnchor(title: string, anchorCounts: Map<string, number>): string {
  const anchor = toAnchor(title) || 'section';
  let unique = anchor;
  let count = anchorCounts.get(anchor) ?? 0;
  for (; anchorCounts.has(unique); count += 1) unique = `${anchor}-${count + 1}`;
  anchorCounts.set(anchor, count);
  anchorCounts.set(unique, anchorCounts.get(unique) ?? 0);
  return unique;
}

/**
 * Code; a link or picture with its text; a tag; signs of emphasis; a named HTML entity. The length of each is limited.
 */
const marks =
  /(?<!`)(`{1,3})(?!`)(.{0,300}?[^`])\1(?!`)|!?\[([^\]]{0,300})\](?:\([^)\s]{0,1000}\)|\[[^\]]{0,300}\])|<\/?[a-z][\w-]{0,30}(?:\s[^<>]{0,1000})?\/?>|\*\*|\b__|__\b|&(\w{1,30});/gi;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The text without the signs of Markdown and HTML that only a renderer needs. */
const toPlain = (text: string): string =>
  text
    .replace(marks, (match, _, code?: string, label?: string, sign?: string) => {
      if (sign !== undefined) return Object.hasOwn(named, sign) ? named[sign]! : match;
      return code?.trim() ?? (label === undefined ? '' : toPlain(label));
    })
    .trim();

/** Keeps the words apart between which a browser begins a new line. */
const withGaps = (text: string): string =>
  text.replace(/<\/?(?:br|hr|p|div|li|ul|ol|center|h[1-6])(?=[\s/>])/gi, ' $&');

const toProse = (text: string): string =>
  toPlain(
    withGaps(text)
      .replace(/^(?:```|~~~).*$/gm, ' ')
      .replace(/^[ \t]*(?:>|[-*+]|\d{1,9}\.)\s/gm, ' '),
  ).replace(/[\s|]+/g, ' ');

export type Passage = Pick<Section, 'trail' | 'anchor'> & { readonly text: string };

/**
 * A regular expression that finds the words and the runs of Han characters in all forms of a query, and the pairs in
 * these runs. Undefined if the query has neither words nor Han characters.
 */
export function toWordPattern(forms: readonly string[]): RegExp | undefined {
  const needles = new Set<string>();
  for (const token of forms.flatMap((form) => toTokens(normalize(form)))) {
    if (token.kind === 'han')
      for (const run of [token.characters, ...pairsOf(token.characters)]) needles.add(escape(run));
    else for (const word of [...token.terms, ...token.parts]) needles.add(toWord(word));
  }
  if (needles.size === 0) return undefined;
  const longestFirst = [...needles].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.join('|'), 'gi');
}

/**
 * Matches a word only at the start of a word, so "go" is not found in "category". A short word must match the whole
 * word. A longer word may match the beginning of a word.
 */
const toWord = (word: string): string => `(?<![a-z0-9])${escape(word)}${word.length < 4 ? '(?![a-z0-9])' : ''}`;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The number of characters before and after a match. */
const charactersBefore = 24;
const charactersAfter = 96;

/**
 * The piece of a body that has the most words of a query close together, including its heading; undefined if nothing
 * matches.
 */
export function passageIn(body: string, wordPattern: RegExp): Passage | undefined {
  let best: { section: Section; start: number; finds: number } | undefined;
  for (const section of sectionsOf(body)) {
    const headingFinds = findsIn(section.trail.at(-1) ?? '', wordPattern);
    const textFinds = findsIn(section.text, wordPattern);
    const { start, finds } = densest(textFinds, headingFinds);
    if (finds > (best?.finds ?? 0)) best = { section, start, finds };
  }
  if (!best) return undefined;
  const { section, start } = best;
  const { trail, anchor, text } = section;
  const [from, to] = [Math.max(0, start - charactersBefore), Math.min(text.length, start + charactersAfter)];
  return {
    trail,
    anchor,
    text: `${from > 0 ? '…' : ''}${cut(text, to, from).trim()}${to < text.length ? '…' : ''}`,
  };
}

type Find = { readonly text: string; readonly index: number };

/**
 * The window with the best matches: two different words of a query count more than the same word twice. Takes one pass
 * over all matches.
 */
function densest(textFinds: readonly Find[], headingFinds: readonly Find[]): { start: number; finds: number } {
  const times = new Map<string, number>();
  const count = ({ text }: Find, by: number): void => {
    const timesLeft = (times.get(text) ?? 0) + by;
    if (timesLeft > 0) times.set(text, timesLeft);
    else times.delete(text);
  };
  for (const find of headingFinds) count(find, 1);
  let best = { start: 0, finds: times.size + headingFinds.length / 1000 };
  let end = 0;
  textFinds.forEach((first, at) => {
    for (; end < textFinds.length && textFinds[end]!.index < first.index + charactersAfter; end += 1)
      count(textFinds[end]!, 1);
    const finds = times.size + (headingFinds.length + end - at) / 1000;
    if (finds > best.finds) best = { start: first.index, finds };
    count(first, -1);
  });
  return best;
}

const findsIn = (text: string, wordPattern: RegExp): Find[] =>
  [...text.matchAll(wordPattern)].map(({ 0: match, index }) => ({ text: match.toLowerCase(), index }));
