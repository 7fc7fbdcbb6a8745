// The part of YAML that heads of articles are made of: lines `key: value`, lists in brackets, and lists of lines. It is read at
// a twentieth of the cost. What might be anything else has no answer here: `yaml` reads it.

export type PlainYaml = {
  readonly data: Readonly<Record<string, unknown>>;
  readonly isDoubleQuoted: (key: string) => boolean;
};

/** A line: its indentation, the mark of an item, a key that is text in YAML too, and a value. */
const form = /^( *)(- +)?(?:(?!(?:null|true|false):)([a-z][a-z_]{0,99}):(?: +|$))?(.*[^ ])? *$/;
/** Signs that each line below would have to think of. */
const odd = /\r(?!\n)|[\t\u2028\u2029]/;

export function readPlainYaml(source: string): PlainYaml | undefined {
  if (odd.test(source)) return undefined;
  const data: Record<string, unknown> = {};
  const inDoubleQuotes = new Set<string>();
  /** What the last key of all opens when no value stands behind it. */
  let list: { key: string; indent?: number; items: unknown[] } | undefined;
  /** The last item, when it has keys: they stand in one column. */
  let item: { map: Record<string, unknown>; column: number } | undefined;

  for (const line of source.split(/\r?\n/)) {
    const [, { length: indent }, mark, key, written] = form.exec(line) as unknown as Line;
    if (mark === undefined && key === undefined && written === undefined) continue;
    const value = written === undefined ? null : readValue(written);
    if (value === undefined) return undefined;

    if (mark !== undefined) {
      if (!list || (list.indent ??= indent) !== indent) return undefined;
      data[list.key] = list.items;
      item = key === undefined ? undefined : { map: {}, column: indent + mark.length };
      list.items.push(item ? item.map : value);
    } else if (indent === 0 && key !== undefined) {
      item = undefined;
      list = value === null ? { key, items: [] } : undefined;
      if (written?.startsWith('"')) inDoubleQuotes.add(key);
    } else if (key === undefined || indent !== item?.column) return undefined;

    if (key === undefined) continue;
    const map = item?.map ?? data;
    // Which of two is meant, or that it is an error, is not for here to say.
    if (Object.hasOwn(map, key)) return undefined;
    map[key] = value;
  }
  return Object.keys(data).length === 0 ? undefined : { data, isDoubleQuoted: (key) => inDoubleQuotes.has(key) };
}

type Line = [whole: string, indent: string, mark?: string, key?: string, written?: string];

const quoted = /^(?:"[^"\\]*"|'[^']*')$/;
const natural = /^(?:0|[1-9]\d{0,14})$/;
/** It begins with a letter, a slash or a day, as no number and no sign of YAML does. */
const plain = /^(?!(?:null|true|false)$)(?:[\p{L}/]|\d{4}-\d\d-\d\d)(?:[^:#]|:(?! |$))*$/iu;

const readValue = (written: string): unknown => (written.startsWith('[') ? readList(written) : readScalar(written));

function readScalar(written: string): string | number | boolean | undefined {
  if (quoted.test(written)) return written.slice(1, -1);
  if (written === 'true' || written === 'false') return written === 'true';
  if (natural.test(written)) return Number(written);
  return plain.test(written) ? written : undefined;
}

/** One of a list in brackets, and what ends it. */
const listed = / *("[^"\\]*"|'[^']*'|[^ "'[\]{},:#](?:[^"'[\]{},:#]*[^ "'[\]{},:#])?) *(,|\]$)/y;

function readList(written: string): unknown[] | undefined {
  const values: unknown[] = [];
  listed.lastIndex = 1;
  for (let found = listed.exec(written); found; found = listed.exec(written)) {
    const value = readScalar(found[1]!);
    if (value === undefined) return undefined;
    values.push(value);
    if (found[2] !== ',') return values;
  }
  return undefined;
}
