// The addresses that Jekyll gives to posts and pages, according to its settings and the front matter.
import { archivesPath, categoriesPath, feedPath, tagsPath } from '#pdc/site/paths';
import { atInstant, toMomentLeniently } from '#pdc/text/moment';
import type { Moment } from '#pdc/text/moment';
import type { Message } from '#pdc/words/message';
import { globOf, headOf, htmlReason, listPageOf, tableOf, textOf, wordOf, zoneOf } from '../blog.ts';
import type { Blog, Config } from '../blog.ts';
import type { Folder } from '../blog-folder.ts';
import names from './jekyll-styles.json' with { type: 'json' };
import type { Old, Target, OldPost } from '../old-addresses.ts';
import { jekyllSlug, jekyllTitle, listsOf } from './jekyll-lists.ts';
import { datesOf, fill, lastOf, postOf, toOwnPattern, toPath } from '../old-addresses.ts';
import { isHtmlPost, isTemplateFile, nameParts, plainReason } from './jekyll-files.ts';
import type { Source } from './jekyll-files.ts';

/** Jekyll's built-in patterns, by name. */
const styles: Readonly<Record<string, string>> = names;

/** The address pattern of posts, or the name of a built-in pattern. */
const writtenPattern = (config: Config): string =>
  textOf(defaultsOf('_posts/post.md', { type: 'posts', config }).permalink) ?? textOf(config.permalink) ?? 'date';

export function addressesOf(
  folder: Folder,
  source: Source,
  config: Config,
): Pick<Blog, 'permalink' | 'wasPublished' | 'addressOf' | 'othersOf'> {
  const setting = writtenPattern(config);
  const permalink = toOwnPattern((styles[setting] ?? setting).replace('/:categories', ''), /:(?:title|slug)\b/);
  return {
    ...(permalink === undefined ? {} : { permalink }),
    wasPublished: (post) => wasPublished(withDefaults(post, config), config),
    addressOf: (post) => oldAddress(withDefaults(post, config), config),
    othersOf: (posts) => [
      ...listsOf(posts, config),
      ...source.inPosts.filter(isHtmlPost).flatMap((file): Old[] => {
        const post = readPost(folder, file, config);
        const from = wasPublished(post, config) ? oldAddress(post, config) : undefined;
        return from === undefined ? [] : [{ from, to: { gone: htmlReason } }];
      }),
      ...source.otherFiles.flatMap((file) => oldOf(file, { folder, source, config })),
    ],
  };
}

/** The address of a page or of the template of a page, and its target. */
function oldOf(
  { file, kind }: Source['otherFiles'][number],
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
    ? oldAddress(readPost(folder, file, config), config)
    : oldPageAddress(file, permalink, config);
  if (from === undefined) return [];
  const page = pages.find((page) => page.file === file);
  if (page) return [{ from, to: { source: page.to } }];
  if (kind === 'page') return [];
  if (/\.(?:xml|rss|atom)$/.test(from)) return /sitemap/.test(from) ? [] : [{ from, to: { path: feedPath } }];
  return /\.(?:html?|md|markdown)$/.test(file) ? [{ from, to: targetOf(from, { file, folder, kind }) }] : [];
}

/** The target for a template: our list if the template lists posts; otherwise the address is lost. */
function targetOf(from: string, { file, folder, kind }: { file: string; folder: Folder; kind: Message }): Target {
  const isList = /\b(?:paginator|site\.(?:posts|tags|categories))\b/.test(folder.text(file) ?? '');
  if (from !== '/' && !isList && listPageOf(file, headOf(folder, file)) === undefined) return { gone: kind };
  if (/tag/i.test(from)) return { path: tagsPath };
  if (/categor/i.test(from)) return { path: categoriesPath };
  return { path: from === '/' ? '/' : archivesPath };
}

/** Whether the addresses of this pattern are folders. The address of a page or a document then is a folder too. */
const endsInFolder = (pattern: string): boolean =>
  pattern === 'pretty' || (!(pattern in styles) && pattern.endsWith('/'));

