// A blog of Hexo: `_config.yml`, `source/_posts`.
import path from 'node:path';
import {
  asMd,
  factsOf,
  globOf,
  headOf,
  htmlReason,
  isHidden,
  namesOf,
  isMarkdown,
  faultOfFile,
  ownFile,
  ownFileReason,
  readConfig,
  tableOf,
  textOf,
  splitPages,
  wordOf,
  zoneOf,
} from './blog.ts';
import type { Blog, Config, LeftOut, Move, SiteFacts } from './blog.ts';
import { configuredBy } from './configured.ts';
import { feedPath, tagsPath } from '#pdc/site/paths';
import { friendsOf } from './foreign/friends.ts';
import { toMoment, toMomentLeniently } from '#pdc/text/moment';
import type { Folder } from './folder.ts';
import { archive } from './old-lists.ts';
import type { Old } from './old-lists.ts';
import { hexoSlug } from './old-names.ts';
import { datesOf, fill, lastOf, postOf, toOwnPattern, toPath } from './permalink.ts';
import type { OldPost } from './permalink.ts';
import { message } from '#pdc/words/message';

export const isHexo = ({ isThere }: Folder): boolean => isThere('source/_posts');

export function readHexo(folder: Folder): Blog {
  const config = readConfig(folder, ['_config.yml', '_config.yaml']);
  const source = readSource(folder, config);
  const facts = readFacts(config);
  const configured = configuredBy({ folder, facts, data: config, files: themeFilesOf(config) });
  return {
    engine: 'Hexo',
    output: textOf(config.public_dir),
    root: 'source/_posts/',
    facts,
    configured,
    ...movesOf(source, config),
    made: friendsOf(folder, { pages: source.pages, data: 'source/_data', said: configured.friends }),
    codeFolder: `source/${textOf(config.code_dir) ?? 'downloads/code'}`,
    themeFolders: folder.names('themes').map((theme) => `themes/${theme}/source`),
    leftOut: [...leftOutOfConfig(config), ...leftOutOf(source)],
    ...passwordsOf(config),
    ...rendererOf(folder, config),
    ...addressesOf(folder, source, config),
  };
}

/** The files below `source/`, by what Hexo makes of them. */
function readSource(folder: Folder, config: Config) {
  const files = folder.list('source');
  const inPosts = files.filter((file) => file.startsWith('_posts/'));
  const others = files.filter((file) => !isHidden(file));
  const skipped = namesOf(config.skip_render).map((pattern) => globOf(pattern, '$'));
  const texts = others.filter((file) => isMarkdown(file) && !skipped.some((pattern) => pattern.test(file)));
  return {
    inPosts,
    posts: inPosts.filter((file) => !isHidden(file.slice('_posts/'.length))),
    drafts: files.filter((file) => file.startsWith('_drafts/') && isMarkdown(file)),
    others: others.filter((file) => !texts.includes(file)),
    ...splitPages(folder, texts, 'source/'),
  };
}

type Source = ReturnType<typeof readSource>;

const readFacts = (config: Config): SiteFacts =>
  factsOf({
    title: textOf(config.title),
    description: textOf(config.description) ?? textOf(config.subtitle),
    url: siteUrl(config),
    author: textOf(config.author),
    language: textOf([config.language].flat()[0]),
    timezone: textOf(config.timezone),
  });

function themeFilesOf(config: Config): string[] {
  const theme = textOf(config.theme) ?? 'landscape';
  return [`_config.${theme}.yml`, `source/_data/${theme}.yml`, `themes/${theme}/_config.yml`];
}

function movesOf(
  { posts, drafts, others, pages }: Source,
  config: Config,
): Pick<Blog, 'articles' | 'attachments' | 'drafts' | 'pages' | 'statics'> {
  const moved = createMove(posts, config);
  return {
    articles: posts.filter(isMarkdown).map(moved),
    attachments: posts.filter((file) => !isMarkdown(file)).map(moved),
    drafts: drafts.map((file) => ({ from: `source/${file}`, to: asMd(file) })),
    pages,
    statics: others.filter((file) => !ownFile.test(file)).map((file) => ({ from: `source/${file}`, to: file })),
  };
}

