// Translates a body of another engine to our Markdown: its tags, and the extensions of Markdown that our parser lacks.
import { nameToEmoji } from 'gemoji';
import { withSlashedTargets } from './backslashes.ts';
import { callout, details } from './markdown.ts';
import { longestLine, mapProse, proseLines } from './running-text.ts';
import { translateTags } from './template-tags.ts';
import type { StrayTag } from './template-tags.ts';
import { calloutKinds, noteKinds } from './tag-templates.ts';
import type { Lookups } from './tag-templates.ts';
import { drawnBlocks } from './widgets.ts';
import type { Widget } from './widgets.ts';

export type BodyOptions = {
  readonly lookups: Lookups;
  /** The title of the article. If the first heading has the same text, the heading is removed. */
  readonly title?: string;
  /** Whether the engine turned `:smile:` into an emoji. */
  readonly emoji?: boolean;
  /** The engine rendered formulas between `\\(` and `\\)` (`double`), or also between `\(` and `\)` (`single`). */
  readonly brackets?: 'double' | 'single' | undefined;
};

export type Body = {
  readonly text: string;
  /** Tags that stay as text, with offsets in the original body. */
  readonly strays: readonly StrayTag[];
  readonly widgets: readonly Widget[];
};

export function translateBody(raw: string, { lookups, title, emoji = false, brackets }: BodyOptions): Body {
  const tags = mayHoldTags.test(raw) ? translateTags(raw, lookups) : { text: raw, strays: [], widgets: [] };
  const inline = mapProse(tags.text, (prose) => withDollars(changeProse(prose, emoji), brackets));
  const slashed = withSlashedTargets(inline, (name) => lookups.post(name) !== undefined);
  return { text: changeLines(slashed, title), strays: tags.strays, widgets: [...tags.widgets, ...drawnBlocks(raw)] };
}

