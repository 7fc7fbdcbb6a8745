// A blog of Jekyll: `_config.yml`, `_posts`.
import { withoutDate } from '#pdc/site/file-name';
import { archivesPath, categoriesPath, feedPath, tagsPath } from '#pdc/site/paths';
import { atInstant, toMomentLeniently } from '#pdc/text/moment';
import type { Moment } from '#pdc/text/moment';
import {
  asMd,
  factsOf,
  globOf,
  headOf,
  htmlReason,
  isHidden,
  isMarkdown,
  faultOfFile,
  listPageOf,
  namesOf,
  ownFileReason,
  readConfig,
  tableOf,
  textOf,
  toPages,
  wordOf,
  zoneOf,
} from './blog.ts';
import type { Blog, Config, LeftOut, SiteFacts } from './blog.ts';
import { configuredBy } from './configured.ts';
import type { Folder } from './folder.ts';
import { friendsOf } from './foreign/friends.ts';
import names from './jekyll-styles.json' with { type: 'json' };
import type { Old, Target } from './old-lists.ts';
import { jekyllSlug, jekyllTitle } from './old-names.ts';
import { datesOf, fill, lastOf, postOf, toOwnPattern, toPath } from './permalink.ts';
import type { OldPost } from './permalink.ts';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

export const isJekyll = ({ isThere }: Folder): boolean => isThere('_posts');

/** The patterns by the names that Jekyll gives them. */
const styles: Readonly<Record<string, string>> = names;

export function readJekyll(folder: Folder): Blog {
  const config = readConfig(folder, ['_config.yml', '_config.yaml', '_config.toml']);
  const source = readSource(folder, config);
  const { pages } = source;
  const facts = readFacts(config);
  return {
    engine: 'Jekyll',
    output: textOf(config.destination),
    root: '_posts/',
    facts,
    configured: configuredBy({
      ...{ folder, facts, data: config },
      files: ['navigation', 'nav', 'menu', 'social'].map((name) => `_data/${name}.yml`),
    }),
    ...movesOf(source),
    made: friendsOf(folder, { pages, data: '_data' }),
    leftOut: leftOutOf(source),
    ...{ splitsWords: true, slugKey: 'slug' },
    ...(pluginsOf(config).includes('jemoji') && { emoji: true as const }),
    breaksLines: tableOf(config.kramdown).hard_wrap === true,
    setting: (key) => wordOf(key.split('.').reduce<unknown>((value, name) => tableOf(value)[name], config)),
    ...addressesOf(folder, source, config),
  };
}

/** The files of the blog, by what Jekyll makes of them. */
function readSource(folder: Folder, config: Config) {
  const files = folder.list();
  // The fork of a theme has the site of the theme there.
  const isOther = files.includes('docs/_config.yml') ? /^docs\// : /^(?!)/;
  const isExcluded = matcherOf(config.exclude);
  // Jekyll passes over names with "_" unless `include` lists them: with most themes a folder of pages.
  const isIncluded = matcherOf(config.include);
  const all = files.filter((file) => !isExcluded(file));
  const toOther = (file: string) => ({ file, kind: kindOf(folder, file) });
  const inFolder = (name: string): string[] => all.filter((file) => file.startsWith(`_${name}/`) && isMarkdown(file));
  const collections = Object.entries(tableOf(config.collections)).flatMap(([name, settings]) =>
    name !== 'posts' && tableOf(settings).output === true ? [inFolder(name)] : [],
  );
  // Chirpy's tabs: a collection in which nothing has a date holds pages.
  const isOfPages = (texts: readonly string[]): boolean =>
    texts.every((file) => !isDated(file) && headOf(folder, file).date === undefined);
  const ofPages = collections.filter(isOfPages).flat();
  const others = [
    ...all.filter((file) => (!isHidden(file) || isIncluded(file)) && !tool.test(file) && !isOther.test(file)),
    ...ofPages,
  ].map(toOther);
  return {
    // The folder around a folder of posts is a category.
    inPosts: all.filter((file) => /^(?:[^_].*\/)?_posts\//.test(file)),
    notes: collections.filter((texts) => !isOfPages(texts)).flat(),
    drafts: inFolder('drafts'),
    excluded: files.filter((file) => isExcluded(file) && !tool.test(file)),
    ofPages,
    others,
    pages: toPages(
      folder,
      others.flatMap(({ file, kind }) => (kind === 'page' ? file : [])),
      '',
    ),
  };
}

type Source = ReturnType<typeof readSource>;

function readFacts(config: Config): SiteFacts {
  const url = textOf(config.url);
  const below = textOf(config.baseurl)
    ?.replace(/\/+$/, '')
    .replace(/^(?!\/)(?=.)/, '/');
  return factsOf({
    title: textOf(config.title),
    description: textOf(config.description),
    url: url && `${url.replace(/\/+$/, '')}${below ?? ''}`,
    author: textOf(config.author) ?? textOf(tableOf(config.author).name),
    language: textOf(config.lang) ?? textOf(config.locale),
    timezone: textOf(config.timezone),
  });
}

/** Jekyll passes over posts without a date in their name: templates and drafts. */
const undatedIn = ({ inPosts }: Source): string[] => inPosts.filter((file) => isMarkdown(file) && !isDated(file));

function movesOf(source: Source): Pick<Blog, 'articles' | 'attachments' | 'drafts' | 'pages' | 'statics'> {
  const { inPosts, notes, drafts, pages, others } = source;
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
    statics: others.filter(({ kind }) => kind === 'static').map(({ file }) => ({ from: file, to: file })),
  };
}

