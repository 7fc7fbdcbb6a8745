// A blog of Hugo: `hugo.toml` or `config.*`, `content/`, `static/`.
import path from 'node:path';
import {
  asMd,
  factsOf,
  bodyOf,
  headOf,
  htmlReason,
  faultOfFile,
  ownFileReason,
  isHidden,
  isMarkdown,
  ownFile,
  readConfig,
  tableOf,
  namesOf,
  textOf,
  splitPages,
  wordOf,
} from './blog.ts';
import type { Blog, Config, LeftOut, Move, SiteFacts } from './blog.ts';
import { configuredBy } from './configured.ts';
import { archivesPath, categoriesPath, feedPath, tagsPath } from '#pdc/site/paths';
import { dateOf } from '#pdc/site/file-name';
import { toMomentLeniently } from '#pdc/text/moment';
import type { Folder } from './folder.ts';
import { friendsOf } from './foreign/friends.ts';
import { archive } from './old-lists.ts';
import type { Old, Target } from './old-lists.ts';
import { hugoPath } from './old-names.ts';
import { aliasNames, datesOf, fill, lastOf, postOf, toOwnPattern, toPath } from './permalink.ts';
import type { OldPost } from './permalink.ts';
import { message } from '#pdc/words/message';

const endings = ['toml', 'yaml', 'yml', 'json'];
const names = ['hugo', 'config'].flatMap((name) => endings.map((ending) => `${name}.${ending}`));
/** Hugo reads the second folder for its usual environment. */
const configFolders = ['config/_default', 'config/production'];

const hasConfig = (folder: Folder): boolean => names.some(folder.isThere) || filesOfConfig(folder).length > 0;

export const isHugo = (folder: Folder): boolean =>
  hasConfig(folder) &&
  (folder.isThere('content') || languagesOf(readAll(folder)).some((one) => folder.isThere(one.folder)));

const filesOfConfig = ({ names: namesIn }: Folder): string[] =>
  configFolders.flatMap((below) =>
    namesIn(below)
      .filter((name) => endings.includes(name.replace(/^.*\./, '')))
      .sort()
      .map((name) => `${below}/${name}`),
  );

/**
 * The settings of the project's file, and of the files in its folders: `params.en.toml` is the key `params` of English.
 */
function readAll(folder: Folder): Config {
  const whole = lowerKeys(readConfig(folder, names)) as Config;
  return filesOfConfig(folder).reduce((config, file) => {
    const [key = '', language] = lastOf(file).toLowerCase().split('.').slice(0, -1);
    const data = lowerKeys(readConfig(folder, [file])) as Config;
    const isWhole = ['hugo', 'config', 'languages'].includes(key) && (key !== 'languages' || language !== undefined);
    const named = isWhole ? data : { [key === 'menus' ? 'menu' : key]: data };
    return merged(config, language === undefined ? named : { languages: { [language]: named } });
  }, whole);
}

const merged = (one: Config, other: Config): Config =>
  Object.entries(other).reduce<Config>((all, [key, value]) => {
    const isTable = [all[key], value].every((each) => Object.keys(tableOf(each)).length > 0);
    return { ...all, [key]: isTable ? merged(tableOf(all[key]), tableOf(value)) : value };
  }, one);

/** A language of the site: the folder of its texts, the beginning of its addresses, and its settings. */
type Language = {
  readonly code: string;
  readonly folder: string;
  readonly prefix: string;
  readonly config: Config;
  readonly isOff: boolean;
};

