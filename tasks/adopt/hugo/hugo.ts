// A blog of Hugo: `hugo.toml` or `config.*`, `content/`, `static/`.
import { headOf, htmlReason, tableOf, textOf } from '../blog.ts';
import type { Blog, Config } from '../blog.ts';
import { configuredBy } from '../configured.ts';
import type { Folder } from '../blog-folder.ts';
import { friendsOf } from '../foreign/foreign-friends.ts';
import type { Old } from '../old-addresses.ts';
import { postOf } from '../old-addresses.ts';
import { keptPattern, oldAddress, oldAlias, wasPublished, withAliases, withoutIndex } from './hugo-addresses.ts';
import { formulasOf, hasConfig, lowerKeys, configNames, readAll, readFacts } from './hugo-config.ts';
import { leftOutOf, movesOf, readContent, readEntries, translationsIn } from './hugo-content.ts';
import type { Content, Entries } from './hugo-content.ts';
import { languagesOf } from './hugo-languages.ts';
import { listsOf } from './hugo-lists.ts';

export const isHugo = (folder: Folder): boolean =>
  hasConfig(folder) &&
  (folder.isThere('content') || languagesOf(readAll(folder)).some((language) => folder.isThere(language.folder)));

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
      ...{ folder, facts, file: configNames.find(folder.isThere) ?? 'config' },
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
    newFiles: friendsOf(folder, { pages: entries.pages, data: 'data' }),
    leftOut: leftOutOf(folder, content, entries),
    ...keptPattern(entries.posts, content),
    ...addressesOf(folder, content, entries),
  };
}

function addressesOf(
  folder: Folder,
  content: Content,
  { pages, listings, inHtml }: Entries,
): Pick<Blog, 'wasPublished' | 'addressOf' | 'aliasOf' | 'othersOf'> {
  const { languages, root } = content;
  const published = languages.filter(({ isOff }) => !isOff);
  const toOther = ({ from, to }: Old) => ({ to, post: postOf(withoutIndex(from), headOf(folder, from)) });
  return {
    wasPublished: (post) => wasPublished(post, content),
    addressOf: (post) => oldAddress(post, content),
    aliasOf: (alias, post) => oldAlias(alias, post, content),
    othersOf: (posts) => {
      const otherPages = [
        ...pages.map(({ from, to }) => ({ from, to: { source: to } })),
        ...listings.map(({ file, path }) => ({ from: root + file, to: { path } })),
        ...inHtml.map((from) => ({ from, to: { gone: htmlReason } })),
      ]
        .map(toOther)
        .filter(({ post }) => wasPublished(post, content));
      const all = [...posts, ...otherPages.map(({ post }) => post)];
      return [
        ...otherPages.flatMap(({ post, to }) => withAliases(post, to, content)),
        ...published.flatMap((language) => listsOf(all, language, { folder, content })),
        ...(published.length > 1 ? [{ from: `/${languages[0].code}/`, to: { path: '/' } }] : []),
      ];
    },
  };
}

/** The menu of the settings, and the pages that add themselves to it in their front matter. */
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
  // The address of the head of a list is the address of its folder.
  const url = oldAddress(postOf(withoutIndex(file), head), content);
  return main === undefined ? [] : [{ weight, name: title, ...tableOf(main), url }];
}
