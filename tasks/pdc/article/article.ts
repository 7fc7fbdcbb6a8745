// Makes an article or a page from a file name, front matter and a body, and checks the rules (protocol sections 4 to
// 6).
import type { Finding } from '../words/defect.ts';
import { readFileName } from '../site/file-name.ts';
import type { LockedText } from '../locked/secret.ts';
import type { PromptArg } from '../markdown/prompt.ts';
import { toMomentLeniently } from '../text/moment.ts';
import type { Moment } from '../text/moment.ts';
import { checkFormulas, checkPrompt, checkTags } from './body-rules.ts';
import {
  collectInto,
  withoutUndefined,
  readAliases,
  readCategories,
  readCover,
  readDate,
  readDescription,
  readDraft,
  readMathjax,
  readPassword,
  readPromptArgs,
  readShowing,
  readTags,
  readTitle,
  readUpdated,
  summaryOf,
  textIn,
} from './fields.ts';
import type { Reader, Showing, Source } from './fields.ts';
import type { RawBody } from './front-matter.ts';
import { lockText } from './locked-text.ts';
import { passwordIn } from './password.ts';
import { message } from '../words/message.ts';
import { remember } from '../remember.ts';

/** The metadata of an article, deeply frozen. */
type Metadata = Showing & {
  readonly layout: 'post';
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
};

export type Open = Metadata & RawBody & { readonly encrypted: false };

/** An article with a `password`: only people who know it can read the body. Files for machines lack the body. */
export type Locked = Metadata & { readonly encrypted: true; readonly text: LockedText };

export type Article = Open | Locked;

/** The public part of an article: the whole of an open article, but only the metadata of a locked article. */
export type PublicArticle = Open | Omit<Locked, 'text'>;

/** A page (`content/pages/*.md`). Pages are only for people, not for machines. */
export type Page = RawBody & {
  readonly layout: 'page';
  readonly source: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly updated?: Moment;
  readonly mathjax?: boolean;
  readonly draft: boolean;
};

/** Whether an entry is a locked article. No file for machines, cache key or message may contain its text. */
export const isLocked = (entry: Article | Page): entry is Locked => entry.layout === 'post' && entry.encrypted;

/**
 * Reads an article. A value that breaks a rule is replaced by the fallback of that rule. The caller decides whether the
 * article may be published.
 */
export function toArticle(source: Source): { article: Article; findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const { slug, prefix, findings: nameFindings } = readFileName(source.source, source.site.prefixes);
  findings.push(...nameFindings);
  const reader: Reader = { ...source, ...withoutUndefined({ prefix }), report: collectInto(findings) };

  const date = readDate(reader);
  const encrypted = source.frontMatter.attributes.password !== undefined;
  const metadata: Metadata = {
    layout: 'post',
    source: source.source,
    slug,
    title: readTitle(reader),
    date,
    categories: readCategories(reader),
    tags: readTags(reader),
    description: readDescription(reader, encrypted),
    aliases: readAliases(reader),
    draft: readDraft(reader),
    ...withoutUndefined({
      prefix,
      updated: readUpdated(reader, date),
      mathjax: readMathjax(reader),
      cover: readCover(reader),
      prompt_args: readPromptArgs(reader),
    }),
  };
  const password = readPassword(reader);
  const metadataWithShowing = { ...metadata, ...readShowing(reader) };
  const article: Article = encrypted
    ? { ...metadataWithShowing, encrypted, text: lockText(reader, { password, math: metadata.mathjax === true }) }
    : { ...metadataWithShowing, encrypted, ...bodyOf(source.frontMatter) };
  const hasBrokenArgs = findings.some(({ rule }) => rule === 'prompt-args');
  // A message must not name a placeholder of an encrypted prompt, because other people may read logs.
  checkPrompt(reader, { args: hasBrokenArgs || encrypted ? undefined : (article.prompt_args ?? []) });
  checkTags(reader, encrypted);
  if (article.mathjax === true) checkFormulas(reader, encrypted);
  return { article: freeze(article), findings };
}

/** Reads a page: a title, and optionally description, date, updated, mathjax and draft. */
export function toPage(source: Source): { page: Page; findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const reader: Reader = { ...source, report: collectInto(findings) };
  const description = textIn(source.frontMatter.attributes.description, source.frontMatter.sourceOf('description'));
  const updatedAt = ['updated', 'date'].map((key) =>
    toMomentLeniently(source.frontMatter.attributes[key], source.site.timezone),
  );
  // Rule filename-prefix is for articles only, because the address of a page is its whole file name.
  const { slug, findings: nameFindings } = readFileName(source.source, source.site.prefixes);
  findings.push(...nameFindings.filter(({ rule }) => rule !== 'filename-prefix'));
  for (const key of passwordIn(source.frontMatter.attributes).keys) {
    const place = source.frontMatter.placeOf(key);
    // Always an error, regardless of the settings: otherwise the page would be published unencrypted.
    reader.report('types', place, message('pageWithPassword', { key }), 'error');
  }
  const mathjax = readMathjax(reader);
  const page: Page = {
    layout: 'page',
    source: source.source,
    slug,
    title: readTitle(reader),
    description:
      description === undefined ? summaryOf(source.frontMatter.raw, { math: mathjax === true }) : description.trim(),
    draft: readDraft(reader),
    ...bodyOf(source.frontMatter),
    ...withoutUndefined({ updated: updatedAt.find((moment) => moment !== undefined), mathjax }),
  };
  checkTags(reader, false);
  if (mathjax === true) checkFormulas(reader, false);
  return { page: freeze(page), findings };
}

const bodyOf = ({ raw, rawLine, rawLines }: RawBody): RawBody => ({ raw, rawLine, ...withoutUndefined({ rawLines }) });

/** An article without its secret. Returns an open article unchanged. */
export const toPublicArticle = (article: Article): PublicArticle =>
  isLocked(article) ? withoutSecret(article) : article;

const withoutSecret = remember(({ text: _text, ...metadata }: Locked): PublicArticle => Object.freeze(metadata));

/** Replaces some fields of an entry. The same values give the same object, so that caches recognize the entry. */
export const withFields = <T extends Article | Page>(
  entry: T,
  fields: Partial<Pick<Article, 'slug' | 'categories' | 'tags' | 'aliases' | 'cover'>>,
): T => patched(entry, JSON.stringify(fields)) as T;

const patched = remember((entry: Article | Page, fields: string): Article | Page =>
  freeze({ ...entry, ...(JSON.parse(fields) as Partial<Article>) } as Article | Page),
);

/** Freezes a value deeply. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}