/** The languages: the main one first, those that are off last. */
function languagesOf(config: Config): [Language, ...Language[]] {
  const main = (textOf(config.defaultcontentlanguage) ?? 'en').toLowerCase();
  const off = namesOf(config.disablelanguages).map((code) => code.toLowerCase());
  const tables = Object.entries(tableOf(config.languages)).map(([code, table]) => ({ code, table: tableOf(table) }));
  const isOff = ({ code, table }: (typeof tables)[number]): boolean => table.disabled === true || off.includes(code);
  const shown = tables.filter((each) => !isOff(each));
  const all = shown.length === 0 ? [{ code: main, table: {} }] : shown;
  const isBare = (code: string): boolean =>
    all.length === 1 || (code === main && config.defaultcontentlanguageinsubdir !== true);
  const folderFor = ({ table }: (typeof tables)[number]): string =>
    (textOf(table.contentdir) ?? textOf(config.contentdir) ?? 'content').replace(/^\.?\/|\/+$/g, '');
  const languages = [...all, ...tables.filter(isOff)].map((each) => {
    const folder = folderFor(each);
    // The folder of a language that is off belongs to the folder around it.
    const around = isOff(each) ? all.map(folderFor).find((other) => `${folder}/`.startsWith(`${other}/`)) : undefined;
    return {
      code: each.code,
      folder: around ?? folder,
      prefix: isBare(each.code) ? '' : `/${each.code}`,
      config: merged(config, each.table),
      isOff: isOff(each),
    };
  });
  const rankOf = ({ code, isOff }: Language): number => (isOff ? 2 : code === main ? 0 : 1);
  return languages.sort((a, b) => rankOf(a) - rankOf(b)) as [Language, ...Language[]];
}

/**
 * The place of a text: its language, and its path below the folder of the language, without the code of the language.
 */
type Place = { readonly language: Language; readonly file: string };

/** Finds the place of a text by its path. */
function createPlaces(languages: readonly Language[]): (from: string) => Place {
  const byDepth = [...languages].sort((a, b) => b.folder.length - a.folder.length);
  const byCode = new Map(languages.map((one) => [one.code, one]));
  return (from) => {
    const [, bare = from, sign = '', ending = ''] = /^(.*)\.([\w-]+)(\.\w+)$/.exec(from) ?? [];
    const named = byCode.get(sign.toLowerCase());
    const below = byDepth.find(({ folder }) => from.startsWith(`${folder}/`)) ?? languages[0]!;
    // Languages may share a folder: a file without a code belongs to the main one.
    const owner = languages.find(({ folder }) => folder === below.folder)!;
    return { language: named ?? owner, file: (named ? bare + ending : from).slice(below.folder.length + 1) };
  };
}

export function readHugo(folder: Folder): Blog {
  const languages = languagesOf(readAll(folder));
  const [{ config }] = languages;
  const content = readContent(folder, languages);
  const entries = readEntries(folder, content);
  const facts = readFacts(config);
  return {
    engine: 'Hugo',
    output: textOf(config.publishdir),
    facts,
    configured: configuredBy({
      ...{ folder, facts, file: names.find(folder.isThere) ?? 'config' },
      data: { ...config, menu: menuOf(folder, content, entries) },
    }),
    ...movesOf(folder, content, entries),
    translations: new Set(translationsIn(entries.posts, content)),
    formulas: formulasOf(config),
    breaksLines: tableOf(tableOf(tableOf(config.markup).goldmark).renderer).hardwraps === true,
    ...(config.enableemoji === true && { emoji: true as const }),
    themeFolders: [
      'assets',
      ...folder.names('themes').flatMap((theme) => [`themes/${theme}/static`, `themes/${theme}/assets`]),
    ],
    made: friendsOf(folder, { pages: entries.pages, data: 'data' }),
    leftOut: leftOutOf(folder, content, entries),
    ...keptPattern(entries.posts, content),
    ...addressesOf(folder, content, entries),
  };
}