const mayHoldTags = /\{%|\{\{/;

function changeProse(prose: string, emoji: boolean): string {
  const sized = prose
    // kramdown's attributes of a block or a span.
    .replace(/\{:[ \t]*(?!toc\b)(?:[.#][\w-]{1,100}|[\w-]{1,100}=(?:"[^"\n]{0,500}"|'[^'\n]{0,500}')|[ \t])+\}/g, '')
    .replace(/!\[([^\]\n]{0,500})\]\(([^\s()]{1,500})[ \t]{1,50}=(\d{0,5})x(\d{0,5})\)/g, sizedImage)
    // kramdown allows spaces in addresses.
    .replace(
      /(!\[[^\]\n]{0,500}\]\()([^\s()"={]{1,500}(?: [^\s()"={]{1,500}){1,50})\)/g,
      (_, open: string, src: string) => `${open}${src.replaceAll(' ', '%20')})`,
    )
    .replace(/(?<![=\w])==(?=[^\s=])([^=\n]*[^\s=])==(?![=\w])/g, '<mark>$1</mark>');
  if (!emoji) return sized;
  // Several emoji may follow each other without a space.
  return sized.replace(/(?<![\w:/])(?<!\\)(?::(?:[a-z][a-z0-9_+-]*|[+-]1):)+(?![\w/])/g, (row) =>
    row.replace(/:([^:]+):/g, (code: string, name: string) => nameToEmoji[name] ?? code),
  );
}

/** Replaces LaTeX's brackets around formulas with dollar signs, as in our Markdown. */
function withDollars(prose: string, brackets: BodyOptions['brackets']): string {
  if (brackets === undefined) return prose;
  const formulas =
    brackets === 'single'
      ? /(?<!\\)(\\{1,2})([([])((?:(?!\n[ \t]{0,100}\r?\n)[^]){1,2000}?)\1[)\]]/g
      : /(\\\\)([([])((?:(?!\n[ \t]{0,100}\r?\n)[^]){1,2000}?)\1[)\]]/g;
  return prose.replace(formulas, (_, _sign, open: string, formula: string) =>
    open === '(' ? `$${formula.trim()}$` : `$$${formula}$$`,
  );
}

function sizedImage(_: string, alt: string, src: string, width: string, height: string): string {
  const sizes = `${width && ` width="${width}"`}${height && ` height="${height}"`}`;
  return `<img src="${src.replaceAll('"', '%22')}" alt="${alt.replaceAll('"', '&quot;')}"${sizes}>`;
}

function changeLines(raw: string, title: string | undefined): string {
  const marks = /^[ \t]*(?:#|:|>[> \t]*\[!|={2,}|@?\[|\{:|[*-][ \t]*TOC\b|(?:\|[ \t]*)?-+(?:[ \t]*:)?[ \t]*\|)/im;
  if (!marks.test(raw)) return raw;
  const lines = withContainers(withAlertTitles(withHeads(withoutContents(raw.split('\n')))));
  return lowered(withoutTitle(lines, title)).join('\n');
}

// Finding the running text of a body takes time, so each step first checks whether there is anything to change.

/** Removes marks for a table of contents, because every page has a table of contents anyway. */
function withoutContents(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => /\btoc|_toc/i.test(line))) return lines;
  const isProse = proseLines(lines);
  const isMark = (line: string, at: number): boolean =>
    isProse[at] === true &&
    /^[ \t]*(?:\[TOC\]|\[\[_?toc_?\]\]|@\[toc\](?:\(.*\))?|\{:[ \t]*toc[^}]*\})[ \t]*\r?$/i.test(line);
  const isItem = (line: string, at: number): boolean =>
    /^[ \t]*(?:[*+-]|\d+\.)[ \t]+\S/.test(line) && /\{:[ \t]*toc/i.test(lines[at + 1] ?? '');
  return lines.map((line, at) => (isMark(line, at) || isItem(line, at) ? (line.endsWith('\r') ? '\r' : '') : line));
}

const rule = /^[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?\r?$/;

/** Adds empty cells to the head of a table if the delimiter row has more cells than the head, as Hugo does. */
function withHeads(lines: readonly string[]): readonly string[] {
  if (!lines.some((line, at) => line.includes('|') && rule.test(lines[at + 1] ?? ''))) return lines;
  const isProse = proseLines(lines);
  const cellsIn = (line = ''): number =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/).length;
  return lines.map((line, at) => {
    const isHead = isProse[at] && line.includes('|') && rule.test(lines[at + 1] ?? '');
    const missing = isHead && !/^[-:|\s]*$/.test(line) ? cellsIn(lines[at + 1]) - cellsIn(line) : 0;
    return missing > 0 ? line.replace(/[ \t]*\|?[ \t]*(\r?)$/, ` |${'  |'.repeat(missing)}$1`) : line;
  });
}

/** The first line of a callout: quotation signs, its kind, a sign for folding, and its title. */
const alertTitle = /^( {0,3}(?:> {0,4})+)\[!([\w-]+)\][+-]?(?:[ \t]+(\S[^\r]*)|[ \t]*)(\r?)$/;

/** Moves the title of a callout to a line of its own, and replaces a kind that only other engines have. */
function withAlertTitles(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => alertTitle.test(line))) return lines;
  const isProse = proseLines(lines);
  return lines.flatMap((line, at) => {
    const isFirst = isProse[at] && depthOf(line) > depthOf(lines[at - 1]);
    const [, sign = '', name = '', written = '', end = ''] = (isFirst && alertTitle.exec(line)) || [];
    const kind = calloutKinds[name.toLowerCase()];
    const isOurs = written === '' && kind === name.toUpperCase() && !/[+-][ \t]*\r?$/.test(line);
    if (kind === undefined || isOurs) return [line];
    const title =
      written === '' && kind !== name.toUpperCase() ? name.replace(/^./, (sign) => sign.toUpperCase()) : written;
    const titleLines = title === '' ? [] : [`${sign}**${title.trimEnd()}**${end}`, `${sign.trimEnd()}${end}`];
    return [`${sign}[!${kind}]${end}`, ...titleLines];
  });
}

/** How many quotations a line is in. */
const depthOf = (line = ''): number => (/^[ >]*/.exec(line)![0].match(/>/g) ?? []).length;

/** Turns `::: warning Title` up to `:::` into a callout, and `::: details` or `::: spoiler` into a folding block. */
function withContainers(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.includes(':::'))) return lines;
  const isProse = proseLines(lines);
  const out: string[] = [];
  const bareLines = lines.map((line) => line.trim());
  // Colons that no later line has are not searched for again.
  const endless = new Set<string>();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, colons, kind = '', title = ''] = /^ {0,3}(:{3,})[ \t]*([a-zA-Z-]+)[ \t]*(.*?)\r?$/.exec(line) ?? [];
    // Code groups are part of our Markdown, so their lines stay.
    const isText = colons === undefined || !isProse[at] || kind === 'code-group' || endless.has(colons);
    const end = isText ? -1 : bareLines.indexOf(colons, at + 1);
    if (end === -1) {
      if (!isText) endless.add(colons);
      out.push(line);
      continue;
    }
    const inside = lines.slice(at + 1, end).map((line) => line.replace(/\r$/, ''));
    const head = title.replace(/^\{.*\}$/, '');
    const isFolded = /^(?:details|spoiler)$/i.test(kind);
    out.push(
      ...(isFolded ? details(head, inside.join('\n')) : callout(noteKinds[kind.toLowerCase()] ?? 'NOTE', head, inside)),
      '',
    );
    at = end;
  }
  return out;
}

