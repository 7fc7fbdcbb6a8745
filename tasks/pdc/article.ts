// An article: what its file name, its front matter and its body say, checked against the rules of contract section 2.
import type { Finding, Place, RuleId } from './defect.ts';
import { oneLine } from './document.ts';
import { dateOf, readFileName, toStem, withoutDate } from './file-name.ts';
import { fold } from './fold.ts';
import type { FrontMatter } from './front-matter.ts';
import { hasVariablesTable, openingOf } from './markdown.ts';
import { toMoment, toMomentLeniently } from './moment.ts';
import type { Moment } from './moment.ts';
import { findPlaceholders, readPrompt } from './prompt.ts';
import type { PromptArg } from './prompt.ts';
import type { Site } from './site.ts';
import type { Lookups } from './tag-templates.ts';
import { toOwnSlug } from './taxonomy.ts';
import { expandTags, strayTags } from './template-tags.ts';

/** What every output of an article is made of. Deeply frozen: `raw` is data.raw of the seed. */
export type Article = {
  readonly layout: 'post';
  /** The path that messages name. */
  readonly file: string;
  /** The path below the content folder, with forward slashes. */
  readonly source: string;
  readonly slug: string;
  readonly prefix?: string;
  readonly title: string;
  readonly date: Moment;
  readonly updated?: Moment;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly description: string;
  readonly mathjax?: boolean;
  readonly cover?: string;
  readonly prompt_args?: readonly PromptArg[];
  /** Old addresses, as site paths. */
  readonly aliases: readonly string[];
  readonly draft: boolean;
  /** It has a `password`: its body is for people who know it, and for no machine. */
  readonly encrypted: boolean;
  readonly password?: string;
  readonly raw: string;
  readonly rawLine: number;
  readonly placeOf: FrontMatter['findPlace'];
};

/** A page beside the articles (`content/pages/*.md`): for people only. */
export type Page = {
  readonly layout: 'page';
  readonly file: string;
  readonly source: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly updated?: Moment;
  readonly draft: boolean;
  readonly raw: string;
  readonly rawLine: number;
};

export type Source = {
  readonly file: string;
  readonly source: string;
  readonly frontMatter: FrontMatter;
  readonly site: Site;
};

/** An article in the making: one reader per field, each of which returns the value or its lenient fallback. */
type Reader = Source & { readonly prefix?: string; readonly report: Report };
type Report = (rule: RuleId, place: Place, message: string, always?: Finding['always']) => void;

/** Reads an article. Where a rule is broken the value is the rule's fallback; whether that may be published the caller decides. */
export function toArticle(source: Source): { article: Article; findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const { slug, prefix, findings: nameFindings } = readFileName(source.source, source.site.prefixes);
  findings.push(...nameFindings);
  const reader: Reader = { ...source, ...given({ prefix }), report: collectInto(findings) };

  const date = readDate(reader);
  const encrypted = source.frontMatter.attributes.password !== undefined;
  const article: Article = {
    layout: 'post',
    file: source.file,
    source: source.source,
    slug,
    title: readTitle(reader),
    date,
    categories: readCategories(reader),
    tags: readTags(reader),
    description: readDescription(reader, encrypted),
    aliases: readAliases(reader),
    draft: readDraft(reader),
    encrypted,
    raw: source.frontMatter.raw,
    rawLine: source.frontMatter.rawLine,
    placeOf: source.frontMatter.findPlace,
    ...given({
      prefix,
      updated: readUpdated(reader, date),
      mathjax: readMathjax(reader),
      cover: readCover(reader),
      prompt_args: readPromptArgs(reader),
      password: readPassword(reader),
    }),
  };
  const argsAreBroken = findings.some(({ rule }) => rule === 'prompt-args');
  // Of an encrypted prompt no placeholder is told: logs are read by others.
  checkPrompt(reader, { args: argsAreBroken || encrypted ? undefined : (article.prompt_args ?? []) });
  checkTags(reader, encrypted);
  return { article: freeze(article), findings };
}