/** The files of the content folders: texts, those that are held back, and the heads of lists. */
function readContent(folder: Folder, languages: readonly [Language, ...Language[]]) {
  const [{ config }] = languages;
  const placeOf = createPlaces(languages);
  const folders = [...new Set(languages.map((language) => language.folder))];
  const files = folders
    .filter((each) => !folders.some((other) => each.startsWith(`${other}/`)))
    .flatMap((each) => folder.list(each).map((file) => `${each}/${file}`));
  const written = files.filter(isMarkdown);
  const heads = written.filter((file) => /(?:^|\/)_index\.\w+$/.test(placeOf(file).file));
  const closed = heads.filter((file) => isDraft(headOf(folder, file), config)).map(placeOf);
  // Hugo publishes nothing below a list that is a draft, nor in a language that is off.
  const isHeld = (from: string): boolean => {
    const { language, file } = placeOf(from);
    const isBelow = (head: Place): boolean => head.language === language && file.startsWith(folderOf(head.file));
    return language.isOff || closed.some(isBelow);
  };
  const bodies = written.filter((file) => !heads.includes(file));
  const texts = bodies.filter((file) => !isHeld(file));
  const lists = heads.filter((file) => !isHeld(file));
  return {
    ...{ config, languages, placeOf, files, heads, lists, texts },
    held: bodies.filter(isHeld),
    /** The common beginning of all paths. */
    root: folders.length === 1 ? `${folders[0]!}/` : '',
    bundles: texts.filter((file) => isBundleHead(placeOf(file).file)),
    sections: new Set(
      lists.map(placeOf).map(({ language, file }) => {
        return `${language.code}/${hugoPath(folderOf(file), { lower: isLower(language.config) })}`;
      }),
    ),
  };
}

type Content = ReturnType<typeof readContent>;

/** Articles, pages, and texts in HTML. */
function readEntries(folder: Folder, content: Content) {
  const { texts, lists, files, root, languages, placeOf } = content;
  // A folder of pages holds no articles, nor does a section without dates beside one with dates.
  const dated = new Set(texts.filter((file) => isDated(folder, file)).map((file) => sectionOf(placeOf(file).file)));
  const isPage = (from: string): boolean => {
    const { file } = placeOf(from);
    const isAlone = /^(?:[^/]+|[^/]+\/index\.\w+|pages?\/[^/]+(?:\/index\.\w+)?)$/.test(file);
    return isAlone || (dated.size > 0 && !dated.has(sectionOf(file)));
  };
  // Of two articles with the same name, the one in the main language keeps it.
  const rankOf = (file: string): number => languages.indexOf(placeOf(file).language);
  const posts = texts.filter((file) => !isPage(file)).sort((a, b) => rankOf(a) - rankOf(b));
  const holdsPosts = (head: string): boolean =>
    posts.some((post) => rankOf(post) === rankOf(head) && post.startsWith(folderOf(head)));
  // The head of a list without articles is a page, if it has a text.
  const textHeads = lists.filter(
    (file) => placeOf(file).file.includes('/') && bodyOf(folder, file).trim() !== '' && !holdsPosts(file),
  );
  const sources = [...texts.filter(isPage), ...textHeads];
  return {
    ...{ posts, textHeads, sources },
    ...splitPages(
      folder,
      sources.map((file) => file.slice(root.length)),
      root,
    ),
    inHtml: files.filter(
      (file) => /\.html?$/.test(file) && !/(?:^|\/)_index\./.test(file) && Object.keys(headOf(folder, file)).length > 0,
    ),
  };
}

type Entries = ReturnType<typeof readEntries>;

/** Articles that are translations of an article in the main language. */
function translationsIn(posts: readonly string[], { languages: [main], placeOf }: Content): string[] {
  const isMain = (file: string): boolean => placeOf(file).language === main;
  const inMain = new Set(posts.filter(isMain).map((file) => placeOf(file).file));
  return posts.filter((file) => !isMain(file) && inMain.has(placeOf(file).file));
}

function readFacts(config: Config): SiteFacts {
  const params = tableOf(config.params);
  return factsOf({
    title: textOf(config.title),
    description: textOf(params.description),
    url: textOf(config.baseurl),
    author: textOf(params.author) ?? textOf(tableOf(params.author).name) ?? textOf(tableOf(config.author).name),
    language: languageOf(config),
    timezone: textOf(config.timezone),
  });
}

