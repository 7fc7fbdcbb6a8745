// A blog of Hugo: `hugo.toml` or `config.*`, `content/`, `static/`.
import path from 'node:path';
import {
  asMd,
  factsOf,
  headOf,
  htmlReason,
  faultOfFile,
  ownFileReason,
  isMarkdown,
  ownFile,
  readConfig,
  tableOf,
  namesOf,
  textOf,
  splitPages,
  wordOf,
} from './blog.ts';
import type { Blog, Config } from './blog.ts';
import { archivesPath, categoriesPath, feedPath, tagsPath } from '#pdc/paths';
import { dateOf } from '#pdc/file-name';
import { toMomentLeniently } from '#pdc/moment';
import type { Folder } from './folder.ts';
import { archive, countNames, numbered, numberOf } from './old-lists.ts';
import type { Old, Target } from './old-lists.ts';
import { hugoPath } from './old-names.ts';
import { aliasNames, datesOf, fill, lastOf, postOf, toOwnPattern, toPath } from './permalink.ts';
import type { OldPost } from './permalink.ts';
import { message } from '#pdc/message';

const names = ['hugo', 'config', 'config/_default/hugo', 'config/_default/config'].flatMap((name) =>
  ['toml', 'yaml', 'yml', 'json'].map((ending) => `${name}.${ending}`),
);

export const isHugo = ({ isThere }: Folder): boolean => names.some(isThere) && isThere('content');

export function readHugo(folder: Folder): Blog {
  const config = lowerKeys(readConfig(folder, names));
  const params = tableOf(config.params);
  const files = folder.list('content');
  const texts = files.filter(isMarkdown);
  const lists = texts.filter((file) => /(?:^|\/)_index\.\w+$/.test(file));
  // A folder of pages is not what a blog is about.
  const pages = texts.filter(
    (file) => !lists.includes(file) && /^(?:[^/]+|[^/]+\/index\.\w+|pages?\/[^/]+(?:\/index\.\w+)?)$/.test(file),
  );
  const posts = texts.filter((file) => !lists.includes(file) && !pages.includes(file));
  const { pages: own, listings } = splitPages(folder, pages, 'content/');
  const statics = folder.list('static');
  const section = mostFrequent(posts.map(sectionOf));
  const pattern = toAddress(`${patternOf(config, section).replace(/\/$/, '')}/`, config);
  const permalink =
    section === undefined || /\.\w+\/$/.test(pattern)
      ? undefined
      : toOwnPattern(pattern, /:(?:slug|filename|contentbasename|slugorcontentbasename|title)\b/);
  return {
    engine: 'Hugo',
    facts: factsOf({
      title: textOf(config.title),
      description: textOf(params.description)?.replace(/\s+/g, ' '),
      url: textOf(config.baseurl),
      author: textOf(params.author) ?? textOf(tableOf(params.author).name) ?? textOf(tableOf(config.author).name),
      language: languageOf(config),
      timezone: textOf(config.timezone),
    }),
    articles: posts.map((file) => moved(file, config)),
    attachments: files
      .filter((file) => !isMarkdown(file) && !isHtmlText(file))
      .map((file) => {
        const bundle = posts.find((post) => /(?:^|\/)index\.\w+$/.test(post) && file.startsWith(folderOf(post)));
        if (bundle === undefined) return { from: `content/${file}`, to: file };
        const to = folderOf(moved(bundle, config).to) + file.slice(folderOf(bundle).length);
        return { from: `content/${file}`, to };
      }),
    drafts: [],
    ...(config.enableemoji === true && { emoji: true as const }),
    themeFolders: folder.names('themes').map((theme) => `themes/${theme}/static`),
    pages: own,
    statics: statics.filter((file) => !ownFile.test(file)).map((file) => ({ from: `static/${file}`, to: file })),
    leftOut: [
      ...listings.map(({ file }) => ({ file: `content/${file}`, why: ownFileReason })),
      ...files.filter(isHtmlText).map((file) => ({ file: `content/${file}`, why: htmlReason })),
      ...lists.map((file) => ({ file: `content/${file}`, why: message('headOfList') })),
      ...statics
        .filter((file) => ownFile.test(file))
        .map((file) => ({ file: `static/${file}`, why: faultOfFile(file)! })),
    ],
    ...(permalink === undefined ? {} : { permalink }),
    gaveOut: (post) => wasGivenOut(post, { config, texts }),
    addressOf: (post) => oldAddress(post, config),
    aliasOf: (alias, post) => oldAlias(alias, { address: oldAddress(post, config), config }),
    othersOf: (given) => {
      // They stood in the lists as well.
      const htmlPosts = files.filter(isHtmlText).map((file) => pageOf(folder, file));
      const pageOlds = (file: string, to: Target): Old[] => {
        const post = pageOf(folder, file);
        return wasGivenOut(post, { config, texts }) ? withAliases(post, { to, config }) : [];
      };
      return [
        ...own.flatMap(({ file, to }) => pageOlds(file, { source: to })),
        ...listings.flatMap(({ file, path }) => pageOlds(file, { path })),
        ...files.filter(isHtmlText).flatMap((file) => pageOlds(file, { gone: htmlReason })),
        ...listsOf([...given, ...htmlPosts], { config, ...listsIn({ files: texts, lists }, config) }),
      ];
    },
  };
}