/** Reads a page: title, and optionally description, date, updated and draft. */
export function toPage(source: Source): { page: Page; findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const reader: Reader = { ...source, report: collectInto(findings) };
  const { description } = source.frontMatter.attributes;
  const updatedAt = ['updated', 'date'].map((key) =>
    toMomentLeniently(source.frontMatter.attributes[key], source.site.timezone),
  );
  // A page's address is its name: what rule filename-prefix asks of articles does not concern it.
  const { slug, findings: nameFindings } = readFileName(source.source, source.site.prefixes);
  findings.push(...nameFindings.filter(({ rule }) => rule !== 'filename-prefix'));
  if (source.frontMatter.attributes.password !== undefined) {
    const place = source.frontMatter.placeOf('password');
    // Never turned down: a page would be published in clear.
    reader.report('types', place, 'password is only for articles: move the page out of pages/, or remove it', 'error');
  }
  const page: Page = {
    layout: 'page',
    file: source.file,
    source: source.source,
    slug,
    title: readTitle(reader),
    description: typeof description === 'string' ? description.trim() : summaryOf(source.frontMatter.raw),
    draft: readDraft(reader),
    raw: source.frontMatter.raw,
    rawLine: source.frontMatter.rawLine,
    ...given({ updated: updatedAt.find((moment) => moment !== undefined) }),
  };
  checkTags(reader, false);
  return { page: freeze(page), findings };
}

function collectInto(findings: Finding[]): Report {
  return (rule, place, message, always) => void findings.push({ rule, place, message, ...given({ always }) });
}

function readTitle({ frontMatter, source, report }: Reader): string {
  const { title } = frontMatter.attributes;
  if (typeof title !== 'string' || oneLine(title) === '') {
    report('title', frontMatter.placeOf('title'), 'title must be a non-empty string: title: "..."');
    return withoutDate(toStem(source));
  }
  if (!frontMatter.isDoubleQuoted('title')) {
    report(
      'title-quoted',
      frontMatter.placeOf('title'),
      `title must be wrapped in double quotes: title: ${JSON.stringify(title)}`,
    );
  }
  return title;
}

const dateForm = 'YYYY-MM-DD HH:mm:ss';
const noMoment: Moment = { text: '1970-01-01 00:00:00', day: '1970-01-01', iso: '1970-01-01T00:00:00Z', epoch: 0 };

function readDate({ frontMatter, site, source, report }: Reader): Moment {
  const { date } = frontMatter.attributes;
  if (date === undefined || date === null) {
    const named = toMomentLeniently(dateOf(toStem(source)), site.timezone);
    const place = frontMatter.placeOf('date');
    if (named) report('date-format', place, `date is missing: add it as the file name has it, date: ${named.text}`);
    else report('date', place, `date is missing: add the creation time, date: ${dateForm}`);
    return named ?? noMoment;
  }
  const moment = typeof date === 'string' ? toMoment(date, site.timezone) : undefined;
  if (moment) return moment;
  const fallback = toMomentLeniently(date, site.timezone);
  // Without any date to fall back on, no setting lets the article through.
  report(
    'date-format',
    frontMatter.placeOf('date'),
    `date must be ${dateForm} and a day that exists, not ${show(date)}`,
    fallback ? undefined : 'error',
  );
  return fallback ?? noMoment;
}

function readUpdated({ frontMatter, site, report }: Reader, date: Moment): Moment | undefined {
  const { updated } = frontMatter.attributes;
  if (updated === undefined) return undefined;
  const place = frontMatter.placeOf('updated');
  const moment = typeof updated === 'string' ? toMoment(updated, site.timezone) : undefined;
  if (!moment) {
    report('updated', place, `updated must be ${dateForm} and a day that exists, not ${show(updated)}`);
    return undefined;
  }
  if (moment.epoch < date.epoch) {
    report('updated', place, `updated (${moment.text}) must not be before date (${date.text})`);
    return undefined;
  }
  return moment;
}