function movesOf(
  folder: Folder,
  { files, held, bundles, placeOf }: Content,
  { posts, pages, inHtml }: Entries,
): Pick<Blog, 'articles' | 'attachments' | 'drafts' | 'pages' | 'statics'> {
  const moved = (from: string): Move => ({ from, to: newName(placeOf(from)) });
  const owners = posts.filter((file) => bundles.includes(file));
  const ownersOf = (file: string): string[] => owners.filter((owner) => file.startsWith(folderOf(owner)));
  const isHiddenFile = (file: string): boolean => isHidden(placeOf(file).file);
  const isBeside = (file: string): boolean =>
    posts.some((post) => folderOf(file) === folderOf(post) || file.startsWith(post.replace(/\.\w+$/, '/')));
  const others = files.filter((file) => !isMarkdown(file) && !inHtml.includes(file));
  const loose = others.filter((file) => ownersOf(file).length === 0 && !isHiddenFile(file) && !isBeside(file));
  const sitePathOf = (file: string): string => `${placeOf(file).language.prefix}/${placeOf(file).file}`.slice(1);
  return {
    articles: posts.map(moved),
    attachments: others
      .filter((file) => !loose.includes(file))
      .flatMap((from): Move[] =>
        ownersOf(from).length === 0
          ? [{ from, to: isHiddenFile(from) ? sitePathOf(from) : newName(placeOf(from)) }]
          : ownersOf(from).map((owner) => ({
              from,
              to: folderOf(moved(owner).to) + from.slice(folderOf(owner).length),
            })),
      ),
    drafts: held.map((from) => ({ from, to: `_drafts/${newName(placeOf(from))}` })),
    pages,
    statics: [...loose.map((from) => ({ from, to: sitePathOf(from) })), ...staticFiles(folder)].filter(
      ({ to }) => !ownFile.test(to),
    ),
  };
}

const staticFiles = (folder: Folder): Move[] =>
  folder.list('static').map((file) => ({ from: `static/${file}`, to: file }));

const leftOutOf = (
  folder: Folder,
  { root, heads, held }: Content,
  { listings, inHtml, textHeads }: Entries,
): LeftOut[] => [
  ...listings.map(({ file }) => ({ file: root + file, why: ownFileReason })),
  ...inHtml.map((file) => ({ file, why: htmlReason })),
  ...heads
    .filter((file) => !textHeads.includes(file))
    .map((file) => ({
      file,
      why: bodyOf(folder, file).trim() === '' ? ownFileReason : message('headOfList'),
    })),
  ...held.map((file) => ({ file, why: message('heldBack') })),
  ...staticFiles(folder)
    .filter(({ to }) => ownFile.test(to))
    .map(({ from, to }) => ({ file: from, why: faultOfFile(to)! })),
];

/** The pattern of addresses that the settings state for all sections, or the path of the only one. */
function keptPattern(posts: readonly string[], { config, placeOf }: Content): Pick<Blog, 'permalink' | 'slugKey'> {
  const sections = [...new Set(posts.map((file) => sectionOf(placeOf(file).file)))];
  const stated = [...new Set(sections.flatMap((section) => patternOf(config, section) ?? []))];
  const plain = sections.length === 1 ? `/${sections[0]!}/:contentbasename/` : undefined;
  const shared = stated.length === 0 ? plain : stated.length === 1 ? stated[0] : undefined;
  const pattern = toAddress(`${(shared ?? '').replace(/\/$/, '')}/`, config);
  const permalink =
    shared === undefined || /\.\w+\/$/.test(pattern)
      ? undefined
      : toOwnPattern(pattern, /:(?:slug|filename|contentbasename|slugorcontentbasename|title)\b/);
  return {
    ...(permalink === undefined ? {} : { permalink }),
    ...(/:(?:filename|title)\b/.test(pattern) ? {} : { slugKey: 'slug' }),
  };
}

