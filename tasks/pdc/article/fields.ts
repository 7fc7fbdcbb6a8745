// Reads the front matter key by key. Each reader returns the value or a fallback, and reports errors.
import { oneLine } from '../text/document.ts';
import type { Finding, Place } from '../words/defect.ts';
import { dateOf, toStem, withoutDate } from '../site/file-name.ts';
import { fold, toOwnSlug } from '../text/fold.ts';
import { decodeFilePath } from '../markdown/links.ts';
import { openingOf } from '../markdown/opening.ts';
import type { PromptArg } from '../markdown/prompt.ts';
import { toMoment, toMomentLeniently } from '../text/moment.ts';
import type { Moment } from '../text/moment.ts';
import type { RuleId } from '../words/rules.ts';
import type { Site } from '../site/site.ts';
import type { FrontMatter } from './front-matter.ts';
import { lockKeys, toFlag, withholdingKeys } from './withholding-keys.ts';
import { passwordIn } from './password.ts';
import { message } from '../words/message.ts';
import type { Message } from '../words/message.ts';

/** A file, split into front matter and body. */
export type Source = {
  /** The path below the content folder, with forward slashes. */
  readonly source: string;
  readonly frontMatter: FrontMatter;
  readonly site: ParsingSite;
};

/** The settings that affect parsing. If only other settings change, articles are not parsed again. */
export const parsingSettings = [
  'rules',
  'prefixes',
  'tag_map',
  'timezone',
  'url',
  'language',
  'functions',
] as const satisfies readonly (keyof Site)[];

export type ParsingSite = Pick<Site, (typeof parsingSettings)[number]>;

/** The input of the readers: a file, and the function to report errors. */
export type Reader = Source & { readonly prefix?: string; readonly report: Report };
export type Report = (rule: RuleId, place: Place, fault: Message, always?: Finding['always']) => void;

export function collectInto(findings: Finding[]): Report {
  return (rule, place, fault, always) =>
    void findings.push({ rule, place, message: fault, ...withoutUndefined({ always }) });
}

export function readTitle({ frontMatter, source, report }: Reader): string {
  const { title: value } = frontMatter.attributes;
  // YAML reads a year as a number, but it is a valid title.
  const title = textIn(value, frontMatter.sourceOf('title'));
  if (title === undefined || oneLine(title) === '') {
    report('title', frontMatter.placeOf('title'), message('titleMissing'));
    return withoutDate(toStem(source));
  }
  if (typeof value !== 'string') {
    report('title', frontMatter.placeOf('title'), message('titleNoText', { title: JSON.stringify(title) }));
  } else if (!frontMatter.isDoubleQuoted('title')) {
    report('title-quoted', frontMatter.placeOf('title'), message('titleNotQuoted', { title: JSON.stringify(title) }));
  }
  const cleanTitle = title.replace(controlCharacters, ' ');
  if (cleanTitle !== title)
    report('title', frontMatter.placeOf('title'), message('controlCharacters', { key: 'title' }));
  return cleanTitle;
}

/** Control characters except tab and line feed, and lone surrogates, which UTF-8 cannot encode. */
// eslint-disable-next-line no-control-regex
const controlCharacters = /[\x00-\x08\x0b-\x1f\x7f]|\p{Cs}/gu;

const dateForm = 'YYYY-MM-DD HH:mm:ss';
const noMoment: Moment = { text: '1970-01-01 00:00:00', day: '1970-01-01', iso: '1970-01-01T00:00:00Z', epoch: 0 };

export function readDate({ frontMatter, site, source, report }: Reader): Moment {
  const { date } = frontMatter.attributes;
  if (date === undefined || date === null) {
    const named = toMomentLeniently(dateOf(toStem(source)), site.timezone);
    const place = frontMatter.placeOf('date');
    if (named) report('date-format', place, message('dateOnlyInName', { date: named.text }));
    else report('date', place, message('dateMissing', { form: dateForm }));
    return named ?? noMoment;
  }
  const moment = typeof date === 'string' ? toMoment(date, site.timezone) : undefined;
  if (moment) return moment;
  const fallback = toMomentLeniently(date, site.timezone);
  // Without a fallback date, this is an error regardless of the settings.
  report(
    'date-format',
    frontMatter.placeOf('date'),
    message('dateMalformed', { key: 'date', form: dateForm, value: show(date) }),
    fallback ? undefined : 'error',
  );
  return fallback ?? noMoment;
}

export function readUpdated({ frontMatter, site, report }: Reader, date: Moment): Moment | undefined {
  const { updated } = frontMatter.attributes;
  if (updated === undefined) return undefined;
  const place = (): Place => frontMatter.placeOf('updated');
  const moment = typeof updated === 'string' ? toMoment(updated, site.timezone) : undefined;
  if (!moment) {
    report('updated', place(), message('dateMalformed', { key: 'updated', form: dateForm, value: show(updated) }));
    return undefined;
  }
  if (moment.epoch < date.epoch) {
    report('updated', place(), message('updatedBeforeDate', { updated: moment.text, date: date.text }));
    return undefined;
  }
  return moment;
}

