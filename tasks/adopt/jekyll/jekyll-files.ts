// The files of a blog of Jekyll: posts, collections, pages, and the files that Jekyll skips.
import { withoutDate } from '#pdc/site/file-name';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import {
  asMd,
  whyNotCopied,
  globOf,
  headOf,
  htmlReason,
  isHidden,
  isMarkdown,
  listPageOf,
  ownFileReason,
  tableOf,
  toPages,
} from '../blog.ts';
import type { Blog, Config, LeftOut } from '../blog.ts';
import type { Folder } from '../blog-folder.ts';
import { lastOf } from '../old-addresses.ts';

/** The files of the blog, by how Jekyll treats them. */
export function readSource(folder: Folder, config: Config) {
  const files = folder.list();
  // In the fork of a theme, `docs/` contains the site of the theme.
  const isOther = files.includes('docs/_config.yml') ? /^docs\// : /^(?!)/;
  const isExcluded = matcherOf(config.exclude);
  // Jekyll skips names with a leading "_" unless `include` lists them. Most themes list a folder of pages there.
  const isIncluded = matcherOf(config.include);
  const all = files.filter((file) => !isExcluded(file));
  const toOther = (file: string) => ({ file, kind: kindOf(folder, file) });
  const inFolder = (name: string): string[] => all.filter((file) => file.startsWith(`_${name}/`) && isMarkdown(file));
  const collections = Object.entries(tableOf(config.collections)).flatMap(([name, settings]) =>
    name !== 'posts' && tableOf(settings).output === true ? [inFolder(name)] : [],
  );
  // A collection in which no file has a date contains pages, such as the tabs of Chirpy.
  const isOfPages = (texts: readonly string[]): boolean =>
    texts.every((file) => !isDated(file) && headOf(folder, file).date === undefined);
  const ofPages = collections.filter(isOfPages).flat();
  const otherFiles = [
    ...all.filter((file) => (!isHidden(file) || isIncluded(file)) && !tool.test(file) && !isOther.test(file)),
    ...ofPages,
  ].map(toOther);
  return {
    // A folder around a `_posts` folder is a category.
    inPosts: all.filter((file) => /^(?:[^_].*\/)?_posts\//.test(file)),
    notes: collections.filter((texts) => !isOfPages(texts)).flat(),
    drafts: inFolder('drafts'),
    excluded: files.filter((file) => isExcluded(file) && !tool.test(file)),
    ofPages,
    otherFiles,
    pages: toPages(
      folder,
      otherFiles.flatMap(({ file, kind }) => (kind === 'page' ? file : [])),
      '',
    ),
  };
}

export type Source = ReturnType<typeof readSource>;

export function movesOf(source: Source): Pick<Blog, 'articles' | 'attachments' | 'drafts' | 'pages' | 'statics'> {
  const { inPosts, notes, drafts, pages, otherFiles } = source;
  const outOfPosts = (file: string): string => file.replace(/(?<=^|\/)_posts\//, '');
  const toName = (name: string): string => withoutDate(name).replace(/^_+(?=[^_.])/, '');
  return {
    articles: [
      ...inPosts
        .filter((file) => isMarkdown(file) && isDated(file))
        .map((from) => ({ from, to: asMd(outOfPosts(from)).replace(/[^/]+$/, toName) })),
      ...notes.map((from) => ({ from, to: asMd(from.slice(1)) })),
    ],
    attachments: inPosts
      .filter((file) => !isMarkdown(file) && !isHtmlPost(file))
      .map((from) => ({ from, to: outOfPosts(from) })),
    drafts: [
      ...drafts.map((from) => ({ from, to: asMd(from) })),
      ...undatedIn(source).map((from) => ({ from, to: asMd(`_drafts/${from}`) })),
    ],
    pages,
    statics: otherFiles.filter(({ kind }) => kind === 'static').map(({ file }) => ({ from: file, to: file })),
  };
}

export const leftOutOf = (source: Source): LeftOut[] => [
  ...source.otherFiles.flatMap(({ file, kind }) => (kind === 'page' || kind === 'static' ? [] : [{ file, why: kind }])),
  ...source.excluded.map((file) => ({ file, why: message('configExcludes') })),
  ...source.inPosts.filter(isHtmlPost).map((file) => ({ file, why: htmlReason })),
  ...undatedIn(source).map((file) => ({ file, why: message('draftByName') })),
];

/** Jekyll skips posts without a date in their file name: templates and drafts. */
const undatedIn = ({ inPosts }: Source): string[] => inPosts.filter((file) => isMarkdown(file) && !isDated(file));

/** Returns a function that tests whether a path matches a list of files, folders and patterns. */
function matcherOf(named: unknown): (file: string) => boolean {
  const patterns = [named]
    .flat()
    .filter((pattern) => typeof pattern === 'string')
    .map((pattern) => pattern.replace(/^\/|\/$/g, ''))
    .filter((pattern) => pattern !== '')
    .map((pattern) => globOf(pattern));
  return (file) => patterns.some((pattern) => pattern.test(file));
}

function kindOf(folder: Folder, file: string): 'page' | 'static' | Message {
  const fault = whyNotCopied(file);
  if (fault !== undefined) return fault;
  if (/^(?:feed\.xml|index\.(?:md|markdown))$/.test(file)) return ownFileReason;
  const isTemplate =
    /\.(?:md|markdown|html?|xml|json|txt|css|scss|sass|js)$/i.test(file) &&
    folder.read(file)?.toString('utf8', 0, 3) === '---';
  if (isMarkdown(file) && isTemplate && listPageOf(file, headOf(folder, file)) !== undefined) return ownFileReason;
  if (isMarkdown(file) && isTemplate && isLoop(folder.text(file) ?? '')) return message('pageOfTemplate');
  if (isMarkdown(file)) return isTemplate ? 'page' : plainReason;
  return isTemplate ? message('jekyllTemplate') : 'static';
}

/**
 * Whether a page lists contents of the site with Liquid, outside of code. Such a page is left out, because our theme
 * has its own lists.
 */
const isLoop = (text: string): boolean =>
  /\{%-?\s*for\s+\w+\s+in\s+(?:site\.|paginator\.)/.test(
    text.replace(/\{%-?\s*raw[^]*?endraw|^(`{3,}|~{3,})[^]*?^\1/gm, ''),
  );

/** Files of tools and of the theme. */
const tool =
  /^(?:Gemfile.*|Rakefile|.*\.gemspec|package.*\.json|yarn\.lock|README.*|LICENSE.*|CHANGELOG.*|CONTRIBUTING.*|vendor\/.*|script\/.*)$/i;

export const plainReason = message('noFrontMatter');

export const isHtmlPost = (file: string): boolean => /\.html$/.test(file);

export const isTemplateFile = (file: string): boolean => /\.(?:md|markdown|html?|xml)$/i.test(file);

const isDated = (file: string): boolean =>
  nameParts(lastOf(asMd(file)).replace(/^_+/, '').replace(/\.md$/, '')) !== undefined;

/** The date at the beginning of a name, and the rest. A year of two digits is in this century. */
export function nameParts(stem: string): { date: string; title: string } | undefined {
  const [, date, title] = /^(\d{2,4}-\d{1,2}-\d{1,2})-(.*)$/.exec(stem) ?? [];
  return date === undefined ? undefined : { date: date.replace(/^(?=\d\d-)/, '20'), title: title! };
}