function addressesOf(
  folder: Folder,
  content: Content,
  { pages, listings, inHtml }: Entries,
): Pick<Blog, 'gaveOut' | 'addressOf' | 'aliasOf' | 'othersOf'> {
  const { languages, root } = content;
  const shown = languages.filter(({ isOff }) => !isOff);
  const toOther = ({ from, to }: Old) => ({
    to,
    post: postOf(withoutIndex(from), headOf(folder, from)),
  });
  return {
    gaveOut: (post) => wasGivenOut(post, content),
    addressOf: (post) => oldAddress(post, content),
    aliasOf: (alias, post) => oldAlias(alias, post, content),
    othersOf: (posts) => {
      const others = [
        ...pages.map(({ from, to }) => ({ from, to: { source: to } })),
        ...listings.map(({ file, path }) => ({ from: root + file, to: { path } })),
        ...inHtml.map((from) => ({ from, to: { gone: htmlReason } })),
      ]
        .map(toOther)
        .filter(({ post }) => wasGivenOut(post, content));
      const all = [...posts, ...others.map(({ post }) => post)];
      return [
        ...others.flatMap(({ post, to }) => withAliases(post, to, content)),
        ...shown.flatMap((language) => listsOf(all, listsIn(folder, language, content))),
        ...(shown.length > 1 ? [{ from: `/${languages[0].code}/`, to: { path: '/' } }] : []),
      ];
    },
  };
}

/** What the lists of a language are made of. */
function listsIn(folder: Folder, language: Language, { texts, lists, placeOf }: Content): Lists {
  const isOwn = (file: string): boolean => placeOf(file).language === language;
  return {
    ...{ language, isOwn },
    tops: texts.filter(isOwn).flatMap((file) => /^[^/]+(?=\/(?!index\.))/.exec(placeOf(file).file) ?? []),
    heads: new Map(
      lists.filter(isOwn).map((file) => [folderOf(placeOf(file).file).replace(/\/$/, ''), headOf(folder, file)]),
    ),
  };
}

/** The menu of the settings, and the pages whose front matter puts them there. */
function menuOf(folder: Folder, content: Content, { sources }: Entries): Config {
  const { config, languages, lists, placeOf } = content;
  const menu = tableOf(config.menu ?? config.menus);
  const files = [...sources, ...lists].filter((file) => placeOf(file).language === languages[0]);
  return { ...menu, main: [menu.main ?? [], files.flatMap((file) => menuEntry(folder, file, content))].flat() };
}

function menuEntry(folder: Folder, file: string, content: Content): Config[] {
  const head = headOf(folder, file);
  const { menu, menus = menu, title, weight } = lowerKeys(head) as Config;
  const { main = [menus].flat().includes('main') ? {} : undefined } = tableOf(menus);
  // The address of the head of a list is that of its folder.
  const url = oldAddress(postOf(withoutIndex(file), head), content);
  return main === undefined ? [] : [{ weight, name: title, ...tableOf(main), url }];
}

/** The path of a page without ending. The head of a list is the page of its folder, in its language: `docs.zh-cn`. */
const withoutIndex = (file: string): string => file.replace(/\/_index((?:\.[\w-]+)?)\.\w+$|\.\w+$/, '$1');

/** The delimiters that Goldmark leaves to a script that draws formulas. */
function formulasOf({ markup }: Config): Blog['formulas'] {
  const { passthrough } = tableOf(tableOf(tableOf(markup).goldmark).extensions);
  const { enable, delimiters } = tableOf(passthrough);
  const signs = Object.values(tableOf(delimiters)).flat(2);
  return enable === true ? { single: signs.includes('\\('), dollars: signs.includes('$') } : undefined;
}

/** Keys in lowercase: to Hugo they are the same in any case. */
const lowerKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(lowerKeys)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), lowerKeys(inner)]))
      : value;

