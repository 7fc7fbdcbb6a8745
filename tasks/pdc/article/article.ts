// An article: its file name, its front matter and its body, checked against the rules (protocol sections 4 to 6).
import type { Finding } from '../words/defect.ts';
import { readFileName } from '../site/file-name.ts';
import type { LockedText } from '../locked/secret.ts';
import type { PromptArg } from '../markdown/prompt.ts';
import { toMomentLeniently } from '../text/moment.ts';
import type { Moment } from '../text/moment.ts';
import { checkFormulas, checkPrompt, checkTags } from './body-rules.ts';
import {
  collectInto,
  given,
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

/** Every output of an article is made of this. Deeply frozen. */
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

/** It has a `password`: its body is for people who know it, and for no machine. */
export type Locked = Metadata & { readonly encrypted: true; readonly text: LockedText };

export type Article = Open | Locked;

/** What machine files may hold of an article: all of an open one, and of a locked one the metadata. */
export type PublicArticle = Open | Omit<Locked, 'text'>;

/** A page beside the articles (`content/pages/*.md`): for people only. */
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

/** Its text is for people who know the password: no machine file, key, cache or message tells of it. */
export const isLocked = (entry: Article | Page): entry is Locked => entry.layout === 'post' && entry.encrypted;

/** Reads an article. Where a rule is broken the value is the rule's fallback; whether that may be published the caller decides. */
export function toArticle(source: Source): { article: Article; findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const { slug, prefix, findings: nameFindings } = readFileName(source.source, source.site.prefixes);
  findings.push(...nameFindings);
  const reader: Reader = { ...source, ...given({ prefix }), report: collectInto(findings) };

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
    ...given({
      prefix,
      updated: readUpdated(reader, date),
      mathjax: readMathjax(reader),
      cover: readCover(reader),
      prompt_args: readPromptArgs(reader),
    }),
  };
  const password = readPassword(reader);
  const shown = { ...metadata, ...readShowing(reader) };
  const article: Article = encrypted
    ? { ...shown, encrypted, text: lockText(reader, { password, math: metadata.mathjax === true }) }
    : { ...shown, encrypted, ...bodyOf(source.frontMatter) };
  const argsAreBroken = findings.some(({ rule }) => rule === 'prompt-args');
  // A message must not name a placeholder of an encrypted prompt: others read logs.
  checkPrompt(reader, { args: argsAreBroken || encrypted ? undefined : (article.prompt_args ?? []) });
  checkTags(reader, encrypted);
  if (article.mathjax === true) checkFormulas(reader, encrypted);
  return { article: freeze(article), findings };
}

/** Reads a page: title, and optionally description, date, updated, mathjax and draft. */
export function toPage(source: Source): { page: Page; findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const reader: Reader = { ...source, report: collectInto(findings) };
  const description = textIn(source.frontMatter.attributes.description, source.frontMatter.sourceOf('description'));
  const updatedAt = ['updated', 'date'].map((key) =>
    toMomentLeniently(source.frontMatter.attributes[key], source.site.timezone),
  );
  // A page's address is its name: what rule filename-prefix asks of articles does not concern it.
  const { slug, findings: nameFindings } = readFileName(source.source, source.site.prefixes);
  findings.push(...nameFindings.filter(({ rule }) => rule !== 'filename-prefix'));
  for (const key of passwordIn(source.frontMatter.attributes).keys) {
    const place = source.frontMatter.placeOf(key);
    // Never turned down: a page would be published in clear.
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
    ...given({ updated: updatedAt.find((moment) => moment !== undefined), mathjax }),
  };
  checkTags(reader, false);
  if (mathjax === true) checkFormulas(reader, false);
  return { page: freeze(page), findings };
}

const bodyOf = ({ raw, rawLine, rawLines }: RawBody): RawBody => ({ raw, rawLine, ...given({ rawLines }) });

/** An article without its secret. An open article is returned as it is. */
export const toPublicArticle = (article: Article): PublicArticle =>
  isLocked(article) ? withoutSecret(article) : article;

const withoutSecret = remember(({ text: _text, ...metadata }: Locked): PublicArticle => Object.freeze(metadata));

/** An entry with other values in some fields. The same values give the same object, by which caches recognize it. */
export const withFields = <T extends Article | Page>(
  entry: T,
  fields: Partial<Pick<Article, 'slug' | 'categories' | 'tags' | 'aliases' | 'cover'>>,
): T => patched(entry, JSON.stringify(fields)) as T;

const patched = remember((entry: Article | Page, fields: string): Article | Page =>
  freeze({ ...entry, ...(JSON.parse(fields) as Partial<Article>) } as Article | Page),
);

/** Freezes a value and all that it holds. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}
