// Changes the text of an adopted article: its encoding, its front matter, and foreign tags in its body.
import { isFolder } from './blog.ts';
import { withoutComments } from './foreign/running-text.ts';
import { readFrontMatter } from '#pdc/article/front-matter';
import type { FrontMatter } from '#pdc/article/front-matter';
import { readForeignHead } from './foreign/foreign-head.ts';
import type { Form } from './foreign/foreign-head.ts';
import { headLines, holdsPasswordLine } from './foreign/foreign-keys.ts';
import { translate } from './foreign/translate-text.ts';
import type { Translation } from './foreign/translate-text.ts';
import type { Lookups } from './foreign/tag-templates.ts';
import { decodeUtf8 } from '#pdc/text/utf8';
import { editHead, toOwnForm, writeHead } from './own-form.ts';
import type { FormOptions } from './own-form.ts';
import { message } from '#pdc/words/message';

/** The changes that an article may need, as the report names them. */
export const mends = {
  gbk: message('fromGbk'),
  toml: message('fromToml'),
  json: message('fromJson'),
  open: message('openingAdded'),
  untidy: message('headTidied'),
  head: message('headRewritten'),
  written: message('datedByFile'),
  opened: message('openWithEmptyPassword'),
  comments: message('commentsTakenOut'),
  mathjax: message('mathjaxAdded'),
  body: message('bodyTranslated'),
  translated: message('translationHidden'),
  renamed: message('renamed'),
} as const;

export type Mend = keyof typeof mends;

export type Mended = {
  readonly text: string;
  readonly mends: readonly Mend[];
  /** The article as the other engine read it; undefined if it could not be read. */
  readonly translation?: Translation;
};

export type MendOptions = Omit<FormOptions, 'singular'> & {
  readonly lookups: Lookups;
  readonly emoji: boolean;
};

/**
 * Converts bytes to an article in UTF-8, and to our own form if the result is certain. Undefined if the bytes are not
 * text.
 */
export function mendText(bytes: Uint8Array, options: MendOptions): Mended | undefined {
  const utf8 = decodeUtf8(bytes);
  const decoded = utf8 ?? decodeGbk(bytes);
  if (decoded === undefined) return undefined;
  const { isWiki = false } = options.blog;
  const text = isWiki ? withoutComments(decoded) : decoded;
  const encoding: Mend[] = [
    ...(utf8 === undefined ? ['gbk' as const] : []),
    ...(text === decoded ? [] : ['comments' as const]),
  ];
  const headed = withHead(text, options);
  const brackets = options.blog.formulas?.single ? ('single' as const) : undefined;
  const { breaksLines, fencesFirst, toAnchor } = options.blog;
  const translation = translate(headed, { ...options, isWiki, brackets, breaksLines, fencesFirst, toAnchor });
  // An article that must not be published stays as it is, so that a build finds the same fault in the same text.
  if (
    !translation.frontMatter ||
    translation.findings.some(({ always }) => always === 'error') ||
    hasUnusablePassword(translation.frontMatter)
  )
    return { text, mends: encoding };
  const { text: mended, mends } = rewrite(text, translation, options);
  const isOpened = translation.findings.some(({ message: { key } }) => key === 'passwordEmptyOpen');
  const all: Mend[] = [
    ...encoding,
    ...(headed === text ? [] : ['head' as const]),
    ...(options.blog.translations?.has(options.from) ? ['translated' as const] : []),
    ...mends,
    ...(isOpened ? ['opened' as const] : []),
  ];
  return { text: mended, mends: all, translation };
}