/** The language of the site. English is the default of both settings, so one that differs wins. */
function languageOf({ defaultcontentlanguage, languagecode }: Config): string | undefined {
  const [content, code] = [textOf(defaultcontentlanguage), textOf(languagecode)];
  const chosen = [code, content].find((language) => language !== undefined && !/^en\b/i.test(language));
  return chosen ?? code ?? content;
}

function namedTaxonomies({ taxonomies }: Config): string[] {
  const table = Object.entries(tableOf(taxonomies ?? { tag: 'tags', category: 'categories' }));
  return table.flatMap(([key, plural]) => (key === '_merge' ? [] : [String(plural)]));
}

const disabledKinds = ({ disablekinds }: Config): string[] =>
  [disablekinds ?? []].flat().map((kind) => String(kind).toLowerCase().replace('taxonomyterm', 'taxonomy'));

/** Whether the lists of a kind have a feed. */
function hasFeed(kind: 'home' | 'section' | 'taxonomy' | 'term', config: Config): boolean {
  const formats = tableOf(config.outputs)[kind];
  if (disabledKinds(config).includes('rss')) return false;
  return !Array.isArray(formats) || formats.some((format) => String(format).toLowerCase() === 'rss');
}

type Lists = {
  readonly language: Language;
  readonly isOwn: (file: string) => boolean;
  /** The folders at the top that are no bundles. */
  readonly tops: readonly string[];
  /** The front matter of lists, by their folders: `posts`, `tags/linux`. */
  readonly heads: ReadonlyMap<string, Config>;
};

/** Home, sections and taxonomies, each with a feed. */
function listsOf(all: readonly OldPost[], { language: { config, prefix }, isOwn, tops, heads }: Lists): Old[] {
  const posts = all.filter(({ name }) => isOwn(`${name}.md`));
  const feed = `${textOf(tableOf(tableOf(config.outputformats).rss).basename) ?? 'index'}.xml`;
  const pathTo = (name = ''): string => hugoPath(name, { lower: isLower(config) });
  type Facts = { to: Target; kind: Parameters<typeof hasFeed>[0]; path?: string };
  const list = (name: string, { to, kind, path = toPath(`${pathTo(name)}/`) }: Facts): Old[] => {
    if (disabledKinds(config).includes(kind)) return [];
    const head = heads.get(name) ?? {};
    const from = ownPath(head, prefix) ?? prefix + path;
    const aliases = aliasNames(head).map((alias) => toAddress(toPath(`${alias}/`), config));
    return [
      ...[name === '' ? from : toAddress(from, config), ...aliases].map((each) => ({ from: each, to })),
      ...(hasFeed(kind, config) ? [{ from: `${from}${feed}`, to: { path: feedPath } }] : []),
    ];
  };
  const names = [...heads.keys()].filter((name) => name !== '');
  const isTerm = (name: string): boolean => namedTaxonomies(config).includes(sectionOf(name) || name);
  const sections = [...new Set([...tops, ...names])].filter((name) => !isTerm(name)).sort();
  return [
    ...list('', { to: { path: '/' }, kind: 'home' }),
    ...sections.flatMap((section) => list(section, { to: archive, kind: 'section' })),
    ...namedTaxonomies(config).flatMap((key) => {
      const carriedBy = ({ attributes }: OldPost): string[] => namesOf(attributes[key.toLowerCase()]);
      const own = names.filter((name) => name.startsWith(`${key}/`)).map((name) => name.slice(key.length + 1));
      // Names with the same path are one term.
      const terms = new Map([...own, ...posts.flatMap(carriedBy)].map((name) => [pathTo(name), name] as const));
      const all: Target = { path: key === 'tags' ? tagsPath : key === 'categories' ? categoriesPath : archivesPath };
      return [
        ...[...terms].flatMap(([path, name]) => {
          const folder = own.find((each) => pathTo(each) === path) ?? name;
          const { title = name, slug = title } = heads.get(`${key}/${folder}`) ?? {};
          const given = patternOf(config, key, 'term');
          const filled = given && fill(`${given}/`, { title: pathTo(wordOf(title)), slug: pathTo(wordOf(slug)) });
          return list(`${key}/${folder}`, {
            to: key === 'tags' || key === 'categories' ? { term: key, name } : archive,
            kind: 'term',
            path: filled ?? `/${pathTo(key)}/${path}/`,
          });
        }),
        ...list(key, { to: all, kind: 'taxonomy' }),
      ];
    }),
  ];
}