const leftOutOf = (source: Source): LeftOut[] => [
  ...source.others.flatMap(({ file, kind }) => (kind === 'page' || kind === 'static' ? [] : [{ file, why: kind }])),
  ...source.excluded.map((file) => ({ file, why: message('configExcludes') })),
  ...source.inPosts.filter(isHtmlPost).map((file) => ({ file, why: htmlReason })),
  ...undatedIn(source).map((file) => ({ file, why: message('draftByName') })),
];

/** The pattern of the addresses of posts, or its name. */
const writtenPattern = (config: Config): string =>
  textOf(defaultsOf('_posts/post.md', { type: 'posts', config }).permalink) ?? textOf(config.permalink) ?? 'date';

function addressesOf(
  folder: Folder,
  source: Source,
  config: Config,
): Pick<Blog, 'permalink' | 'gaveOut' | 'addressOf' | 'othersOf'> {
  const setting = writtenPattern(config);
  const permalink = toOwnPattern((styles[setting] ?? setting).replace('/:categories', ''), /:(?:title|slug)\b/);
  const addressOfHtml = (file: string): string | undefined => {
    const post = withDefaults(postOf(nameIn(file), headOf(folder, file)), config);
    return wasGivenOut(post, config) ? oldAddress(post, config) : undefined;
  };
  return {
    ...(permalink === undefined ? {} : { permalink }),
    gaveOut: (post) => wasGivenOut(withDefaults(post, config), config),
    addressOf: (post) => oldAddress(withDefaults(post, config), config),
    othersOf: (posts) => [
      ...listsOf(posts, config),
      ...source.inPosts.filter(isHtmlPost).flatMap((file): Old[] => {
        const from = addressOfHtml(file);
        return from === undefined ? [] : [{ from, to: { gone: htmlReason } }];
      }),
      ...source.others.flatMap((other) => oldOf(other, { folder, source, config })),
    ],
  };
}

/** The address of a page or a template of a page, and what it leads to. */
function oldOf(
  { file, kind }: Source['others'][number],
  { folder, source: { pages, ofPages }, config }: { folder: Folder; source: Source; config: Config },
): Old[] {
  if (kind === 'static' || kind === plainReason) return [];
  const head = {
    ...defaultsOf(file, { type: 'pages', config }),
    ...(kind === 'page' || isTemplateFile(file) ? headOf(folder, file) : {}),
  };
  if (head.published === false) return [];
  const permalink = textOf(head.permalink)?.replace(/:(?:basename|title)\b/, lastOf(file).replace(/\.\w+$/, ''));
  const from = ofPages.includes(file)
    ? oldAddress(withDefaults(postOf(nameIn(file), headOf(folder, file)), config), config)
    : oldPageAddress(file, { own: permalink, pattern: writtenPattern(config) });
  if (from === undefined) return [];
  const page = pages.find((each) => each.file === file);
  if (page) return [{ from, to: { source: page.to } }];
  if (/\.(?:xml|rss|atom)$/.test(from)) return /sitemap/.test(from) ? [] : [{ from, to: { path: feedPath } }];
  return /\.(?:html?|md|markdown)$/.test(file) ? [{ from, to: targetOf(from) }] : [];
}

const plainReason = message('noFrontMatter');

const isHtmlPost = (file: string): boolean => /\.html$/.test(file);