/** Hugo knows no case in its configuration; names that an author gives keep theirs. */
const lowerKeys = (config: Config): Config =>
  Object.fromEntries(Object.entries(config).map(([key, value]) => [key.toLowerCase(), value]));

/** The language as Hugo's theme names it: the content's own, where it differs from the code of the feed. */
function languageOf({ defaultcontentlanguage, languagecode }: Config): string | undefined {
  const [content, code] = [textOf(defaultcontentlanguage), textOf(languagecode)];
  const baseOf = (language = ''): string => language.split('-')[0]!.toLowerCase();
  return content !== undefined && baseOf(code) !== baseOf(content) ? content : (code ?? content);
}

type Lists = {
  /** The folders that Hugo lists: those at the top that are no article's own, and those with a head of their own. */
  readonly sections: readonly string[];
  /** Terms that have a head of their own, whether or not anybody carries them: `tags/linux`. */
  readonly terms: readonly string[];
};

function listsIn({ files, lists }: Record<'files' | 'lists', readonly string[]>, config: Config): Lists {
  const plurals = Object.values(namedTaxonomies(config)).map(String);
  const heads = lists.map((file) => folderOf(file).replace(/\/$/, '')).filter((name) => name !== '');
  const tops = files.filter((file) => /^[^/]+\/(?!index\.)/.test(file)).map(sectionOf);
  const isTerm = (name: string): boolean => plurals.includes(sectionOf(name) || name);
  return {
    sections: [...new Set([...tops, ...heads])].filter((name) => !isTerm(name)),
    terms: heads.filter((name) => isTerm(name) && name.includes('/')),
  };
}

const taxonomiesOf = (config: Config): Config => {
  const isOff = disabledKinds(config).some((kind) => kind === 'taxonomy' || kind === 'term');
  return isOff ? {} : namedTaxonomies(config);
};

const namedTaxonomies = ({ taxonomies }: Config): Config =>
  tableOf(taxonomies ?? { tag: 'tags', category: 'categories' });

const disabledKinds = ({ disablekinds }: Config): string[] =>
  [disablekinds ?? []].flat().map((kind) => String(kind).toLowerCase());

/** Whether the lists of a kind have a feed. */
function hasFeed(kind: 'home' | 'section' | 'taxonomy' | 'term', config: Config): boolean {
  const formats = lowerKeys(tableOf(config.outputs))[kind];
  if (disabledKinds(config).includes('rss')) return false;
  return !Array.isArray(formats) || formats.some((format) => String(format).toLowerCase() === 'rss');
}