/** The collection of a document and its path below it, by its name in plans; an empty list for a post. */
const inCollection = (name: string): string[] => /^_(?!posts\/)([^/]+)\/(.*)$/.exec(name)?.slice(1) ?? [];

/** A file as an article. Plans name a post by its path without a leading `_posts/` and without its extension. */
const readPost = (folder: Folder, file: string, config: Config): OldPost =>
  withDefaults(postOf(file.replace(/^_posts\//, '').replace(/\.\w+$/, ''), headOf(folder, file)), config);

/** Merges the `defaults` that apply to a file. If several of them set the same key, the last one wins. */
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
  const [collection] = inCollection(post.name);
  const [folder, inFolder] = post.name.includes('_posts/') ? post.name.split('_posts/') : [undefined, post.name];
  const file = collection === undefined ? `${folder ?? ''}_posts/${inFolder}.md` : `${post.name}.md`;
  const defaults = defaultsOf(file, { type: collection ?? 'posts', config });
  const categories = [...[folder?.split('/') ?? []].flat(), ...[defaults.categories ?? []].flat(), ...post.categories];
  const names = categories.map(String).filter((name) => name !== '');
  return { ...post, categories: [...new Set(names)], attributes: { ...defaults, ...post.attributes } };
}

/** Jekyll skips posts with `published: false`, without a date in the file name, or with a future date. */
function wasPublished({ name, attributes }: OldPost, config: Config): boolean {
  if (attributes.published === false) return false;
  const named = nameParts(lastOf(name));
  if (named === undefined && !/^_(?!posts\/)/.test(name)) return false;
  const epoch = momentOf(attributes, { named: named?.date, config })?.epoch;
  return config.future === true || epoch === undefined || epoch <= Date.now();
}

/** Jekyll uses the configured zone, or that of the machine, usually UTC. A YAML time without a zone is in UTC. */
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

/** The address of a page: its file with an extension, or a folder if the pattern of posts ends with "/". */
function oldPageAddress(file: string, permalink: string | undefined, config: Config): string {
  if (permalink !== undefined) return toPath(/\/$|\.\w+$/.test(permalink) ? permalink : `${permalink}.html`);
  const stem = file.replace(/\.\w+$/, '');
  const ending = /\.(?:md|markdown)$/i.test(file) ? '.html' : file.slice(stem.length);
  if (/(?:^|\/)index$/.test(stem)) return toPath(`${stem}${ending}`);
  return toPath(endsInFolder(writtenPattern(config)) && /^\.html?$/.test(ending) ? `${stem}/` : `${stem}${ending}`);
}

/** The address pattern for an article: its own pattern, the pattern of its collection, or the pattern of the site. */
function patternFor({ name, attributes }: OldPost, config: Config): string {
  const site = textOf(config.permalink) ?? 'date';
  const permalink = textOf(attributes.permalink);
  if (permalink !== undefined) return styles[permalink] ?? permalink;
  const [collection] = inCollection(name);
  if (collection === undefined) return styles[site] ?? site;
  const stated = textOf(tableOf(tableOf(config.collections)[collection]).permalink);
  return stated === undefined ? `/:collection/:path${endsInFolder(site) ? '/' : '.html'}` : (styles[stated] ?? stated);
}

function oldAddress(post: OldPost, config: Config): string | undefined {
  const { name, attributes, categories } = post;
  const stem = lastOf(name);
  const [collection, path] = inCollection(name);
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
    categories: categories.map((name) => name.toLowerCase()).join('/'),
    slugified_categories: categories.map(jekyllSlug).join('/'),
    collection: collection ?? 'posts',
    path: path ?? name.replace(/[^/]+$/, bare),
    output_ext: '.html',
  });
  if (filled === undefined || /\/$|\.html?$/.test(filled)) return filled;
  // An extension stays only if the article's own `permalink` has it. In a file name, a dot and the letters after it are
  // part of the name.
  return attributes.permalink !== undefined && /\.\w+$/.test(pattern) ? filled : `${filled}.html`;
}