function readCategories({ frontMatter, site, prefix, report }: Reader): string[] {
  const { categories } = frontMatter.attributes;
  const expected = prefix === undefined ? undefined : site.prefixes[prefix]!.categories;
  const proposal = `categories: ${JSON.stringify(expected ?? ['技术', '...'])}`;
  const place = frontMatter.placeOf('categories');
  const levels = expected?.length ?? 2;

  if (!isNames(categories) || categories.length !== levels) {
    report(
      'categories',
      place,
      `categories must be a list of ${levels === 1 ? 'one name' : 'two names, [major, minor]'}: ${proposal}`,
    );
    return toNames(categories);
  }
  if (expected && expected.some((name, index) => name !== categories[index])) {
    report('categories-prefix', place, `categories must be those of the prefix "${prefix}-": ${proposal}`);
  }
  return [...categories];
}

function readTags({ frontMatter, site, prefix, report }: Reader): string[] {
  const { tags } = frontMatter.attributes;
  const place = frontMatter.placeOf('tags');
  if (!isNames(tags)) {
    report('tags', place, 'tags must be a list of 2 to 5 strings: tags: ["...", "..."]');
  } else if (new Set(tags.map(fold)).size !== tags.length) {
    const index = tags.findIndex((tag, at) => tags.slice(0, at).some((earlier) => fold(earlier) === fold(tag)));
    report('tags', frontMatter.placeOf('tags', index), `tags must be distinct: "${tags[index]}" stands twice`);
  } else if (tags.length < 2 || tags.length > 5) {
    report('tags', place, `tags must be 2 to 5, not ${tags.length}`);
  }
  const names = toNames(tags);
  const [first] = names;
  if (prefix !== undefined && first !== undefined && !alignsWith(first, prefix, site)) {
    const allowed = [...site.prefixes[prefix]!.tags, prefix].map((name) => `"${name}"`).join(', ');
    report(
      'tags-first',
      frontMatter.placeOf('tags', 0),
      `the first tag must go with the prefix "${prefix}-": one of ${allowed}, not "${first}"`,
    );
  }
  return names;
}

/** The first tag aligns when its slug is the prefix, or when the prefix's `tags` list it. */
function alignsWith(tag: string, prefix: string, site: Site): boolean {
  const name = fold(tag);
  const slug = Object.entries(site.tag_map).find(([mapped]) => fold(mapped) === name)?.[1];
  return (slug ?? toOwnSlug(tag)) === prefix || site.prefixes[prefix]!.tags.some((listed) => fold(listed) === name);
}

function readDescription({ frontMatter, report }: Reader, encrypted: boolean): string {
  const { description } = frontMatter.attributes;
  const place = frontMatter.placeOf('description');
  if (typeof description !== 'string' || description.trim() === '') {
    report('description', place, 'description must be a summary of 50 to 150 characters: description: "..."');
    // The opening of an encrypted body is a part of what the password withholds.
    return encrypted ? '' : summaryOf(frontMatter.raw);
  }
  const { length } = [...description];
  if (length < 50 || length > 150)
    report('description', place, `description must be 50 to 150 characters, not ${length}`);
  return description;
}

/** The opening of a body, or of what stands before the mark that other engines cut at. */
function summaryOf(raw: string): string {
  const [excerpt] = raw.split(/<!--\s*more\s*-->/i, 1);
  return [excerpt!, raw].map((text) => openingOf(expandTags(text, noPosts), 150)).find((text) => text !== '') ?? '';
}

/** Before all articles are read, none has a title that a tag could show. */
const noPosts: Lookups = { post: () => undefined };

/** Other themes call it `math` or `katex`. */
function readMathjax({ frontMatter, report }: Reader): boolean | undefined {
  const { math, katex, mathjax = math === true || katex === true || undefined } = frontMatter.attributes;
  if (mathjax === undefined || typeof mathjax === 'boolean') return mathjax;
  report('types', frontMatter.placeOf('mathjax'), `mathjax must be true or false, not ${show(mathjax)}`);
  return undefined;
}

