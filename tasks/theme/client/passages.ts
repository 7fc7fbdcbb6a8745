// Where in a body the words of a query stand together: a piece of its text, and the section that the piece stands in.
import { slug as toAnchor } from 'github-slugger';

/** The text under one heading. Before the first one there is neither trail nor anchor. */
export type Section = {
  /** The headings it stands under, the highest first. */
  readonly trail: readonly string[];
  readonly anchor: string;
  readonly text: string;
};

/**
 * The sections of a Markdown body, read line by line: a parser would cost each reader more than the index. Where it is
 * wrong, as in a heading within HTML, an anchor leads to the top of the page.
 */
export function sectionsOf(body: string): Section[] {
  const taken = new Set<string>();
  const above: string[] = [];
  let lines: string[] = [];
  const sections = [{ trail: [] as readonly string[], anchor: '', lines }];
  let fence: string | undefined;
  for (const line of body.split(/\r\n?|\n/)) {
    const [, signs = '', info = ''] = /^[ >]*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence !== undefined) {
      if (signs.startsWith(fence) && info.trim() === '') fence = undefined;
    } else if (signs !== '') fence = signs;
    const [, level = '', title = ''] =
      (fence === undefined && /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line)) || [];
    if (level === '') {
      lines.push(line);
      continue;
    }
    const name = toPlain(title);
    above.length = Math.min(above.length, level.length - 1);
    above[level.length - 1] = name;
    lines = [];
    sections.push({ trail: above.filter((heading) => heading), anchor: uniqueAnchor(name, taken), lines });
  }
  return sections.map(({ lines: own, ...section }) => ({ ...section, text: toProse(own.join('\n')) }));
}

/** As the pages' own anchors are made (`#pdc/grammar`). */
function uniqueAnchor(title: string, taken: Set<string>): string {
  const anchor = toAnchor(title) || 'section';
  let unique = anchor;
  for (let count = 1; taken.has(unique); count += 1) unique = `${anchor}-${count}`;
  taken.add(unique);
  return unique;
}

/** Without the signs of Markdown that only a renderer needs. */
const toPlain = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/\*\*|`/g, '')
    .trim();

const toProse = (text: string): string =>
  toPlain(text.replace(/^(?:```|~~~).*$/gm, ' ').replace(/^\s*(?:>|[-*+]|\d+\.)\s/gm, ' ')).replace(/[\s|]+/g, ' ');

export type Passage = Pick<Section, 'trail' | 'anchor'> & { readonly text: string };

/** So much of a text before and behind what is found. */
const before = 24;
const behind = 72;

/** The piece of a body where the most of a query stands together; nothing where none of it does. */
export function passageIn(body: string, finding: RegExp): Passage | undefined {
  let best: { section: Section; start: number; finds: number } | undefined;
  for (const section of sectionsOf(body)) {
    const starts = [...section.text.matchAll(finding)].map(({ index }) => index);
    for (const start of starts) {
      const finds = starts.filter((at) => at >= start && at < start + behind).length;
      if (!best || finds > best.finds) best = { section, start, finds };
    }
  }
  if (!best) return undefined;
  const { section, start } = best;
  const { trail, anchor, text } = section;
  const [from, to] = [Math.max(0, start - before), Math.min(text.length, start + behind)];
  return {
    trail,
    anchor,
    text: `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`,
  };
}