/** Moves all headings one level down if one of them has level 1, because only the title may have this level. */
function lowered(lines: readonly string[]): readonly string[] {
  const named = withIds(lines);
  if (!named.some((line) => /^ {0,3}(?:#[ \t]|=+[ \t]*\r?$)/.test(line))) return named;
  const isProse = proseLines(named);
  const levelOf = (at: number): number =>
    isProse[at] ? (/^ {0,3}(#{1,6})(?=[ \t])/.exec(named[at]!)?.[1]!.length ?? 0) : 0;
  const underlineOf = (at: number): number => {
    if (
      !isProse[at] ||
      at === 0 ||
      !/^ {0,3}[^\s>|#*+<-]/.test(named[at - 1]!) ||
      /^ {0,3}\d+[.)]/.test(named[at - 1]!)
    )
      return 0;
    return /^ {0,3}=+[ \t]*\r?$/.test(named[at]!) ? 1 : /^ {0,3}-{2,}[ \t]*\r?$/.test(named[at]!) ? 2 : 0;
  };
  const hasFirst = named.some((_, at) => levelOf(at) === 1 || underlineOf(at) === 1);
  if (!hasFirst) return named;
  return named.map((line, at) => {
    const level = levelOf(at);
    if (level > 0 && level < 6) return line.replace('#', '##');
    if (underlineOf(at) === 1) return line.replaceAll('=', '-');
    if (underlineOf(at) === 2) return '';
    return underlineOf(at + 1) === 2 ? `### ${line.trimStart()}` : line;
  });
}

/** Replaces the explicit ID of `## Title {#id}` with an anchor before the heading. */
function withIds(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.includes('{#'))) return lines;
  const isProse = proseLines(lines);
  return lines.flatMap((line, at) => {
    const [, heading, id = ''] =
      (isProse[at] && /^( {0,3}#{1,6}[ \t].*?)[ \t]*\{#([\w\p{L}.-]+)[^}\n]*\}[ \t]*#*[ \t]*\r?$/u.exec(line)) || [];
    return heading === undefined ? [line] : [`<a id="${id}"></a>`, '', heading];
  });
}

/** Removes the first heading if it repeats the title. */
function withoutTitle(lines: readonly string[], title: string | undefined): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const text = /^ {0,3}#[ \t]+(.*?)[ \t#]*\r?$/.exec(lines[first]?.slice(0, longestLine) ?? '')?.[1];
  if (text === undefined || title === undefined || text.trim() !== title.trim()) return lines;
  const below = lines.slice(first + 1);
  return below.slice(below.findIndex((line) => line.trim() !== ''));
}