export function readCategories({ frontMatter, site, prefix, report }: Reader): string[] {
  const { categories } = frontMatter.attributes;
  const expected = prefix === undefined ? undefined : site.prefixes[prefix]!.categories;
  const proposal = `categories: ${JSON.stringify(expected ?? ['技术', '...'])}`;
  const place = (): Place => frontMatter.placeOf('categories');
  const levels = expected?.length ?? 2;

  if (!isNames(categories) || categories.length !== levels) {
    report('categories', place(), message(levels === 1 ? 'categoriesNotOne' : 'categoriesNotTwo', { proposal }));
    return toNames(categories, (...path) => frontMatter.sourceOf('categories', ...path));
  }
  if (expected && expected.some((name, index) => name !== categories[index])) {
    report('categories-prefix', place(), message('categoriesOfPrefix', { prefix: `${prefix}-`, proposal }));
  }
  return [...categories];
}

export function readTags({ frontMatter, site, prefix, report }: Reader): string[] {
  const { tags } = frontMatter.attributes;
  const place = (): Place => frontMatter.placeOf('tags');
  if (!isNames(tags)) {
    report('tags', place(), message('tagsNotAList'));
  } else if (new Set(tags.map(fold)).size !== tags.length) {
    const earlierTags = new Set<string>();
    const index = tags.findIndex((tag) => earlierTags.size === earlierTags.add(fold(tag)).size);
    report('tags', frontMatter.placeOf('tags', index), message('tagTwice', { tag: tags[index]! }));
  } else if (tags.length < 2 || tags.length > 5) {
    report('tags', place(), message('tagCount', { count: tags.length }));
  }
  const names = toNames(tags, (...path) => frontMatter.sourceOf('tags', ...path));
  const [first] = names;
  if (prefix !== undefined && first !== undefined && !alignsWith(first, prefix, site)) {
    const allowed = [...site.prefixes[prefix]!.tags, prefix].map((name) => `"${name}"`).join(', ');
    report(
      'tags-first',
      frontMatter.placeOf('tags', 0),
      message('firstTag', { prefix: `${prefix}-`, allowed, tag: first }),
    );
  }
  return names;
}

/** Whether the first tag fits the prefix: its slug is the prefix, or the `tags` of the prefix contain it. */
function alignsWith(tag: string, prefix: string, site: ParsingSite): boolean {
  const name = fold(tag);
  const slug = Object.entries(site.tag_map).find(([mapped]) => fold(mapped) === name)?.[1];
  return (slug ?? toOwnSlug(tag)) === prefix || site.prefixes[prefix]!.tags.some((listed) => fold(listed) === name);
}

export function readDescription({ frontMatter, report }: Reader, encrypted: boolean): string {
  const description = textIn(frontMatter.attributes.description, frontMatter.sourceOf('description'));
  const place = (): Place => frontMatter.placeOf('description');
  if (description === undefined || description.trim() === '') {
    report('description', place(), message('descriptionMissing'));
    // The opening of an encrypted body is secret too.
    return encrypted ? '' : summaryOf(frontMatter.raw, { math: drawsFormulas(frontMatter.attributes) });
  }
  const { length } = [...description];
  if (length < 50 || length > 150) report('description', place(), message('descriptionLength', { length }));
  const cleanDescription = description.replace(controlCharacters, ' ');
  if (cleanDescription !== description)
    report('description', place(), message('controlCharacters', { key: 'description' }));
  return cleanDescription;
}

/** The opening of a body, or of the text before the `<!-- more -->` of other engines. */
export function summaryOf(raw: string, { math }: { readonly math: boolean }): string {
  const [excerpt = raw] = raw.split(/<!--\s*more\s*-->/i, 1);
  return [excerpt, raw].map((text) => openingOf(text, { limit: 150, math })).find((text) => text !== '') ?? '';
}

const drawsFormulas = ({ mathjax, math, katex }: FrontMatter['attributes']): boolean =>
  typeof mathjax === 'boolean' ? mathjax : math === true || katex === true;

/** Reads `mathjax`. Other themes call it `math` or `katex`. */
export function readMathjax({ frontMatter, report }: Reader): boolean | undefined {
  const { math, katex, mathjax = math === true || katex === true || undefined } = frontMatter.attributes;
  if (mathjax === undefined || typeof mathjax === 'boolean') return mathjax;
  report('types', frontMatter.placeOf('mathjax'), message('notTrueOrFalse', { key: 'mathjax', value: show(mathjax) }));
  return undefined;
}