function leftOutOfConfig(config: Config): LeftOut[] {
  const url = textOf(config.url)?.replace(/\/+$/, '').toLowerCase();
  if (url === siteUrl(config)?.toLowerCase()) return [];
  return [{ file: '_config.yml', why: message('rootHolds', { url: String(config.url), root: String(config.root) }) }];
}

function leftOutOf({ inPosts, posts, others, listings }: Source): LeftOut[] {
  const named = [
    ...listings.map(({ file }) => ({ file, why: ownFileReason })),
    ...inPosts.filter((file) => !posts.includes(file)).map((file) => ({ file, why: message('hexoSkips') })),
    ...others.filter((file) => ownFile.test(file)).map((file) => ({ file, why: faultOfFile(file)! })),
  ];
  return named.map(({ file, why }) => ({ file: `source/${file}`, why }));
}

/** How the renderer reads a text. */
const rendererOf = (
  folder: Folder,
  config: Config,
): Pick<Blog, 'emoji' | 'breaksLines' | 'fencesFirst' | 'toAnchor'> => ({
  ...(/hexo-(?:filter-github-emojis|renderer-markdown-it-plus)|markdown-it-emoji/.test(packageOf(folder) ?? '') && {
    emoji: true as const,
  }),
  breaksLines: breaksLines(folder, config),
  fencesFirst: tableOf(config.highlight).enable !== false || tableOf(config.prismjs).enable === true,
  toAnchor: (title) => hexoSlug(title, tableOf(config.marked).modifyAnchors),
});

function addressesOf(
  folder: Folder,
  { inPosts, pages, listings }: Source,
  config: Config,
): Pick<Blog, 'permalink' | 'slugKey' | 'gaveOut' | 'addressOf' | 'othersOf'> {
  const pattern = textOf(config.permalink) ?? ':year/:month/:day/:title/';
  const [, slugKey] = /:(abbrlink|urlname|id)\b/.exec(pattern) ?? [];
  const addressOf = (post: OldPost): string | undefined => oldAddress(withKeys(post, config), { pattern, config });
  const permalink = toOwnPattern(pattern, new RegExp(`:(?:title|name|slug|${slugKey ?? 'title'})\\b`));
  const addressOfHtml = (file: string): string[] => {
    const name = file.slice('_posts/'.length, -'.html'.length);
    return [addressOf(postOf(name, headOf(folder, `source/${file}`))) ?? []].flat();
  };
  return {
    ...(permalink === undefined ? {} : { permalink }),
    ...(slugKey === undefined ? {} : { slugKey }),
    gaveOut: (post) => wasGivenOut(post, config),
    addressOf,
    othersOf: (posts) => [
      ...pages.map(({ file, to }) => ({ from: oldPageAddress(folder, file), to: { source: to } })),
      ...listings.map(({ file, path }) => ({ from: oldPageAddress(folder, file), to: { path } })),
      ...listsOf(
        posts.map((post) => withKeys(post, config)),
        config,
      ),
      ...feedsOf(folder, config),
      ...inPosts
        .filter((file) => file.endsWith('.html'))
        .flatMap(addressOfHtml)
        .map((from) => ({ from, to: { gone: htmlReason } })),
    ],
  };
}

/**
 * The address of `about/index.md` was `/about/`, that of `notes.md` `/notes.html`. A `permalink` without an ending gets
 * `.html`.
 */
function oldPageAddress(folder: Folder, file: string): string {
  const own = textOf(headOf(folder, `source/${file}`).permalink);
  if (own === undefined) return toPath(asMd(file).replace(/\.md$/, '.html'));
  return toPath(/\/$|\.[^/]+$/.test(own) ? own : `${own}.html`);
}

/** Hexo publishes every post but those with `published: false`, and, with `future: false`, those of the future. */
const wasGivenOut = (post: OldPost, { future }: Config): boolean =>
  post.attributes.published !== false && (future !== false || timeOf(post, {}).epoch <= Date.now());

/**
 * Home, archives by year and month, categories with those below them, and tags. No setting states their further pages.
 */
