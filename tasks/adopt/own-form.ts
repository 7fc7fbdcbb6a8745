// Converts front matter of another engine to our form, with dates, lists and texts by our rules. Also writes front
// matter as text.
import { dateOf, toStem, withoutDate } from '#pdc/site/file-name';
import { toMomentLeniently } from '#pdc/text/moment';
import type { Moment } from '#pdc/text/moment';
import { isMap, isScalar, parseDocument } from 'yaml';
import type { Document } from 'yaml';
import { asMd, tableOf } from './blog.ts';
import type { Blog } from './blog.ts';
import coverKeys from './cover-keys.json' with { type: 'json' };
import { drawsFormulas, toOwnUpdated } from './foreign/foreign-keys.ts';

type Attributes = Readonly<Record<string, unknown>>;

export type FormOptions = {
  readonly blog: Blog;
  /** The old path of the file. */
  readonly from: string;
  readonly timezone: string;
  /** The list keys that the file writes in the singular, such as `category`. Jekyll reads their value as one name. */
  readonly singular?: ReadonlySet<string>;
  /** The time of the file, for an article without a date; undefined for a page, which needs no date. */
  readonly fileTime: () => string | undefined;
  /** The site path of a picture by its name in the blog, if the blog has this picture. */
  readonly pictureAt: (name: string) => string | undefined;
};

/** Rewrites front matter by our rules. Unknown keys and a password stay as they are. */
export function toOwnForm(attributes: Attributes, options: FormOptions): Record<string, unknown> {
  const result: Record<string, unknown> = { ...attributes };
  const setKey = (key: string, value: unknown): void => {
    if (value === undefined) Reflect.deleteProperty(result, key);
    else result[key] = value;
  };
  for (const key of ['categories', 'tags', 'description', 'updated', 'cover', 'mathjax', 'math', 'katex', 'aliases'])
    if (result[key] === null || result[key] === '') Reflect.deleteProperty(result, key);
  setKey('title', titleOf(attributes.title, options));
  setKey('date', momentIn(attributes, options)?.text ?? attributes.date ?? options.fileTime());
  if (result.updated !== undefined)
    setKey('updated', toOwnUpdated(result.updated, { date: result.date, timezone: options.timezone }));
  for (const key of ['categories', 'tags'])
    if (result[key] !== undefined)
      setKey(key, namesOf(result[key], { splitsWords: options.blog.splitsWords, isOne: options.singular?.has(key) }));
  if (typeof result.description === 'string') setKey('description', withoutTags(result.description));
  if (/^(?:true|false)$/i.test(String(result.draft))) result.draft = /^true$/i.test(String(result.draft));
  for (const key of ['toc', 'comments'])
    if (typeof tableOf(result[key]).enable === 'boolean') setKey(key, tableOf(result[key]).enable);
  const mathKeys = ['mathjax', 'math', 'katex'];
  const isPlain = mathKeys.some((key) => result[key] === true);
  for (const key of mathKeys) if (typeof result[key] !== 'boolean') setKey(key, undefined);
  if (!isPlain && drawsFormulas(attributes)) setKey('mathjax', true);
  setKey('cover', coverOf(attributes, options));
  if (options.blog.translations?.has(options.from)) setKey('hidden', true);
  if (options.blog.unpublished?.has(options.from)) setKey('draft', true);
  if (result.password === undefined) setKey('password', passwordOf(result.tags, options.blog));
  return result;
}

function titleOf(title: unknown, { from, blog }: FormOptions): unknown {
  if (typeof title === 'number' || typeof title === 'boolean') return String(title);
  if (typeof title === 'string' && title.trim() !== '') return title;
  const name = withoutDate(toStem(from.replace(/\.\w+$/, '.md')));
  // Jekyll turns the file name into words.
  return blog.engine === 'Jekyll' ? name.replace(/-+/g, ' ').replace(/^./, (sign) => sign.toUpperCase()) : name;
}

/** Keys that other tools use for the date. No engine uses these keys in addresses. */
const dateKeys =
  /^(?:created(?:[-_]?(?:at|date|on|time))?|creation[-_]?date|date[-_ ]?(?:created|published)|(?:first[-_]?)?pub(?:lish(?:ed)?)?[-_]?(?:at|date|datetime|on|time)|post(?:ed)?[-_]?(?:at|date|on))$/i;