/** The address in front matter. Without a slash at its beginning it is below that of the language. */
function ownPath(attributes: Config, prefix: string): string | undefined {
  const url = textOf(attributes.url);
  if (url === undefined) return undefined;
  return toPath((url.startsWith('/') ? '' : `${prefix}/`) + (/\/$|\.\w+$/.test(url) ? url : `${url}/`));
}

function withAliases(post: OldPost, to: Target, context: Content): Old[] {
  const aliases = aliasNames(post.attributes).map((alias) => oldAlias(alias, post, context));
  return [oldAddress(post, context), ...aliases].flatMap((from) => (from === undefined ? [] : [{ from, to }]));
}

/** The address of an alias. Without a slash at its beginning it is relative to the folder of the page. */
function oldAlias(alias: string, post: OldPost, context: Content): string {
  const { config } = context.placeOf(`${post.name}.md`).language;
  const folder = path.posix.dirname(oldAddress(post, context) ?? '/');
  const whole = alias.startsWith('/') ? alias : path.posix.join(folder, alias);
  return toAddress(/\/$|\.html?$/.test(whole) ? toPath(whole) : toPath(`${whole}/`), config);
}

/** With `uglyURLs` a page is a file beside others. */
const toAddress = (address: string, { uglyurls }: Config): string =>
  uglyurls === true ? address.replace(/(?<=.)\/$/, '.html') : address;

const isDraft = ({ draft }: Config, { builddrafts }: Config): boolean =>
  /^true$/i.test(String(draft)) && builddrafts !== true;

/**
 * Hugo does not publish drafts, articles before or after their time, those that are not rendered, and texts in a
 * bundle.
 */
function wasGivenOut({ name, attributes: given }: OldPost, { config, placeOf, bundles }: Content): boolean {
  const attributes = lowerKeys(given) as Config;
  const { headless, expirydate, unpublishdate } = attributes;
  const timeOf = (value: unknown): number | undefined => toMomentLeniently(value, 'UTC')?.epoch;
  const starts = timeOf(attributes.publishdate ?? attributes.pubdate ?? attributes.date);
  const ends = timeOf(expirydate ?? unpublishdate);
  const { render } = tableOf(attributes._build ?? attributes.build);
  return (
    !isDraft(attributes, config) &&
    (starts === undefined || starts <= Date.now() || config.buildfuture === true) &&
    (ends === undefined || ends > Date.now() || config.buildexpired === true) &&
    headless !== true &&
    render !== 'never' &&
    render !== false &&
    (isBundleHead(placeOf(`${name}.md`).file) || !bundles.some((head) => name.startsWith(folderOf(head))))
  );
}

/** Whether a text is the `index.md` of a bundle, in which other texts are no pages. There is no bundle at the top. */
const isBundleHead = (file: string): boolean => /\/index\.\w+$/.test(file);

/**
 * The new path of a text: in lowercase like Hugo's addresses, without "_" at the beginning of a name, which hides files
 * here, and in a folder for each other language.
 */
function newName({ language, file }: Place): string {
  const to = `${language.prefix}/${asMd(file)}`.slice(1).replace(/(?<=^|\/)_+(?=[^_/.][^/]*(?:\/|\.md$))/g, '');
  const own = /[^/]+(?:\/index)?\.md$/;
  return isLower(language.config) ? to.replace(own, (name) => name.toLowerCase()) : to;
}