/** Home, sections and taxonomies: each in pages, each with a feed. */
function listsOf(
  posts: readonly OldPost[],
  { config, sections, terms: named }: Lists & { readonly config: Config },
): Old[] {
  const perPage = numberOf(config.paginate, numberOf(tableOf(config.pagination).pagersize, 10));
  const dir = textOf(config.paginatepath) ?? textOf(tableOf(config.pagination).path) ?? 'page';
  const rss = tableOf(lowerKeys(tableOf(config.outputformats)).rss);
  const feed = `${textOf(rss.baseName) ?? textOf(rss.basename) ?? 'index'}.xml`;
  const lower = isLower(config);
  type Kind = Parameters<typeof hasFeed>[0];
  const list = (from: string, to: Target, { count, kind }: { count: number; kind: Kind }): Old[] => {
    // Even a list of nothing has a first page, which leads to the list.
    const pages = numbered(from, { posts: Math.max(1, count), perPage, dir, from: 1 });
    return [
      ...[from, ...pages].map((each) => ({ from: toAddress(each, config), to })),
      ...(hasFeed(kind, config) ? [{ from: `${from}${feed}`, to: { path: feedPath } }] : []),
    ];
  };
  const inSection = (section: string): number => posts.filter(({ name }) => name.startsWith(`${section}/`)).length;
  return [
    ...list('/', { path: '/' }, { count: posts.length, kind: 'home' }),
    ...sections.flatMap((section) =>
      list(toPath(`${hugoPath(section, { lower })}/`), archive, { count: inSection(section), kind: 'section' }),
    ),
    ...Object.values(taxonomiesOf(config)).flatMap((plural) => {
      const key = String(plural);
      const base = `/${hugoPath(key, { lower })}/`;
      const carried = countNames(posts, ({ attributes }) => namesOf(attributes[key.toLowerCase()]));
      const own = named.filter((name) => sectionOf(name) === key).map((name) => name.slice(key.length + 1));
      const terms = new Map([...own.map((name) => [name, 0] as const), ...carried]);
      const all: Target = { path: key === 'tags' ? tagsPath : key === 'categories' ? categoriesPath : archivesPath };
      return [
        ...[...terms].flatMap(([name, count]) =>
          list(
            `${base}${hugoPath(name, { lower })}/`,
            key === 'tags' || key === 'categories' ? { term: key, name } : archive,
            { count, kind: 'term' },
          ),
        ),
        ...list(base, all, { count: terms.size, kind: 'taxonomy' }),
      ];
    }),
  ];
}

/** A page as if it were an article. */
const pageOf = (folder: Folder, file: string): OldPost =>
  postOf(file.replace(/\.\w+$/, ''), attributesOf(folder, file));

function withAliases(post: OldPost, { to, config }: { to: Target; config: Config }): Old[] {
  const address = oldAddress(post, config);
  const aliases = aliasNames(post.attributes).map((alias) => oldAlias(alias, { address, config }));
  return [address, ...aliases].flatMap((from) => (from === undefined ? [] : [{ from, to }]));
}

/** An alias without a slash before it is named from the folder that the page stands in. */
function oldAlias(alias: string, { address = '/', config }: { address: string | undefined; config: Config }): string {
  const whole = alias.startsWith('/') ? alias : path.posix.join(path.posix.dirname(address), alias);
  return toAddress(/\/$|\.html?$/.test(whole) ? toPath(whole) : toPath(`${whole}/`), config);
}

/** With `uglyURLs` a page is a file beside others. */
const toAddress = (address: string, { uglyurls }: Config): string =>
  uglyurls === true ? address.replace(/(?<=.)\/$/, '.html') : address;