export function readDraft({ frontMatter, report }: Reader): boolean {
  const { draft, published } = frontMatter.attributes;
  // Hexo and Jekyll use `published`. Its value may also be a date.
  if (toFlag(published) === false) return true;
  if (draft === undefined || typeof draft === 'boolean') return draft ?? false;
  // Always an error, regardless of the settings: otherwise a draft would be published.
  const fault = message('notTrueOrFalse', { key: 'draft', value: show(draft) });
  report('types', frontMatter.placeOf('draft'), fault, 'error');
  return false;
}

export function readCover({ frontMatter, report }: Reader): string | undefined {
  const { cover } = frontMatter.attributes;
  if (cover === undefined) return undefined;
  if (typeof cover === 'string' && cover.trim() !== '') return cover.trim();
  report('types', frontMatter.placeOf('cover'), message('coverNotAPath'));
  return undefined;
}

/** How an article is shown and listed. */
export type Showing = {
  /** Puts the article before newer ones on the first page. The highest number comes first. */
  readonly sticky?: number;
  /** Keeps the article out of all lists. It still has its page and its files for machines. */
  readonly hidden?: true;
  /** The name of the series to which the article belongs. */
  readonly series?: string;
  /** `comments` turns off the comments of this article, and `toc` its table of contents. */
  readonly comments?: false;
  readonly toc?: false;
};

/**
 * A wrong value is only a warning, because other generators use these keys differently. A wrong value of `hidden` is an
 * error.
 */
export function readShowing({ frontMatter, report }: Reader): Showing {
  const { sticky, hidden, series, comments, toc } = frontMatter.attributes;
  const [name, ...moreNames] = Array.isArray(series) ? (series as unknown[]) : [series];
  const warn = (key: string, fault: Message): undefined =>
    void report('types', frontMatter.placeOf(key), fault, 'warn');
  // Always an error, regardless of the settings: otherwise a hidden article would be in all lists.
  if (hidden !== undefined && hidden !== null && typeof hidden !== 'boolean')
    report(
      'types',
      frontMatter.placeOf('hidden'),
      message('notTrueOrFalse', { key: 'hidden', value: show(hidden) }),
      'error',
    );
  for (const key of withholdingKeys(frontMatter.attributes))
    report('types', frontMatter.placeOf(key), message('keyWithholdsNothing', { key }), 'error');
  const flag = (key: string, value: unknown): boolean | undefined =>
    value === undefined || value === null || typeof value === 'boolean'
      ? (value ?? undefined)
      : warn(key, message('notTrueOrFalse', { key, value: show(value) }));
  const isNumber = typeof sticky === 'number' && Number.isFinite(sticky) && sticky >= 0;
  const weight = isNumber ? sticky : Number(flag('sticky', sticky) ?? false);
  const source = frontMatter.sourceOf('series', ...(Array.isArray(series) ? [0] : []));
  const title = moreNames.length === 0 ? oneLine(textIn(name, source) ?? '') : '';
  if ((title === '' || typeof name !== 'string') && series !== undefined && series !== null)
    warn('series', message('seriesNotAName'));
  return {
    ...(weight > 0 && { sticky: weight }),
    ...(hidden === true && { hidden: true }),
    ...(title !== '' && { series: title }),
    ...(flag('comments', comments) === false && { comments: false }),
    ...(flag('toc', toc) === false && { toc: false }),
  };
}

export function readPassword({ frontMatter, report }: Reader): string | undefined {
  const { password } = frontMatter.attributes;
  if (password === undefined) {
    // An author who writes a key such as `Password` or `encrypted` expects a locked article, so the key is always an
    // error.
    for (const key of new Set([...passwordIn(frontMatter.attributes).keys, ...lockKeys(frontMatter.attributes)]))
      report('types', frontMatter.placeOf(key), message('keyLocksNothing', { key }), 'error');
    return undefined;
  }
  const place = frontMatter.placeOf('password');
  // The password is the text in the file: for the number 007, the parsed value would be 7.
  const text = textIn(password, frontMatter.sourceOf('password'));
  if (text === undefined || text.trim() === '') {
    // Always an error, regardless of the settings: otherwise the article would be published unencrypted.
    report('types', place, message('passwordMissing'), 'error');
    return undefined;
  }
  if (/[\p{Cc}\p{Cs}]/u.test(text)) {
    // Always an error, because no reader could open the article.
    report('types', place, message('passwordNotTypeable'), 'error');
    return undefined;
  }
  if (typeof password !== 'string') report('types', place, message('passwordNoText'));
  if ([...text].length < 8) report('password-strength', place, message('passwordShort'));
  return text;
}

