// What is done to the text of an article that is taken over: its encoding and the form of its front matter. Bodies stay as they are.
import { readFrontMatter } from '#pdc/front-matter';
import type { FrontMatter } from '#pdc/front-matter';
import { decodeUtf8 } from '#pdc/utf8';
import { readToml, Written } from './toml.ts';

/** What was done, in the words of the report. */
export const mends = {
  gbk: 'from GBK to UTF-8',
  toml: 'front matter from TOML to YAML',
  json: 'front matter from JSON to YAML',
  opened: 'the line "---" put above the front matter',
  date: 'the date of the file name added',
  words: 'tags and categories taken apart, as Jekyll does',
  aliases: 'old addresses added to aliases',
  mathjax: 'mathjax: true added, because there are formulas',
  renamed: 'renamed',
} as const;

export type Mend = keyof typeof mends;

export type Mended = { readonly text: string; readonly mends: readonly Mend[] };

/** Bytes as an article in UTF-8 with YAML front matter, as far as that is certain; nothing where they are no text. */
export function mendText(bytes: Uint8Array): Mended | undefined {
  const utf8 = decodeUtf8(bytes);
  const text = utf8 ?? decodeGbk(bytes);
  if (text === undefined) return undefined;
  const encoding: Mend[] = utf8 === undefined ? ['gbk'] : [];
  const { text: mended, mend } = mendFrontMatter(text);
  return { text: mended, mends: [...encoding, ...(mend === undefined ? [] : [mend])] };
}

function decodeGbk(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('gb18030', { fatal: true }).decode(bytes);
    // Any two bytes may be GBK: text of another encoding would show as characters that nobody writes.
    return /[\p{Co}\p{Cn}\0]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function mendFrontMatter(text: string): { text: string; mend?: Mend } {
  const bare = text.replace(/^\ufeff/, '');
  const toml = /^\+\+\+[ \t]*\r?\n([^]*?)^\+\+\+[ \t]*\r?(?:\n|$)/m.exec(bare);
  if (toml?.index === 0) {
    const table = readToml(toml[1]!);
    return table ? { text: toYaml(table) + bare.slice(toml[0].length), mend: 'toml' } : { text };
  }
  const json = /^(?:;;;[ \t]*\r?\n)?(\{\s[^]*?^\})[ \t]*\r?\n(?:;;;[ \t]*\r?(?:\n|$))?/m.exec(bare);
  if (json?.index === 0) {
    const table = parseJson(json[1]!);
    return table ? { text: toYaml(table) + bare.slice(json[0].length), mend: 'json' } : { text };
  }
  if (!bare.startsWith('---') && /^[A-Za-z_]\w*:/.test(bare)) {
    const opened = `---\n${bare}`;
    if (!('findings' in readFrontMatter(opened))) return { text: opened, mend: 'opened' };
  }
  return { text };
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** JSON is YAML, value by value. */
function toYaml(table: Record<string, unknown>): string {
  const lines = Object.entries(table).map(([key, value]) => {
    const name = /^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key);
    return `${name}: ${value instanceof Written ? value.text : JSON.stringify(value, toPlain)}`;
  });
  return `---\n${lines.join('\n')}\n---\n`;
}

const toPlain = (_: string, value: unknown): unknown => (value instanceof Written ? value.text : value);

/** Adds lines to the front matter of an article, right below its opening line. */
export function addLines(text: string, lines: readonly string[]): string {
  if (lines.length === 0) return text;
  const start = text.indexOf('\n') + 1;
  const end = text[start - 2] === '\r' ? '\r\n' : '\n';
  return text.slice(0, start) + lines.map((line) => line + end).join('') + text.slice(start);
}

/** Adds addresses to the `aliases` of an article; nothing where they are written in a way of their own. */
export function addAliases(text: string, aliases: readonly string[]): string | undefined {
  const end = /^---[ \t]*\r?$/m.exec(text.slice(4))?.index ?? 0;
  const head = text.slice(0, end + 4);
  const names = aliases.map((alias) => JSON.stringify(alias));
  const longer = head
    .replace(/^aliases:[ \t]*\[(?=[ \t]*[^\s\]])/m, (opening) => `${opening}${names.join(', ')}, `)
    .replace(/^(aliases:[ \t]*(\r?\n))([ \t]*- )/m, (_, key: string, eol: string, item: string) => {
      return key + names.map((name) => `${item}${name}${eol}`).join('') + item;
    });
  return longer === head ? undefined : longer + text.slice(head.length);
}

/** Writes a list where words between blanks stand, on a line of their own. */
export function takeApart(text: string, key: string, names: readonly string[]): string {
  return text.replace(new RegExp(`^${key}:[^\\r\\n]*`, 'm'), () => `${key}: ${JSON.stringify(names)}`);
}

/** Whether a body seems to have formulas: a pair of `$$`, or of `$` around something that only formulas have. */
export function holdsFormulas({ raw }: FrontMatter): boolean {
  const prose = raw.replace(/^[ \t>]*(`{3,}|~{3,})[^]*?^[ \t>]*\1|`[^`\n]*`/gm, '');
  return /\$\$[^$]+\$\$|(?<![\w$])\$(?=[^$\n]*(?:\\[A-Za-z]+|[_^]))[^\s$](?:[^$\n]*[^\s$])?\$(?!\d)/.test(prose);
}