function readDraft({ frontMatter, report }: Reader): boolean {
  const { draft, published } = frontMatter.attributes;
  // As Hexo and Jekyll say it.
  if (published === false) return true;
  if (draft === undefined || typeof draft === 'boolean') return draft ?? false;
  // Never turned down: what was meant to stay a draft would be published.
  report('types', frontMatter.placeOf('draft'), `draft must be true or false, not ${show(draft)}`, 'error');
  return false;
}

function readCover({ frontMatter, report }: Reader): string | undefined {
  const { cover } = frontMatter.attributes;
  if (cover === undefined) return undefined;
  if (typeof cover === 'string' && cover.trim() !== '') return cover.trim();
  report('types', frontMatter.placeOf('cover'), 'cover must be the path of an image: cover: /images/...');
  return undefined;
}

function readPassword({ frontMatter, report }: Reader): string | undefined {
  const { password } = frontMatter.attributes;
  if (password === undefined) return undefined;
  const place = frontMatter.placeOf('password');
  if (typeof password !== 'string' || password.trim() === '') {
    // Never turned down: without a usable password the article could only be published in clear.
    report('types', place, 'password must be a non-empty string, in double quotes when it is a number', 'error');
    return undefined;
  }
  if ([...password].length < 8)
    report('password-strength', place, 'password has fewer than 8 characters: anybody can try them all');
  return password;
}

function readAliases({ frontMatter, report }: Reader): string[] {
  const { aliases } = frontMatter.attributes;
  if (aliases === undefined) return [];
  const list = Array.isArray(aliases) ? aliases : [aliases];
  const paths = list.map(toAlias);
  if (!Array.isArray(aliases) || paths.includes(undefined)) {
    report(
      'types',
      frontMatter.placeOf('aliases'),
      'aliases must be a list of old paths that begin with "/", without ".", ".." or a stray "%": aliases: [/old/path/]',
    );
  }
  return paths.filter((path) => path !== undefined);
}