export function readAliases({ frontMatter, report }: Reader): string[] {
  const { aliases } = frontMatter.attributes;
  if (aliases === undefined) return [];
  const list = Array.isArray(aliases) ? aliases : [aliases];
  const paths = list.map(toAlias);
  if (!Array.isArray(aliases) || paths.includes(undefined)) {
    report('types', frontMatter.placeOf('aliases'), message('aliasesMalformed'));
  }
  return paths.filter((path) => path !== undefined);
}

/** The decoded site path of an alias. Folders end with "/". Undefined if no file can have this path. */
function toAlias(alias: unknown): string | undefined {
  if (typeof alias !== 'string' || !/^\/[^?#]+$/.test(alias)) return undefined;
  const path = decodeFilePath(alias);
  if (path === undefined) return undefined;
  return /\.html?$|\/$/.test(path) ? path : `${path}/`;
}

export function readPromptArgs({ frontMatter, prefix, report }: Reader): PromptArg[] | undefined {
  const { prompt_args: items } = frontMatter.attributes;
  if (items === undefined) return undefined;
  const place = (): Place => frontMatter.placeOf('prompt_args');
  if (prefix !== 'prompt') {
    report('prompt-args', place(), message('argsOnlyInPrompts'));
    return undefined;
  }
  if (!Array.isArray(items)) {
    report('prompt-args', place(), message('argsNotAList'));
    return undefined;
  }
  const args: PromptArg[] = [];
  const names = new Set<string>();
  for (const [index, item] of items.entries()) {
    const at = (): Place => frontMatter.placeOf('prompt_args', index);
    const faults = faultsOfArg(item);
    for (const fault of faults) report('prompt-args', at(), message('argFault', { item: index + 1, fault }));
    const arg = withTexts(item, (key) => frontMatter.sourceOf('prompt_args', index, key));
    if (faultsOfArg(arg).length > 0) continue;
    if (names.size === names.add(arg.name.toLowerCase()).size) {
      const twice = message('argNameTwice', { name: arg.name });
      report('prompt-args', at(), message('argFault', { item: index + 1, fault: twice }));
      continue;
    }
    args.push({
      name: arg.name,
      ...withoutUndefined({ description: arg.description }),
      required: arg.required ?? false,
      ...withoutUndefined({ example: arg.example }),
    });
  }
  return args;
}

/** Converts the numbers of an argument to texts, as if the author had put these numbers into quotes. */
function withTexts(item: unknown, sourceOf: (key: string) => string | undefined): PromptArg {
  const entries = Object.entries(item ?? {}).map(([key, value]): [string, unknown] =>
    key === 'required' ? [key, value] : [key, textIn(value, sourceOf(key)) ?? value],
  );
  return Object.fromEntries(entries) as PromptArg;
}

function faultsOfArg(item: unknown): Message[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return [message('argNotAnObject')];
  const { name, description, required, example, ...unknownKeys } = item as Record<string, unknown>;
  const hasName = typeof name === 'string' && /^[^\s{}](?:[^{}\n]*[^\s{}])?$/.test(name);
  return [
    ...(hasName ? [] : [message('argWithoutName')]),
    ...(description === undefined || typeof description === 'string' ? [] : [message('argDescription')]),
    ...(required === undefined || typeof required === 'boolean' ? [] : [message('argRequired')]),
    ...(example === undefined || typeof example === 'string' ? [] : [message('argExample')]),
    ...Object.keys(unknownKeys).map((key) => message('argUnknownKey', { key })),
  ];
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && name.trim() !== '');

/** Makes a list of names from any value: a text with commas, a number, or nested lists. Each name is returned once. */
function toNames(value: unknown, sourceOf: (...path: number[]) => string | undefined): string[] {
  const names = scalarsIn(typeof value === 'string' ? value.split(/[,，]/) : value)
    .map(({ scalar, path }) => textIn(scalar, sourceOf(...path))?.trim() ?? '')
    .filter((name) => name !== '');
  const folded = new Set<string>();
  return names.filter((name) => folded.size !== folded.add(fold(name)).size).slice(0, maxNames);
}

/**
 * The maximum number of names in a list, which is far more than any article needs. A limit is necessary, because each
 * name is compared with all other names of the site.
 */
const maxNames = 1000;

/** The scalars in nested lists, down to the third level, with their paths. */
function scalarsIn(value: unknown, path: readonly number[] = []): { scalar: unknown; path: readonly number[] }[] {
  if (!Array.isArray(value)) return [{ scalar: value, path }];
  return path.length === 3 ? [] : value.flatMap((item, index) => scalarsIn(item, [...path, index]));
}

/** Returns a text unchanged, and the source text of a number or boolean, because the name `007` must not become 7. */
export function textIn(value: unknown, source: string | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? (source ?? String(value)) : undefined;
}

const show = (value: unknown): string => JSON.stringify(value) ?? String(value);

/** Removes the keys whose value is undefined. */
export function withoutUndefined<T extends Record<string, unknown>>(
  values: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