/** Adds front matter to a text without it. Hugo and Hexo publish such a text. Jekyll does so only for a post. */
export function withHead(text: string, { blog, from }: Pick<MendOptions, 'blog' | 'from'>): string {
  // Only Hexo reads front matter without an opening line. A note may begin with "word:" or an address.
  const opens = isFolder(blog)
    ? /^[\ufeff\s]*(?:-{3,}|\+{3}|;{3}|\{)/.test(text)
    : /^[\ufeff\s]*(?:-{3,}|\+{3}|;{3}|\{|(?![a-z]+:\/\/)[\w"'-]+\s*[:=])/i.test(text);
  // A note may also begin with a thematic break.
  const isRule =
    isFolder(blog) && /^\s*-{3,}[ \t]*\r?\n[ \t]*\r?\n/.test(text) && !('frontMatter' in readForeignHead(text));
  const isCopied = blog.engine === 'Jekyll' && !/(?:^|\/)_posts\//.test(from);
  if ((opens && !isRule) || isCopied || text.trim() === '' || holdsPasswordLine(headLines(text).join('\n')))
    return text;
  // In a folder of plain Markdown, a heading at the beginning of a text is the title of the text.
  const [heading, title = ''] = isFolder(blog)
    ? (/^\s*#[ \t]+([^\n[\]<>]*?[^\s#[\]<>])[ \t]*#*[ \t]*\r?(?:\n\s*|$)/.exec(text) ?? [])
    : [];
  if (heading === undefined) return `---\n{}\n---\n${text}`;
  return `---\ntitle: ${JSON.stringify(title.replace(/[`*]/g, ''))}\n---\n${text.slice(heading.length)}`;
}

type Rewritten = { text: string; mends: Mend[] };

/** Writes only what differs: a text that is already in our form does not change at all. */
function rewrite(text: string, { frontMatter, form }: Translation, options: MendOptions): Rewritten {
  const mends: Mend[] = form === 'own' ? [] : [form satisfies Form];
  const parsed = readFrontMatter(text);
  const original = 'findings' in parsed ? undefined : parsed;
  const fileTime = (): string | undefined => {
    const time = options.fileTime();
    if (time !== undefined) mends.push('written');
    return time;
  };
  const singular = new Set(
    Object.entries(singulars).flatMap(([one, many]) => (Object.hasOwn(original?.attributes ?? {}, one) ? many : [])),
  );
  const attributes = toOwnForm(withTexts(frontMatter), { ...options, fileTime, singular });
  const declaresMath = ['mathjax', 'math', 'katex'].some((key) => attributes[key] !== undefined);
  if (!declaresMath && holdsFormulas(frontMatter, options.blog.formulas?.dollars)) {
    attributes.mathjax = true;
    mends.push('mathjax');
  }
  if (!original) return { text: `${writeHead(attributes)}\n${frontMatter.raw}`, mends };
  const isSameBody = original.raw === frontMatter.raw;
  const isSameHead = JSON.stringify(original.attributes) === JSON.stringify(attributes);
  if (!isSameBody) mends.push('body');
  if (isSameHead && isSameBody) return { text, mends };

  const bare = text.replace(/^\ufeff/, '');
  const start = bare.indexOf('\n') + 1;
  const end = /^(?:---|\.\.\.)[ \t]*\r?$/m.exec(bare.slice(start))!.index + start;
  const head = bare.slice(start, end);
  if (!isSameHead && !isOnlyLonger(original.attributes, attributes)) mends.push('head');
  const eol = bare[start - 2] === '\r' ? '\r\n' : '\n';
  const newHead = isSameHead
    ? head
    : editHead(head.replaceAll('\r\n', '\n'), original.attributes, attributes).replaceAll('\n', eol);
  // Blank lines between the front matter and the text stay as well.
  const between = bare.slice(end, bare.length - original.raw.length);
  return { text: bare.slice(0, start) + newHead + between + frontMatter.raw, mends };
}

/**
 * Whether a password is empty or is not text. Such a password could become empty when it is rewritten, and lock
 * nothing.
 */
function hasUnusablePassword(frontMatter: FrontMatter): boolean {
  const { password } = withTexts(frontMatter);
  return password !== undefined && (typeof password !== 'string' || password.trim() === '');
}

/** Front matter with the title, the names and the password as they were written, even if YAML reads numbers there. */
function withTexts({ attributes, sourceOf }: FrontMatter): FrontMatter['attributes'] {
  const toText = (value: unknown, path: (string | number)[]): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => toText(item, [...path, index]));
    return typeof value === 'number' || typeof value === 'boolean' ? (sourceOf(...path) ?? value) : value;
  };
  const texts = ['title', 'tags', 'categories', 'password'].filter((key) => Object.hasOwn(attributes, key));
  return { ...attributes, ...Object.fromEntries(texts.map((key) => [key, toText(attributes[key], [key])])) };
}

const singulars = { category: 'categories', tag: 'tags' };

const isOnlyLonger = (oldAttributes: FrontMatter['attributes'], newAttributes: FrontMatter['attributes']): boolean =>
  Object.entries(oldAttributes).every(([key, value]) => JSON.stringify(newAttributes[key]) === JSON.stringify(value));

function decodeGbk(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('gb18030', { fatal: true }).decode(bytes);
    // Almost any bytes are valid GBK, but text in another encoding decodes to characters that nobody writes.
    return /[\p{Co}\p{Cn}\0]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/**
 * Whether a body seems to have formulas: a pair of `$$`, or a pair of `$` around signs of a formula. With `isSure`, a
 * pair of `$` around any text counts.
 */
export function holdsFormulas({ raw }: Pick<FrontMatter, 'raw'>, isSure = false): boolean {
  const prose = raw.replace(/^[ \t>]*(`{3,}|~{3,})[^]*?^[ \t>]*\1|`[^`\n]*`/gm, '');
  if (isSure && /(?<![\\$])\$[^$\s](?:[^$\n]*[^$\s])?\$(?!\$)/.test(prose)) return true;
  return /\$\$[^$]+\$\$|(?<![\w$])\$(?=[^$\n]*(?:\\[A-Za-z]+|[_^]))[^\s$](?:[^$\n]*[^\s$])?\$(?!\d)/.test(prose);
}
