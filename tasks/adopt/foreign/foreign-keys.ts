// Translates the front matter keys of Hexo, Hugo, Jekyll and their themes to ours.
import { toFlag } from '#pdc/article/withholding-keys';
import type { FrontMatter } from '#pdc/article/front-matter';
import { namesPassword, passwordIn } from '#pdc/article/password';
import { toMomentLeniently } from '#pdc/text/moment';
import keys from './foreign-keys.json' with { type: 'json' };

type Attributes = Readonly<Record<string, unknown>>;

/** Front matter with our keys, and the original keys of each renamed key. */
type OwnKeys = { readonly attributes: Attributes; readonly oldKeys: ReadonlyMap<string, readonly string[]> };

/** Our keys, and the names that other engines use for each key, in lowercase, the most frequent name first. */
const names: Readonly<Record<string, readonly string[]>> = keys;

/** Translates keys to ours. A key that is already ours stays, with any value. */
function toOwnKeys(attributes: Attributes): OwnKeys {
  const result: Record<string, unknown> = { ...attributes };
  const oldKeys = new Map<string, readonly string[]>();
  const move = (from: readonly string[], to: string, value: unknown): void => {
    for (const key of from) Reflect.deleteProperty(result, key);
    result[to] = value;
    oldKeys.set(to, from);
  };
  for (const [ourKey, foreignKeys] of Object.entries(names)) {
    if (Object.hasOwn(result, ourKey)) continue;
    const key = findKey(result, [ourKey, ...foreignKeys]);
    if (key !== undefined && isUsable(ourKey, result[key])) move([key], ourKey, toOwnValue(ourKey, result[key]));
  }
  // Jekyll reads YAML 1.1, in which "no" means false. Themes read any value as true if the key is present.
  for (const key of ['published', 'hidden'])
    if (Object.hasOwn(result, key)) result[key] = toFlag(result[key]) ?? result[key];
  const { keys, value } = passwordIn(attributes);
  if (keys.length > 0 && !(keys.length === 1 && keys[0] === 'password')) move(keys, 'password', value);
  return { attributes: result, oldKeys };
}

function findKey(attributes: Attributes, names: readonly string[]): string | undefined {
  for (const name of names) {
    const key = Object.keys(attributes).find((existing) => existing.trim().toLowerCase() === name);
    if (key !== undefined) return key;
  }
  return undefined;
}

/** Whether our key accepts a value of this type. A theme's `top` may be a table, but our `sticky` may not. */
function isUsable(ourKey: string, value: unknown): boolean {
  if (ourKey === 'sticky') return typeof value === 'number' || typeof value === 'boolean';
  if (ourKey === 'updated') return typeof value === 'string';
  if (ourKey === 'aliases') return pathsIn(value).length > 0;
  if (ourKey === 'description') return typeof value === 'string' && value.trim() !== '';
  return value !== null;
}

function toOwnValue(ourKey: string, value: unknown): unknown {
  if (ourKey !== 'aliases') return value;
  return pathsIn(value).map((path) => (typeof path === 'string' ? path.trim().replace(/^(?!\/|https?:)/, '/') : path));
}

/** The paths of a value, which may be one path or a list. Tables and empty items are left out. */
const pathsIn = (value: unknown): unknown[] => [value].flat().filter((path) => typeof path !== 'object');

/** Whether the front matter enables formulas, with any of the keys that themes use. */
export const drawsFormulas = ({ mathjax, math, katex, libraries }: Attributes): boolean =>
  [mathjax, math, katex].some((value) => isOn(value)) ||
  [libraries].flat().some((name) => name === 'mathjax' || name === 'katex');

const isOn = (value: unknown): boolean =>
  /^(?:true|yes|on)$/i.test(String(value)) || (value as { enable?: unknown } | undefined)?.enable === true;

/** The lines at the beginning of a text that could be front matter. */
export function headLines(text: string): string[] {
  const lines = text.split('\n', 100);
  const end = lines.findIndex((line) => !/^(?:\s|$|-{3,}|[^\s:：=]+[ \t]*[:：=])/.test(line));
  return lines.slice(0, end === -1 ? lines.length : end);
}

/** The lines of a second head after the first head, in a text that was copied together with its front matter. */
export function secondHead(raw: string): string {
  const head = headLines(raw);
  return head.slice(0, head.findLastIndex((line) => /^-{3,}\s*$/.test(line)) + 1).join('\n');
}

const longestStart = 1000;

/** Whether a line of the text looks like the key of a password. */
export function holdsPasswordLine(text: string): boolean {
  return text.split('\n').some((line) => {
    // No key begins after this limit, which also keeps the expression below from backtracking on a line of spaces.
    const start = line
      .slice(0, longestStart)
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '');
    const [, key = ''] = /^[\s>{,[?-]*([^\s>{,[?#:=-][^#:=]*)[:=]/.exec(start) ?? [];
    // A sentence about passwords may end in a colon.
    return namesPassword(key) && !/[\s，。、；！？…]/.test(key.trim());
  });
}

/** Renames keys to ours. Places still refer to the original keys. */
export function withOwnKeys(frontMatter: FrontMatter): FrontMatter {
  const { attributes, oldKeys } = toOwnKeys(frontMatter.attributes);
  const isSame = ['published', 'hidden'].every((key) => attributes[key] === frontMatter.attributes[key]);
  if (oldKeys.size === 0 && isSame) return frontMatter;
  const pathTo = ([key, ...innerPath]: readonly (string | number)[]): (string | number)[] => {
    const from = oldKeys.get(String(key))?.[0];
    return from === undefined ? [key!, ...innerPath] : [from, ...innerPath];
  };
  return {
    ...frontMatter,
    attributes,
    placeOf: (...path) => frontMatter.placeOf(...pathTo(path)),
    findPlace: (...path) => frontMatter.findPlace(...pathTo(path)),
    sourceOf: (...path) => frontMatter.sourceOf(...pathTo(path)),
    isDoubleQuoted: (key) => frontMatter.isDoubleQuoted(oldKeys.get(key)?.[0] ?? key),
  };
}

/** The modification time in our form. Undefined if it is not a time, or if it is before the article's date. */
export function toOwnUpdated(
  value: unknown,
  { date, timezone }: { date: unknown; timezone: string },
): string | undefined {
  const [updated, created] = [value, date].map((time) => toMomentLeniently(time, timezone));
  return updated && (!created || updated.epoch >= created.epoch) ? updated.text : undefined;
}
