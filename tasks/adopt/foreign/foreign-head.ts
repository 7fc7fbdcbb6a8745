// Reads the head of a file in every form that Hexo, Hugo and Jekyll accept: untidy YAML, TOML, JSON, or a head without
// its opening line. The number of lines does not change, so places in the head are also places in the file.
import { top } from '#pdc/words/defect';
import type { Finding } from '#pdc/words/defect';
import { readFrontMatter } from '#pdc/article/front-matter';
import type { FrontMatter } from '#pdc/article/front-matter';
import { readYaml } from '#pdc/text/yaml';
import { readToml } from './toml.ts';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

/** A head, and the findings about its form. A strict build refuses a head with such findings. */
export type ForeignHead = {
  readonly frontMatter: FrontMatter;
  readonly findings: readonly Finding[];
  readonly form: Form | 'own';
};

/** The forms of heads, apart from our own form. */
export type Form = 'untidy' | 'toml' | 'json' | 'open';

/** Reads a head in any of the forms. If no form matches, returns the findings of our own reader. */
export function readForeignHead(source: string): ForeignHead | { findings: readonly Finding[] } {
  const parsed = readFrontMatter(source);
  if (!('findings' in parsed)) return { frontMatter: parsed, findings: [], form: 'own' };
  const split = splitForeign(source);
  const frontMatter = split && readPart(split);
  if (!frontMatter) return parsed;
  const place = { line: split.headLine, column: 1 };
  const finding: Finding = { rule: 'front-matter', place, message: warnings[split.form], always: 'warn' };
  return { frontMatter, findings: [finding], form: split.form };
}

const warnings: Readonly<Record<Form, Message>> = {
  untidy: message('foreignHeadUntidy'),
  toml: message('foreignHeadToml'),
  json: message('foreignHeadJson'),
  open: message('foreignHeadOpen'),
};

/** The lines of a head between its delimiters (`head`), and the text after them (`raw`). */
type Split = {
  readonly form: Form;
  readonly head: string;
  /** The line of the file on which the head begins. */
  readonly headLine: number;
  readonly raw: string;
  readonly rawLine: number;
};

/** Each form: its opening line, and the line that closes it. */
const forms: readonly { form: Form; open: RegExp; close: RegExp; holdsOpening?: true }[] = [
  { form: 'untidy', open: /-{3,}[ \t]*\r?\n/y, close: /^(?:-{3,}|\.\.\.)[ \t]*\r?$/m },
  { form: 'toml', open: /\+{3}[ \t]*\r?\n/y, close: /^\+{3}[ \t]*\r?$/m },
  { form: 'json', open: /;{3,}[ \t]*\r?\n/y, close: /^;{3,}[ \t]*\r?$/m },
  // The closing brace is part of the head.
  { form: 'json', open: /(?=\{[^\n]*\}[ \t]*\r?\n)/y, close: /\}[ \t]*\r?$/m, holdsOpening: true },
  { form: 'json', open: /(?=\{\s)/y, close: /^\}[ \t]*\r?$/m, holdsOpening: true },
  { form: 'open', open: /(?=[A-Za-z_][\w-]*:(?:\s|$))/y, close: /^[ \t]*(?:-{3,}|;{3,})[ \t]*\r?$/m },
];

function splitForeign(source: string): Split | undefined {
  const start = /^[\ufeff\s]*/.exec(source)![0].length;
  for (const { form, open, close, holdsOpening } of forms) {
    open.lastIndex = start;
    const opening = open.exec(source);
    if (!opening) continue;
    const from = start + opening[0].length;
    const closing = close.exec(source.slice(from));
    if (!closing) continue;
    const end = from + closing.index + (holdsOpening ? 1 : 0);
    const behind = source.slice(from + closing.index + closing[0].length);
    const raw = behind.replace(/^(?:[ \t]*\r?\n)+/, '');
    return {
      form,
      head: source.slice(from, end),
      headLine: lineAt(source, from),
      raw,
      rawLine: lineAt(source, source.length - raw.length),
    };
  }
  return undefined;
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

function readPart({ form, head, headLine, raw, rawLine }: Split): FrontMatter | undefined {
  if (form === 'toml' || form === 'json') {
    const attributes = form === 'toml' ? readToml(head) : readJson(head);
    const placeOf: FrontMatter['placeOf'] = (key) => {
      const line = head.split('\n').findIndex((text) => isLineOf(text, String(key)));
      return { line: headLine + Math.max(0, line), column: 1 };
    };
    // In TOML and JSON every quoted value is a string.
    const isDoubleQuoted = (): boolean => true;
    const sourceOf = (): undefined => undefined;
    return attributes && { attributes, raw, rawLine, placeOf, findPlace: placeOf, isDoubleQuoted, sourceOf };
  }
  const yaml = readYaml(tidy(head), { firstLine: headLine, lenient: true });
  if ('faults' in yaml || !isTable(yaml.data)) return undefined;
  const { data: attributes, isDoubleQuoted } = yaml;
  const placeOf: FrontMatter['placeOf'] = (...path) => yaml.placeOf(path) ?? top;
  const sourceOf: FrontMatter['sourceOf'] = (...path) => yaml.sourceOf(path);
  return { attributes, raw, rawLine, placeOf, findPlace: placeOf, isDoubleQuoted, sourceOf };
}

/** Makes the indentation valid YAML: tabs, no-break spaces and ideographic spaces become spaces. */
function tidy(head: string): string {
  return (
    head
      .replaceAll('\ufeff', '')
      .replace(/^[ \t\u00a0\u3000]+/gm, (indent) => indent.replaceAll('\t', '  ').replace(/[\u00a0\u3000]/g, ' '))
      .replace(/^(?=[\]}])/gm, ' ')
      // A list in brackets may continue in the first column.
      .replace(/:[ \t]*[[{][^\]}]*(?=[\]}])/g, (list) => list.replace(/\n(?=\S)/g, '\n '))
  );
}

const isLineOf = (line: string, key: string): boolean =>
  line.trimStart().replace(/^["']/, '').toLowerCase().startsWith(key.toLowerCase());

function readJson(text: string): Record<string, unknown> | undefined {
  const bare = text.trim();
  try {
    // Hexo's JSON lacks the outer braces.
    const data: unknown = JSON.parse(bare.startsWith('{') ? bare : `{${bare}}`);
    return isTable(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

const isTable = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