/** Hugo holds back drafts, articles before or after their time, those that are not rendered, and files of a bundle. */
function wasGivenOut(
  { name, attributes: given }: OldPost,
  { config, texts }: { config: Config; texts: readonly string[] },
): boolean {
  const attributes = lowerKeys(given);
  const { draft, headless, expirydate, unpublishdate } = attributes;
  const timeOf = (value: unknown): number | undefined => toMomentLeniently(value, 'UTC')?.epoch;
  const starts = timeOf(attributes.publishdate ?? attributes.pubdate ?? attributes.date);
  const ends = timeOf(expirydate ?? unpublishdate);
  const { render } = tableOf(attributes._build ?? attributes.build);
  return (
    (draft !== true || config.builddrafts === true) &&
    (starts === undefined || starts <= Date.now() || config.buildfuture === true) &&
    (ends === undefined || ends > Date.now() || config.buildexpired === true) &&
    headless !== true &&
    render !== 'never' &&
    render !== false &&
    !texts.some((text) => isBundleHead(text) && !isBundleHead(`${name}.md`) && name.startsWith(folderOf(text)))
  );
}

/** An `index.md` takes its folder for its own: other texts there are no pages. One at the top has none. */
const isBundleHead = (file: string): boolean => /\/index\.\w+$/.test(file);

/** Front matter as it stands, by keys in lowercase. */
const attributesOf = (folder: Folder, file: string): Config => lowerKeys(headOf(folder, `content/${file}`));

/** Hugo's addresses are in lowercase: a name in capitals would be another address here. */
function moved(file: string, config: Config): { from: string; to: string } {
  const to = asMd(file);
  const own = /[^/]+(?:\/index)?\.md$/;
  return { from: `content/${file}`, to: isLower(config) ? to.replace(own, (name) => name.toLowerCase()) : to };
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1);
const isLower = (config: Config): boolean => config.disablepathtolower !== true;
const isHtmlText = (file: string): boolean => /\.html?$/.test(file) && !/(?:^|\/)_index\./.test(file);

const sectionOf = (file: string): string => (file.includes('/') ? file.split('/')[0]! : '');

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function patternOf(config: Config, section = ''): string {
  const permalinks = tableOf(config.permalinks);
  return textOf(permalinks[section]) ?? textOf(tableOf(permalinks.page)[section]) ?? `/${section}/:contentbasename/`;
}

function oldAddress(post: OldPost, config: Config): string | undefined {
  const { name } = post;
  const attributes = lowerKeys(post.attributes);
  const lower = isLower(config);
  const own = textOf(attributes.url);
  if (own !== undefined) return toPath(/\/$|\.\w+$/.test(own) ? own : `${own}/`);
  const file = name.replace(/\/index$/, '');
  const section = sectionOf(file);
  const pattern = patternOf(config, section);
  const folders = file
    .split('/')
    .slice(0, -1)
    .map((each) => hugoPath(each, { lower }));
  const date = hugoDate(name, attributes, config);
  const isPlain = /:contentbasename\/$/.test(pattern);
  // Hugo reads the parts of a pattern as an address, in which a number sign at the end says nothing.
  const part = (text = ''): string => hugoPath(text, { lower }).replace(isPlain ? /^(?!)/ : /#$/, '');
  const [base, titled, slug] = [
    part(lastOf(file)),
    part(wordOf(attributes.title)),
    part(wordOf(attributes.slug)) || undefined,
  ];
  // Without a pattern of its own an article stands at the path of its file.
  const plain = `/${folders.join('/')}/:slugorcontentbasename/`;
  const filled = fill(isPlain ? plain : pattern.replace(/:sections\[[^\]]*\]/g, ':sections'), {
    ...datesOf({ date }),
    year: String(Number(date.slice(0, 4))),
    slug: slug ?? titled,
    title: titled,
    filename: base,
    contentbasename: base,
    slugorcontentbasename: slug ?? base,
    slugorfilename: slug ?? base,
    section: hugoPath(section, { lower }),
    sections: folders.join('/'),
  });
  if (filled === undefined) return undefined;
  const whole = filled.endsWith('/') ? filled : `${filled}/`;
  // Hugo reads a filled pattern as a query, in which a plus is a blank.
  return toAddress(isPlain ? whole : hugoPath(whole.replaceAll('+', ' '), { lower }), config);
}

/** The day as it is written, whatever its zone: Hugo turns no clock. Where none is written it is that of the year 1. */
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