function listsOf(posts: readonly OldPost[], config: Config): Old[] {
  const home = toPath(`${textOf(tableOf(config.index_generator).path) ?? ''}/`);
  const [archiveDir, categoryDir, tagDir] = ['archive', 'category', 'tag'].map((kind) => textOf(config[`${kind}_dir`]));
  const slugOf = (map: unknown, name: string): string =>
    hexoSlug(textOf(tableOf(map)[name]) ?? name, config.filename_case);
  const toCategory = (path: string): Old => {
    const names = path.split('\n');
    const slugs = names.map((name) => slugOf(config.category_map, name)).join('/');
    return {
      from: toPath(`${categoryDir ?? 'categories'}/${slugs}/`),
      to: { term: 'categories', name: names.at(-1)! },
    };
  };
  return [
    ...(home === '/' ? [] : [{ from: home, to: archive }]),
    ...monthsOf(posts, config).map((month) => ({ from: toPath(`${archiveDir ?? 'archives'}/${month}`), to: archive })),
    ...namesIn(posts, ({ attributes }) => categoryPaths(attributes.categories)).map(toCategory),
    ...(tableOf(config.tag_generator).enable_index_page === true
      ? [{ from: toPath(`${tagDir ?? 'tags'}/`), to: { path: tagsPath } }]
      : []),
    ...namesIn(posts, ({ attributes }) => namesOf(attributes.tags)).map((name) => ({
      from: toPath(`${tagDir ?? 'tags'}/${slugOf(config.tag_map, name)}/`),
      to: { term: 'tags' as const, name },
    })),
  ];
}

/** The periods that have a list in the archive, as parts of its address. */
function monthsOf(posts: readonly OldPost[], config: Config): string[] {
  const { enabled, yearly, monthly, daily } = tableOf(config.archive_generator);
  if (enabled === false) return [];
  return namesIn(posts, (post) => {
    const date = timeOf(post, config).date ?? partsOf(post.name, config).date;
    if (date === undefined || yearly === false) return [''];
    const [year, month, day] = date.slice(0, 10).split('-');
    return [
      ...['', `${year}/`],
      ...(monthly === false ? [] : [`${year}/${month}/`]),
      ...(daily === true ? [`${year}/${month}/${day}/`] : []),
    ];
  });
}

const namesIn = (posts: readonly OldPost[], namesOf: (post: OldPost) => readonly string[]): string[] => [
  ...new Set(posts.flatMap(namesOf)),
];

/** The paths of categories, a name a line. `[A, B]` is A, and B below it; in `[[A, B], C]` C is beside A. */
function categoryPaths(value: unknown): string[] {
  const list = [value].flat();
  const chains = list.some(Array.isArray) ? list.map((one) => [one].flat()) : [list];
  return chains.flatMap((chain) => {
    const names = chain.filter((name) => name !== null && name !== undefined).map((name) => String(name).trim());
    return names.map((_, index) => names.slice(0, index + 1).join('\n'));
  });
}

const packageOf = ({ text }: Folder): string | undefined => text('package.json');

/** Both usual renderers break every line of a paragraph unless the settings say otherwise. */
function breaksLines(folder: Folder, { marked, markdown }: Config): boolean {
  const packages = packageOf(folder) ?? 'hexo-renderer-marked';
  if (/hexo-renderer-markdown-it/.test(packages)) return tableOf(tableOf(markdown).render).breaks !== false;
  return /hexo-renderer-(?:marked|kramed)/.test(packages) && tableOf(marked).breaks !== false;
}

/** The passwords of hexo-blog-encrypt, which locks every post with a tag of its configuration. */
function passwordsOf({ encrypt }: Config): Pick<Blog, 'passwordByTag'> {
  const tags = [tableOf(encrypt).tags].flat().map(tableOf);
  const named = tags.flatMap(({ name, password }) => (name === undefined ? [] : [[String(name), password] as const]));
  return named.length === 0 ? {} : { passwordByTag: new Map(named) };
}

/** The feeds of hexo-generator-feed, if the blog has it: each has the name of its type, and an ending. */
function feedsOf(folder: Folder, config: Config): Old[] {
  const isThere = packageOf(folder)?.includes('hexo-generator-feed') ?? config.feed !== undefined;
  if (!isThere) return [];
  const { type, path } = tableOf(config.feed);
  return namesOf(path ?? type ?? 'atom').map((each) => ({
    from: toPath(/\.\w+$/.test(each) ? each : `${each}.xml`),
    to: { path: feedPath },
  }));
}