/** The site path that an alias names, decoded, a folder's with "/" at its end; nothing where no file can stand. */
function toAlias(alias: unknown): string | undefined {
  if (typeof alias !== 'string' || !/^\/[^?#]+$/.test(alias)) return undefined;
  const path = decode(alias);
  const names = path?.slice(1).replace(/\/$/, '').split('/');
  if (!names || names.some((name) => /^\.{0,2}$|[\\\p{Cc}]/u.test(name))) return undefined;
  return /\.html?$|\/$/.test(path!) ? path : `${path}/`;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function readPromptArgs({ frontMatter, prefix, report }: Reader): PromptArg[] | undefined {
  const { prompt_args: items } = frontMatter.attributes;
  if (items === undefined) return undefined;
  const place = frontMatter.placeOf('prompt_args');
  if (prefix !== 'prompt') {
    report('prompt-args', place, 'prompt_args is only for articles whose file name begins with "prompt-"');
    return undefined;
  }
  if (!Array.isArray(items)) {
    report('prompt-args', place, 'prompt_args must be a list of objects with name, description, required, example');
    return undefined;
  }
  const args: PromptArg[] = [];
  for (const [index, item] of items.entries()) {
    const at = frontMatter.placeOf('prompt_args', index);
    const fault = faultOfArg(item);
    if (fault) report('prompt-args', at, `prompt_args item ${index + 1}: ${fault}`);
    const arg = fault ? undefined : (item as Partial<PromptArg> & { name: string });
    if (!arg) continue;
    if (args.some(({ name }) => name.toLowerCase() === arg.name.toLowerCase())) {
      report('prompt-args', at, `prompt_args item ${index + 1}: the name "${arg.name}" stands twice`);
      continue;
    }
    args.push({
      name: arg.name,
      ...given({ description: arg.description }),
      required: arg.required ?? false,
      ...given({ example: arg.example }),
    });
  }
  return args;
}

function faultOfArg(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return 'must be an object: - name: ...';
  const { name, description, required, example, ...rest } = item as Record<string, unknown>;
  if (typeof name !== 'string' || !/^[^\s{}](?:[^{}\n]*[^\s{}])?$/.test(name))
    return 'name must be a non-empty string without braces';
  if (description !== undefined && typeof description !== 'string') return 'description must be a string';
  if (required !== undefined && typeof required !== 'boolean') return 'required must be true or false';
  if (example !== undefined && typeof example !== 'string') return 'example must be a string: put it in double quotes';
  const [unknown] = Object.keys(rest);
  return unknown === undefined ? undefined : `unknown key "${unknown}": use name, description, required, example`;
}

/** Rules prompt-element and the warnings of prompt-args. */
function checkPrompt(
  { frontMatter, prefix, report }: Reader,
  { args }: { args: readonly PromptArg[] | undefined },
): void {
  if (prefix !== 'prompt') return;
  const { raw } = frontMatter;
  const reading = readPrompt(raw);
  if ('fault' in reading) {
    report('prompt-element', placeInBody(frontMatter, reading.offset), reading.fault);
    return;
  }
  const { element, mentionedBefore } = reading;
  if (mentionedBefore) {
    const place = placeInBody(frontMatter, raw.indexOf('<prompt>'));
    report(
      'prompt-element',
      place,
      'the text mentions <prompt> before the element: a client that searches for the tag finds this first; reword it or move it behind',
      'warn',
    );
  }
  if (args === undefined) return;
  const place = frontMatter.placeOf('prompt_args');
  const warn = (at: Place, message: string): void => report('prompt-args', at, message, 'warn');
  const placeholders = findPlaceholders(element.text);
  for (const name of placeholders) {
    if (args.some((arg) => arg.name.toLowerCase() === name.toLowerCase())) continue;
    warn(
      placeInBody(frontMatter, raw.indexOf(name, element.start)),
      `the placeholder {{${name}}} has no argument: add it to prompt_args`,
    );
  }
  for (const { name } of args) {
    if (placeholders.some((placeholder) => placeholder.toLowerCase() === name.toLowerCase())) continue;
    warn(place, `the argument "${name}" has no placeholder {{${name.toUpperCase()}}} in the prompt`);
  }
  if (args.length > 0 && !hasVariablesTable(raw, args)) {
    warn(place, 'the article has prompt_args but no table of variables for people: add one');
  }
}

/** Rule template-tags: what is meant for another engine is shown as it is written. */
function checkTags({ frontMatter, report }: Reader, encrypted: boolean): void {
  for (const { name, offset, fault } of strayTags(frontMatter.raw)) {
    const place = placeInBody(frontMatter, offset);
    // Of an encrypted body not even a tag is told: logs are read by others.
    const tag = encrypted ? 'a tag of this locked article' : `the tag "${name}"`;
    const what = fault === 'unknown' ? 'is not known here' : 'is never closed';
    report('template-tags', place, `${tag} ${what} and is shown as text: write Markdown or HTML in its place`);
  }
}

/** Where an offset of the raw body stands in its file. */
export function placeInBody({ raw, rawLine }: { raw: string; rawLine: number }, offset: number): Place {
  const before = raw.slice(0, offset).split('\n');
  return { line: rawLine + before.length - 1, column: before.at(-1)!.length + 1 };
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && name.trim() !== '');

/** What can be made of categories or tags that are no list of strings: scalars, numbers and nested lists, each name once. */
function toNames(value: unknown): string[] {
  const names = [typeof value === 'string' ? value.split(/[,，]/) : value]
    .flat(3)
    .filter((name) => ['string', 'number', 'boolean'].includes(typeof name))
    .map((name) => String(name).trim())
    .filter((name) => name !== '');
  return names.filter((name, index) => names.findIndex((other) => fold(other) === fold(name)) === index);
}

const show = (value: unknown): string => JSON.stringify(value) ?? String(value);

/** An object without the keys whose value is undefined. */
function given<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}
