// A blog of Hexo: `_config.yml`, `source/_posts`.
import { message } from '#pdc/words/message';
import { factsOf, headOf, htmlReason, readConfig, tableOf, textOf } from '../blog.ts';
import type { Blog, Config, LeftOut, SiteFacts } from '../blog.ts';
import { configuredBy } from '../configured.ts';
import type { Folder } from '../blog-folder.ts';
import { friendsOf } from '../foreign/foreign-friends.ts';
import { hexoSlug, leftOutOf, movesOf, packageOf, readSource } from './hexo-files.ts';
import { postOf, toOwnPattern } from '../old-addresses.ts';
import type { OldPost } from '../old-addresses.ts';
import { oldAddress, oldPageAddress, wasPublished, withKeys } from './hexo-addresses.ts';
import type { Source } from './hexo-files.ts';
import { feedsOf, listsOf } from './hexo-lists.ts';

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
    newFiles: friendsOf(folder, { pages: source.pages, data: 'source/_data', configured: configured.friends }),
    codeFolder: `source/${textOf(config.code_dir) ?? 'downloads/code'}`,
    themeFolders: folder.names('themes').map((theme) => `themes/${theme}/source`),
    leftOut: [...leftOutOfConfig(config), ...leftOutOf(source)],
    ...passwordsOf(config),
    ...rendererOf(folder, config),
    ...addressesOf(folder, source, config),
  };
}

const readFacts = (config: Config): SiteFacts =>
  factsOf({
    title: textOf(config.title),
    description: textOf(config.description) ?? textOf(config.subtitle),
    url: siteUrl(config),
    author: textOf(config.author),
    language: textOf([config.language].flat()[0]),
    timezone: textOf(config.timezone),
  });

/** The address of the site. If `root` is set, Hexo serves the site from this path and ignores the path of `url`. */
function siteUrl({ url, root }: Config): string | undefined {
  const base = textOf(url)?.replace(/\/+$/, '');
  if (base === undefined || textOf(root) === undefined || !URL.canParse(base)) return base;
  return `${new URL(base).origin}/${textOf(root)!.replace(/^\/+|\/+$/g, '')}`.replace(/\/$/, '');
}

function themeFilesOf(config: Config): string[] {
  const theme = textOf(config.theme) ?? 'landscape';
  return [`_config.${theme}.yml`, `source/_data/${theme}.yml`, `themes/${theme}/_config.yml`];
}

function leftOutOfConfig(config: Config): LeftOut[] {
  const url = textOf(config.url)?.replace(/\/+$/, '').toLowerCase();
  if (url === siteUrl(config)?.toLowerCase()) return [];
  return [{ file: '_config.yml', why: message('rootHolds', { url: String(config.url), root: String(config.root) }) }];
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

/** Both common renderers break every line of a paragraph unless the settings say otherwise. */
function breaksLines(folder: Folder, { marked, markdown }: Config): boolean {
  const packages = packageOf(folder) ?? 'hexo-renderer-marked';
  if (/hexo-renderer-markdown-it/.test(packages)) return tableOf(tableOf(markdown).render).breaks !== false;
  return /hexo-renderer-(?:marked|kramed)/.test(packages) && tableOf(marked).breaks !== false;
}

/** The passwords of the plugin hexo-blog-encrypt. It locks every post that has one of the tags in its configuration. */
function passwordsOf({ encrypt }: Config): Pick<Blog, 'passwordByTag'> {
  const tags = [tableOf(encrypt).tags].flat().map(tableOf);
  const named = tags.flatMap(({ name, password }) => (name === undefined ? [] : [[String(name), password] as const]));
  return named.length === 0 ? {} : { passwordByTag: new Map(named) };
}

function addressesOf(
  folder: Folder,
  { inPosts, pages, listings }: Source,
  config: Config,
): Pick<Blog, 'permalink' | 'slugKey' | 'wasPublished' | 'addressOf' | 'othersOf'> {
  const pattern = textOf(config.permalink) ?? ':year/:month/:day/:title/';
  const [, slugKey] = /:(abbrlink|urlname|id)\b/.exec(pattern) ?? [];
  const addressOf = (post: OldPost): string | undefined => oldAddress(withKeys(post, config), pattern, config);
  const permalink = toOwnPattern(pattern, new RegExp(`:(?:title|name|slug|${slugKey ?? 'title'})\\b`));
  const addressOfHtml = (file: string): string[] => {
    const name = file.slice('_posts/'.length, -'.html'.length);
    return [addressOf(postOf(name, headOf(folder, `source/${file}`))) ?? []].flat();
  };
  return {
    ...(permalink === undefined ? {} : { permalink }),
    ...(slugKey === undefined ? {} : { slugKey }),
    wasPublished: (post) => wasPublished(post, config),
    addressOf,
    othersOf: (posts) => [
      ...pages.map(({ file, to }) => ({ from: oldPageAddress(folder, file), to: { source: to } })),
      ...listings.map(({ file, path }) => ({ from: oldPageAddress(folder, file), to: { path } })),
      ...listsOf(posts, config),
      ...feedsOf(folder, config),
      ...inPosts
        .filter((file) => file.endsWith('.html'))
        .flatMap(addressOfHtml)
        .map((from) => ({ from, to: { gone: htmlReason } })),
    ],
  };
}