const isDated = (folder: Folder, file: string): boolean => {
  const { date, publishdate = date } = lowerKeys(headOf(folder, file)) as Config;
  return publishdate !== undefined || dateOf(lastOf(file.replace(/\/index\.\w+$/, ''))) !== undefined;
};

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1);
const isLower = (config: Config): boolean => config.disablepathtolower !== true;

const sectionOf = (file: string): string => (file.includes('/') ? file.split('/')[0]! : '');

/** The pattern of a section; undefined where the address of an article is the path of its file. */
function patternOf({ permalinks }: Config, section: string, kind = 'page'): string | undefined {
  return textOf(tableOf(permalinks)[section]) ?? textOf(tableOf(tableOf(permalinks)[kind])[section]);
}

function oldAddress(post: OldPost, { placeOf, sections }: Content): string | undefined {
  const { language, file: place } = placeOf(`${post.name}.md`);
  const { config, prefix } = language;
  const name = place.replace(/\.md$/, '');
  const attributes = lowerKeys(post.attributes) as Config;
  const lower = isLower(config);
  const own = ownPath(attributes, prefix);
  if (own !== undefined) return own;
  const file = name.replace(/\/index$/, '');
  const section = sectionOf(file);
  const pattern = patternOf(config, section);
  const folders = file
    .split('/')
    .slice(0, -1)
    .map((each) => hugoPath(each, { lower }));
  const date = hugoDate(name, attributes, config);
  // Hugo reads the parts of a pattern as an address, and drops a number sign at the end.
  const part = (text = ''): string => hugoPath(text, { lower }).replace(pattern === undefined ? /^(?!)/ : /#$/, '');
  const [base, titled, slug] = [
    part(lastOf(file)),
    part(wordOf(attributes.title)),
    part(wordOf(attributes.slug)) || undefined,
  ];
  const plain = `/${folders.join('/')}/:slugorcontentbasename/`;
  const filled = fill(pattern?.replace(/:sections\[/g, ':part[') ?? plain, {
    ...datesOf({ date }),
    year: String(Number(date.slice(0, 4))),
    slug: slug ?? titled,
    title: titled,
    filename: base,
    contentbasename: base,
    slugorcontentbasename: slug ?? base,
    slugorfilename: slug ?? base,
    section: hugoPath(section, { lower }),
    sections: folders
      .filter((_, at) => at === 0 || sections.has(`${language.code}/${folders.slice(0, at + 1).join('/')}/`))
      .join('/'),
  });
  if (filled === undefined) return undefined;
  const whole = filled.endsWith('/') ? filled : `${filled}/`;
  // Hugo decodes a filled pattern like a query, in which a plus is a blank.
  return toAddress(prefix + (pattern === undefined ? whole : hugoPath(whole.replaceAll('+', ' '), { lower })), config);
}

/** The date as written, without its zone, which Hugo does not use. Without a date it is that of the year 1. */
function hugoDate(name: string, attributes: Config, config: Config): string {
  const order = [tableOf(config.frontmatter).date ?? ':default'].flat().map((each) => String(each).toLowerCase());
  const keys = order.flatMap((each) =>
    each === ':default' ? ['date', 'publishdate', 'pubdate', 'published', 'lastmod', 'modified'] : [each],
  );
  const days = keys.map((key) =>
    key === ':filename' ? dateOf(lastOf(name.replace(/\/index$/, ''))) : attributes[key],
  );
  const written = days.map((day) => toMomentLeniently(withoutZone(day), 'UTC')?.text);
  return written.find((text) => text !== undefined) ?? '0001-01-01 00:00:00';
}

const withoutZone = (date: unknown): unknown =>
  typeof date === 'string' ? date.replace(/(:\d\d(?:\.\d+)?)\s*(?:Z|[+-]\d\d:?\d\d)$/i, '$1') : date;