/** The new path of a post or of a file beside it, without a date that `new_post_name` put into the name. */
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
    const stem = [to.replace(/\.md$/, ''), path.posix.dirname(to)].find((each) => names.has(each));
    return { from: `source/${file}`, to: stem === undefined ? to : names.get(stem)! + to.slice(stem.length) };
  };
}

/** The address of the site. With a `root`, Hexo serves the site from there, and the path of `url` does not count. */
function siteUrl({ url, root }: Config): string | undefined {
  const base = textOf(url)?.replace(/\/+$/, '');
  if (base === undefined || textOf(root) === undefined || !URL.canParse(base)) return base;
  return `${new URL(base).origin}/${textOf(root)!.replace(/^\/+|\/+$/g, '')}`.replace(/\/$/, '');
}

/**
 * The time from which Hexo makes addresses: the time as written, and in UTC where a zone is written. A text without a
 * date has the time of its file on the machine that built the site, which no file of the blog says.
 */
function timeOf({ attributes, epoch }: OldPost, config: Config): { date?: string; epoch: number } {
  const { date } = attributes;
  const clock = toMomentLeniently(date, 'UTC');
  if (clock === undefined) return { epoch };
  const isZoned = typeof date === 'string' && /:\d\d(?:\.\d+)?\s*(?:Z|[+-]\d)/i.test(date);
  return {
    date: clock.text,
    epoch: isZoned ? (toMoment(clock.text, zoneOf(config))?.epoch ?? epoch) : epoch,
  };
}

type Rules = {
  readonly pattern: string;
  readonly config: Config;
};

function oldAddress(post: OldPost, { pattern, config }: Rules): string | undefined {
  const { name, attributes } = post;
  const own = textOf(attributes.permalink);
  if (own !== undefined) return toPath(inAssetFolder(own, config));
  const map = tableOf(config.category_map);
  const category = categoryPaths(attributes.categories)
    .at(-1)
    ?.split('\n')
    .map((each) => hexoSlug(textOf(map[each]) ?? each, config.filename_case))
    .join('/');
  const { title: slug, date: named } = partsOf(name, config);
  const date = timeOf(post, config).date ?? named;
  const filled = fill(pattern, {
    ...wordsOf(tableOf(config.permalink_defaults)),
    ...wordsOf(attributes),
    ...(date !== undefined && datesOf({ date })),
    ...{ title: slug, slug },
    name: lastOf(slug),
    post_title: hexoSlug(textOf(attributes.title) ?? '', 1),
    category: category ?? textOf(config.default_category) ?? 'uncategorized',
  });
  return filled === undefined ? undefined : inAssetFolder(filled, config);
}

/** With folders of files, the address of a post is a folder. */
const inAssetFolder = (path: string, { post_asset_folder: hasFolder }: Config): string =>
  hasFolder === true && !/\/$|\.html$/.test(path) ? `${path}/` : path;

const wordsOf = (table: Config): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(table).map(([key, value]) => [key, wordOf(value)]));

/** An article as Hexo read it: the other parts of `new_post_name` in its path are keys of its front matter. */
function withKeys(post: OldPost, config: Config): OldPost {
  const attributes: Config = { ...post.attributes, ...partsOf(post.name, config).keys };
  return { ...post, attributes: { ...attributes, categories: attributes.categories ?? attributes.category } };
}

/** The title, date and keys in a file's name, by `new_post_name`. A name of another form becomes a slug. */
function partsOf(name: string, config: Config): { title: string; date?: string; keys: Config } {
  const pattern = (textOf(config.new_post_name) ?? ':title.md').replace(/\.\w+$/, '');
  const parts: Record<string, string> = {
    ...{ year: '\\d{4}', month: '\\d{2}', day: '\\d{2}', i_month: '\\d{1,2}', i_day: '\\d{1,2}', hash: '[\\da-f]{12}' },
  };
  // An expression may have a group of one name only once.
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