/** The date in front matter, under any name, or in the name of the file. */
export function momentIn(
  attributes: Attributes,
  { from, timezone }: Pick<FormOptions, 'from' | 'timezone'>,
): Moment | undefined {
  const keys = Object.entries(attributes).toSorted(([a], [b]) => Number(isDate(b)) - Number(isDate(a)));
  const values = keys.flatMap(([key, value]) => (isDate(key) || dateKeys.test(key) ? [value] : []));
  // A daily note has its date as its name.
  return [...values, dateOf(`${toStem(asMd(from))} .`)]
    .map((value) => toMomentLeniently(value, timezone))
    .find((moment) => moment !== undefined);
}

const isDate = (key: string): boolean => key.toLowerCase() === 'date';

/** A list of names. Jekyll splits a string at spaces. In other engines it is one name, or several between commas. */
function namesOf(
  value: unknown,
  { splitsWords, isOne = false }: { splitsWords: true | undefined; isOne: boolean | undefined },
): unknown {
  if (splitsWords && isOne && typeof value === 'string') return [value.trim()].filter((name) => name !== '');
  const isList = Array.isArray(value) && value.every((name) => typeof name === 'string' && name.trim() !== '');
  if (isList) return value;
  const parts = typeof value === 'string' ? (splitsWords ? value.split(/\s+/) : value.split(/[,，]/)) : [value].flat(3);
  const names = parts
    .filter((name) => ['string', 'number', 'boolean'].includes(typeof name))
    .map((name) => String(name).trim())
    .filter((name) => name !== '');
  return names.length === 0 ? undefined : [...new Set(names)];
}

/** The password that the configuration has for a tag. An article whose password is not text is left out. */
function passwordOf(tags: unknown, { passwordByTag = new Map() }: Blog): unknown {
  const names = [tags].flat().map(String);
  const named = names.find((tag) => passwordByTag.has(tag));
  if (named === undefined) return undefined;
  const password = passwordByTag.get(named);
  // Every build refuses a list as a password; an empty text would lock nothing.
  return typeof password === 'string' ? password : [];
}

function withoutTags(text: string): string {
  if (!/<\/?[a-z][^>]*>/i.test(text)) return text;
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The first existing picture under any name that themes use for the cover. */
function coverOf(attributes: Attributes, { pictureAt }: FormOptions): unknown {
  const { cover } = attributes;
  if (typeof cover === 'string' && cover.trim() !== '') return pictureAt(cover) ?? cover;
  if (cover === true || typeof cover === 'number') return undefined;
  const lower = new Map(Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), value]));
  const named = coverKeys.map((key) => lower.get(key));
  const texts = [cover, ...named].map((value) => {
    const { image, src, path } = tableOf(value);
    return image ?? src ?? path ?? value;
  });
  return texts.flatMap((text) => (typeof text === 'string' ? (pictureAt(text) ?? []) : []))[0];
}

/** Front matter as text. Each value is JSON, which is YAML. */
export function writeHead(attributes: Attributes): string {
  const lines = Object.entries(attributes).map(([key, value]) => {
    const name = /^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key);
    return `${name}: ${isPlain(key, value) ? String(value) : JSON.stringify(value)}\n`;
  });
  return `---\n${lines.join('')}---\n`;
}

/** A date in our form needs no quotes. */
const isPlain = (key: string, value: unknown): boolean =>
  ['date', 'updated'].includes(key) && typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value);

/** Changes only the keys that differ, so that comments and the order stay. */
export function editHead(head: string, oldAttributes: Attributes, newAttributes: Attributes): string {
  const document = parseDocument(head);
  const isGone = (key: string): boolean => !Object.hasOwn(newAttributes, key);
  const isNew = (key: string): boolean => Object.hasOwn(newAttributes, key) && !Object.hasOwn(oldAttributes, key);
  const pairs = isMap(document.contents) ? document.contents.items : [];
  for (const { key } of pairs) {
    // A key that only changes its case stays where it is, with the comments above it.
    if (isScalar(key) && isGone(String(key.value)) && isNew(String(key.value).trim().toLowerCase()))
      key.value = String(key.value).trim().toLowerCase();
  }
  for (const key of Object.keys(oldAttributes)) if (isGone(key)) document.delete(key);
  for (const [key, value] of Object.entries(newAttributes)) {
    if (JSON.stringify(oldAttributes[key]) !== JSON.stringify(value) || !Object.hasOwn(oldAttributes, key))
      setValue(document, key, value);
  }
  return document.toString({ lineWidth: 0 });
}

function setValue(document: Document, key: string, value: unknown): void {
  const node = document.createNode(value, { flow: true }) as { type?: string };
  if (typeof value === 'string' && !isPlain(key, value)) node.type = 'QUOTE_DOUBLE';
  document.set(key, node);
}