/** The path of a post as plans have it, without a `_posts` at its beginning. */
const nameIn = (file: string): string => file.replace(/^_posts\//, '').replace(/\.\w+$/, '');

/** A test for paths, from names of files, folders and patterns. */
function matcherOf(named: unknown): (file: string) => boolean {
  const patterns = [named]
    .flat()
    .filter((each) => typeof each === 'string')
    .map((each) => each.replace(/^\/|\/$/g, ''))
    .filter((each) => each !== '')
    .map((each) => globOf(each));
  return (file) => patterns.some((pattern) => pattern.test(file));
}

/** Merges the `defaults` for a file: the last one wins. */
function defaultsOf(file: string, { type, config }: { type: string; config: Config }): Config {
  const lists = [config.defaults].flat().map(tableOf);
  const values = lists.flatMap(({ scope, values }) => {
    const { path: below, type: only } = tableOf(scope);
    const folder = (textOf(below) ?? '').replace(/^\/|\/$/g, '');
    const holds = (folder === '' || globOf(folder).test(file)) && (only === undefined || only === type);
    return holds ? [tableOf(values)] : [];
  });
  return Object.assign({}, ...values) as Config;
}

/** An article as Jekyll read it: with the defaults of its folder, and the names of its folders as categories. */
function withDefaults(post: OldPost, config: Config): OldPost {
  const [, collection] = /^_(?!posts\/)([^/]+)\//.exec(post.name) ?? [];
  const [folder, inFolder] = post.name.includes('_posts/') ? post.name.split('_posts/') : [undefined, post.name];
  const file = collection === undefined ? `${folder ?? ''}_posts/${inFolder!}.md` : `${post.name}.md`;
  const defaults = defaultsOf(file, { type: collection ?? 'posts', config });
  const given = [...[folder?.split('/') ?? []].flat(), ...[defaults.categories ?? []].flat(), ...post.categories];
  const names = given.map(String).filter((name) => name !== '');
  return { ...post, categories: [...new Set(names)], attributes: { ...defaults, ...post.attributes } };
}

/** Jekyll publishes every post but those with `published: false`, without a date in the name, or of the future. */
function wasGivenOut({ name, attributes }: OldPost, config: Config): boolean {
  if (attributes.published === false) return false;
  const isDoc = /^_(?!posts\/)/.test(name);
  const named = nameParts(lastOf(name));
  if (!isDoc && named === undefined) return false;
  const epoch = momentOf(attributes, { named: named?.date, config })?.epoch;
  return config.future === true || epoch === undefined || epoch <= Date.now();
}

const isDated = (file: string): boolean =>
  nameParts(lastOf(asMd(file)).replace(/^_+/, '').replace(/\.md$/, '')) !== undefined;

/** The date at the beginning of a name, and the rest. A year of two digits is one of this century. */
function nameParts(stem: string): { date: string; title: string } | undefined {
  const [, date, title] = /^(\d{2,4}-\d{1,2}-\d{1,2})-(.*)$/.exec(stem) ?? [];
  return date === undefined ? undefined : { date: date.replace(/^(?=\d\d-)/, '20'), title: title! };
}

/**
 * Jekyll uses the configured time zone, or that of the machine, which mostly is UTC. A time without a zone in YAML is
 * one in UTC.
 */
function momentOf(
  { date }: Config,
  { named, config }: { named: string | undefined; config: Config },
): Moment | undefined {
  const zone = zoneOf(config);
  const isBare = typeof date === 'string' && /\d:\d\d(?::\d\d)?(?:\.\d+)?$/.test(date.trim());
  if (!isBare) return toMomentLeniently(date ?? named, zone);
  const moment = toMomentLeniently(date, 'UTC');
  return moment && atInstant(moment.epoch, zone);
}

const isTemplateFile = (file: string): boolean => /\.(?:md|markdown|html?|xml)$/i.test(file);

/**
 * The address of a page is the path of its file with an ending, or a folder where the pattern of posts ends with "/".
 */
function oldPageAddress(file: string, { own, pattern }: { own: string | undefined; pattern: string }): string {
  if (own !== undefined) return toPath(/\/$|\.\w+$/.test(own) ? own : `${own}.html`);
  const stem = file.replace(/\.\w+$/, '');
  const ending = /\.(?:md|markdown)$/i.test(file) ? '.html' : file.slice(stem.length);
  if (/(?:^|\/)index$/.test(stem)) return toPath(`${stem}${ending}`);
  const isFolder = pattern === 'pretty' || (!(pattern in styles) && pattern.endsWith('/'));
  return toPath(isFolder && /^\.html?$/.test(ending) ? `${stem}/` : `${stem}${ending}`);
}

/** Our list in place of a page that a template made of all posts. */
function targetOf(from: string): Target {
  if (/tag/i.test(from)) return { path: tagsPath };
  if (/categor/i.test(from)) return { path: categoriesPath };
  return { path: from === '/' ? '/' : archivesPath };
}

const pluginsOf = ({ plugins, gems }: Config): string[] => [...namesOf(plugins), ...namesOf(gems)];

/** The feed of jekyll-feed and the lists of jekyll-archives, if the configuration has these plugins. */
function listsOf(posts: readonly OldPost[], config: Config): Old[] {
  const plugins = pluginsOf(config);
  const feed = toPath(textOf(tableOf(config.feed).path) ?? 'feed.xml');
  return [
    ...(plugins.includes('jekyll-feed') ? [{ from: feed, to: { path: feedPath } }] : []),
    ...(plugins.includes('jekyll-archives') ? archivesOf(posts, tableOf(config['jekyll-archives'])) : []),
  ];
}

function archivesOf(posts: readonly OldPost[], config: Config): Old[] {
  const enabled = [config.enabled].flat().map(String);
  const has = (kind: string): boolean => enabled.includes(kind) || enabled.includes('all');
  const patterns = {
    tag: '/tag/:name/',
    category: '/category/:name/',
    year: '/:year/',
    month: '/:year/:month/',
    ...tableOf(config.permalinks),
  };
  const termsOf = (key: 'categories' | 'tags', pattern: string): Old[] =>
    [...new Set(posts.flatMap((post) => post[key]))].map((name) => ({
      from: toPath(pattern.replace(':name', jekyllSlug(name))),
      to: { term: key, name },
    }));
  const dates = new Set(
    posts.flatMap(({ date }) => [
      ...(has('year') ? [patterns.year.replace(':year', date.slice(0, 4))] : []),
      ...(has('month') ? [patterns.month.replace(':year', date.slice(0, 4)).replace(':month', date.slice(5, 7))] : []),
    ]),
  );
  return [
    ...(has('tags') ? termsOf('tags', patterns.tag) : []),
    ...(has('categories') ? termsOf('categories', patterns.category) : []),
    ...[...dates].map((from) => ({ from, to: { path: archivesPath } })),
  ];
}

/** Files of tools and of the theme. */
const tool =
  /^(?:Gemfile.*|Rakefile|.*\.gemspec|package.*\.json|yarn\.lock|README.*|LICENSE.*|CHANGELOG.*|CONTRIBUTING.*|vendor\/.*|script\/.*)$/i;

/** Whether a page lists contents of the site with Liquid, outside of code: the theme here has such lists. */
const isLoop = (text: string): boolean =>
  /\{%-?\s*for\s+\w+\s+in\s+(?:site\.|paginator\.)/.test(
    text.replace(/\{%-?\s*raw[^]*?endraw|^(`{3,}|~{3,})[^]*?^\1/gm, ''),
  );

function kindOf(folder: Folder, file: string): 'page' | 'static' | Message {
  const fault = faultOfFile(file);
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

/** The pattern for an article: its own, its collection's, or the site's. */
function patternFor({ name, attributes }: OldPost, config: Config): string {
  const site = textOf(config.permalink) ?? 'date';
  const own = textOf(attributes.permalink);
  if (own !== undefined) return styles[own] ?? own;
  const [, collection] = /^_(?!posts\/)([^/]+)\//.exec(name) ?? [];
  if (collection === undefined) return styles[site] ?? site;
  const isFolder = site === 'pretty' || (!(site in styles) && site.endsWith('/'));
  const set = textOf(tableOf(tableOf(config.collections)[collection]).permalink);
  return set === undefined ? `/:collection/:path${isFolder ? '/' : '.html'}` : (styles[set] ?? set);
}

function oldAddress(post: OldPost, config: Config): string | undefined {
  const { name, attributes, categories } = post;
  const stem = lastOf(name);
  const [, collection, path] = /^_(?!posts\/)([^/]+)\/(.*)$/.exec(name) ?? [];
  const named = nameParts(stem);
  const date = momentOf(attributes, { named: named?.date, config })?.text;
  const bare = collection === undefined ? (named?.title ?? stem) : stem;
  const title = wordOf(attributes.slug) ?? bare;
  const pattern = patternFor(post, config);
  const filled = fill(pattern, {
    ...(date !== undefined && datesOf({ date })),
    title: jekyllTitle(title),
    slug: jekyllSlug(title),
    name: jekyllSlug(bare),
    categories: categories.map((each) => each.toLowerCase()).join('/'),
    slugified_categories: categories.map(jekyllSlug).join('/'),
    collection: collection ?? 'posts',
    path: path ?? name.replace(/[^/]+$/, bare),
    output_ext: '.html',
  });
  if (filled === undefined || /\/$|\.html?$/.test(filled)) return filled;
  // An ending is kept only where the author wrote it: one in a name is a part of the name.
  return attributes.permalink !== undefined && /\.\w+$/.test(pattern) ? filled : `${filled}.html`;
}
