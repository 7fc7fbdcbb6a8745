// TOML as Hugo's authors write it in front matter and configuration. What it does not understand, it does not guess.

/** A date as it was written: in YAML it is text without quotes. */
export class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type TomlTable = Record<string, unknown>;

/** Reads a document; nothing where a line is none of the forms that are known. */
export function readToml(text: string): TomlTable | undefined {
  const reader = openReader(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'));
  const root: TomlTable = {};
  let table = root;
  try {
    for (reader.skipLines(); !reader.isAtEnd(); reader.skipLines()) {
      const header = reader.take(/\[(\[)?[ \t]*([^\]\n]+?)[ \t]*\]\]?[ \t]*(?:#[^\n]*)?(?=\n|$)/y);
      if (header) {
        const path = readKeys(header[2]!);
        table = header[1] === undefined ? open(root, path) : append(root, path);
        continue;
      }
      const key = reader.expect(
        /((?:[\w-]+|"[^"\n]*"|'[^'\n]*')(?:[ \t]*\.[ \t]*(?:[\w-]+|"[^"\n]*"|'[^'\n]*'))*)[ \t]*=[ \t]*/y,
      );
      const path = readKeys(key[1]!);
      open(table, path.slice(0, -1))[path.at(-1)!] = readValue(reader);
      reader.expect(/[ \t]*(?:#[^\n]*)?(?=\n|$)/y);
    }
    return root;
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
}

class Unknown extends Error {}

function fail(): never {
  throw new Unknown();
}

type Reader = ReturnType<typeof openReader>;

function openReader(text: string) {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    if (found) at = pattern.lastIndex;
    return found;
  };
  const expect = (pattern: RegExp): RegExpExecArray => take(pattern) ?? fail();
  return { take, expect, skipLines: () => void take(/(?:\s+|#[^\n]*)*/y), isAtEnd: () => at >= text.length };
}

function readValue(reader: Reader): unknown {
  const { take } = reader;
  const long = take(/"""\n?([^]*?)"""(?!")|'''\n?([^]*?)'''(?!')/y);
  if (long) return long[1] === undefined ? long[2]! : unescape(long[1].replace(/\\\n\s*/g, ''));
  const text = take(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/y);
  if (text) return text[1] === undefined ? text[2]! : unescape(text[1]);
  const word = take(/true\b|false\b/y);
  if (word) return word[0] === 'true';
  const date = take(/\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})?)?/y);
  if (date) return new Written(date[0]);
  const number = take(/[+-]?\d[\d_]*(?:\.[\d_]+)?(?:[eE][+-]?\d+)?(?![\w.])/y);
  if (number) return Number(number[0].replaceAll('_', ''));
  if (take(/\[/y)) return readList(reader);
  if (take(/\{/y)) return readInlineTable(reader);
  return fail();
}

function readList(reader: Reader): unknown[] {
  const items: unknown[] = [];
  for (;;) {
    reader.skipLines();
    if (reader.take(/\]/y)) return items;
    items.push(readValue(reader));
    reader.skipLines();
    if (!reader.take(/,/y)) {
      reader.expect(/\]/y);
      return items;
    }
  }
}

function readInlineTable(reader: Reader): TomlTable {
  const table: TomlTable = {};
  for (;;) {
    reader.skipLines();
    if (reader.take(/\}/y)) return table;
    const key = reader.expect(/([\w-]+)[ \t]*=[ \t]*/y);
    table[key[1]!] = readValue(reader);
    reader.skipLines();
    if (!reader.take(/,/y)) {
      reader.expect(/\}/y);
      return table;
    }
  }
}

const readKeys = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map(([, double, single, bare]) => double ?? single ?? bare!);

function open(table: TomlTable, path: readonly string[]): TomlTable {
  return path.reduce((inner, key) => {
    const next = (inner[key] ??= {});
    const last = Array.isArray(next) ? (next as unknown[]).at(-1) : next;
    return typeof last === 'object' && last !== null ? (last as TomlTable) : fail();
  }, table);
}

function append(table: TomlTable, path: readonly string[]): TomlTable {
  const parent = open(table, path.slice(0, -1));
  const list = (parent[path.at(-1)!] ??= []);
  if (!Array.isArray(list)) return fail();
  const item: TomlTable = {};
  list.push(item);
  return item;
}

const signs: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' };

const unescape = (text: string): string =>
  text.replace(/\\(?:u([\da-f]{4})|U([\da-f]{8})|(.))/gis, (_, short, long, sign) =>
    sign === undefined ? String.fromCodePoint(parseInt(short ?? long, 16)) : (signs[sign] ?? sign),
  );
