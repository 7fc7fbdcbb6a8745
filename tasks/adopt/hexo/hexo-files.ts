// The files below `source/` of Hexo, and what becomes of them.
import { message } from '#pdc/words/message';
import path from 'node:path';
import {
  asMd,
  whyNotCopied,
  globOf,
  isHidden,
  isMarkdown,
  namesOf,
  ownFile,
  ownFileReason,
  splitPages,
  textOf,
} from '../blog.ts';
import type { Blog, Config, LeftOut, Move } from '../blog.ts';
import type { Folder } from '../blog-folder.ts';
import { lastOf } from '../old-addresses.ts';

/** The files below `source/`, by how Hexo treats them. */
export function readSource(folder: Folder, config: Config) {
  const files = folder.list('source');
  const inPosts = files.filter((file) => file.startsWith('_posts/'));
  const publicFiles = files.filter((file) => !isHidden(file));
  const skipped = namesOf(config.skip_render).map((pattern) => globOf(pattern, '$'));
  const texts = publicFiles.filter((file) => isMarkdown(file) && !skipped.some((pattern) => pattern.test(file)));
  return {
    inPosts,
    posts: inPosts.filter((file) => !isHidden(file.slice('_posts/'.length))),
    drafts: files.filter((file) => file.startsWith('_drafts/') && isMarkdown(file)),
    otherFiles: publicFiles.filter((file) => !texts.includes(file)),
    ...splitPages(folder, texts, 'source/'),
  };
}

export type Source = ReturnType<typeof readSource>;

export function movesOf(
  { posts, drafts, otherFiles, pages }: Source,
  config: Config,
): Pick<Blog, 'articles' | 'attachments' | 'drafts' | 'pages' | 'statics'> {
  const moved = createMove(posts, config);
  return {
    articles: posts.filter(isMarkdown).map(moved),
    attachments: posts.filter((file) => !isMarkdown(file)).map(moved),
    drafts: drafts.map((file) => ({ from: `source/${file}`, to: asMd(file) })),
    pages,
    statics: otherFiles.filter((file) => !ownFile.test(file)).map((file) => ({ from: `source/${file}`, to: file })),
  };
}

export function leftOutOf({ inPosts, posts, otherFiles, listings }: Source): LeftOut[] {
  const named = [
    ...listings.map(({ file }) => ({ file, why: ownFileReason })),
    ...inPosts.filter((file) => !posts.includes(file)).map((file) => ({ file, why: message('hexoSkips') })),
    ...otherFiles.filter((file) => ownFile.test(file)).map((file) => ({ file, why: whyNotCopied(file)! })),
  ];
  return named.map(({ file, why }) => ({ file: `source/${file}`, why }));
}

/** The new path of a post or of a file beside it, without the date that `new_post_name` adds to the name. */
function createMove(files: readonly string[], config: Config): (file: string) => Move {
  const stems = files.filter(isMarkdown).map((file) => asMd(file).slice('_posts/'.length, -'.md'.length));
  const names = new Map(
    stems.flatMap((stem) => {
      const { title, date } = partsOf(stem, config);
      return date === undefined ? [] : [[stem, stem.replace(/[^/]+$/, lastOf(title))] as const];
    }),
  );
  return (file) => {
    const to = asMd(file).slice('_posts/'.length);
    const stem = [to.replace(/\.md$/, ''), path.posix.dirname(to)].find((stem) => names.has(stem));
    return { from: `source/${file}`, to: stem === undefined ? to : names.get(stem)! + to.slice(stem.length) };
  };
}

/** The title, date and keys in a name according to `new_post_name`. If it does not match, its slug is the title. */
export function partsOf(name: string, config: Config): { title: string; date?: string; keys: Config } {
  const pattern = (textOf(config.new_post_name) ?? ':title.md').replace(/\.\w+$/, '');
  const parts: Record<string, string> = {
    ...{ year: '\\d{4}', month: '\\d{2}', day: '\\d{2}', i_month: '\\d{1,2}', i_day: '\\d{1,2}', hash: '[\\da-f]{12}' },
  };
  // A named group may occur only once in an expression.
  const named = new Set<string>();
  const expression = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)/g, (_, key: string) => {
    const part = parts[key];
    if (named.has(key) || /^\d/.test(key)) return part ?? '.+?';
    named.add(key);
    return `(?<${key}>${part ?? '.+?'})`;
  });
  const groups = new RegExp(`^${expression}$`).exec(name)?.groups;
  const { title, year, month, i_month, day, i_day, ...keys } = groups ?? {};
  const [m, d] = [month ?? i_month, day ?? i_day].map((part) => part?.padStart(2, '0'));
  return {
    title: title ?? hexoSlug(name),
    keys,
    ...(year !== undefined && m !== undefined && d !== undefined && { date: `${year}-${m}-${d} 00:00:00` }),
  };
}

export const packageOf = ({ text }: Folder): string | undefined => text('package.json');

/**
 * Makes a slug like Hexo. Each run of signs and spaces becomes one hyphen, accents are removed, and other scripts stay.
 * The case stays unless `filename_case` changes it.
 */
export function hexoSlug(text: string, filenameCase: unknown = 0): string {
  const slug = text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f]/g, '')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '');
  if (filenameCase === 1) return slug.toLowerCase();
  return filenameCase === 2 ? slug.toUpperCase() : slug;
}
