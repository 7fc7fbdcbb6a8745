// The texts and files in the content folders of Hugo, and what becomes of them.
import { dateOf } from '#pdc/site/file-name';
import { message } from '#pdc/words/message';
import {
  bodyOf,
  whyNotCopied,
  headOf,
  htmlReason,
  isHidden,
  isMarkdown,
  ownFile,
  ownFileReason,
  splitPages,
} from '../blog.ts';
import type { Blog, Config, LeftOut, Move } from '../blog.ts';
import type { Folder } from '../blog-folder.ts';
import { hugoPath, isDraft, isLower, lowerKeys } from './hugo-config.ts';
import { lastOf } from '../old-addresses.ts';
import { createPlaces, newName } from './hugo-languages.ts';
import type { Language, Place } from './hugo-languages.ts';

/** The files of the content folders: texts, texts that are not published, and the heads of lists (`_index` files). */
export function readContent(folder: Folder, languages: readonly [Language, ...Language[]]) {
  const [{ config }] = languages;
  const placeOf = createPlaces(languages);
  const folders = [...new Set(languages.map((language) => language.folder))];
  const files = folders
    .filter((folder) => !folders.some((parent) => folder.startsWith(`${parent}/`)))
    .flatMap((below) => folder.list(below).map((file) => `${below}/${file}`));
  const markdown = files.filter(isMarkdown);
  const heads = markdown.filter((file) => /(?:^|\/)_index\.\w+$/.test(placeOf(file).file));
  const draftLists = heads.filter((file) => isDraft(headOf(folder, file), config)).map(placeOf);
  // Hugo publishes nothing below a list that is a draft, and nothing in a disabled language.
  const isHeld = (from: string): boolean => {
    const { language, file } = placeOf(from);
    const isBelow = (head: Place): boolean => head.language === language && file.startsWith(folderOf(head.file));
    return language.isOff || draftLists.some(isBelow);
  };
  const bodies = markdown.filter((file) => !heads.includes(file));
  const texts = bodies.filter((file) => !isHeld(file));
  const lists = heads.filter((file) => !isHeld(file));
  return {
    ...{ config, languages, placeOf, files, heads, lists, texts },
    heldBack: bodies.filter(isHeld),
    /** The common prefix of all paths. */
    root: folders.length === 1 ? `${folders[0]!}/` : '',
    bundles: texts.filter((file) => isBundleHead(placeOf(file).file)),
    sections: new Set(lists.map(placeOf).map(sectionPath)),
  };
}

const sectionPath = ({ language, file }: Place): string =>
  `${language.code}/${hugoPath(folderOf(file), { lower: isLower(language.config) })}`;

export type Content = ReturnType<typeof readContent>;

/** Articles, pages, and texts in HTML. */
export function readEntries(folder: Folder, content: Content) {
  const { texts, lists, files, root, languages, placeOf } = content;
  // A text at the top or in a folder `page` or `pages` is a page. If any section has dated texts, all texts in sections
  // without dated texts are pages.
  const dated = new Set(texts.filter((file) => isDated(folder, file)).map((file) => sectionOf(placeOf(file).file)));
  const isPage = (from: string): boolean => {
    const { file } = placeOf(from);
    const isAlone = /^(?:[^/]+|[^/]+\/index\.\w+|pages?\/[^/]+(?:\/index\.\w+)?)$/.test(file);
    return isAlone || (dated.size > 0 && !dated.has(sectionOf(file)));
  };
  // If two articles have the same name, the article in the main language keeps this name.
  const rankOf = (file: string): number => languages.indexOf(placeOf(file).language);
  const posts = texts.filter((file) => !isPage(file)).sort((a, b) => rankOf(a) - rankOf(b));
  const holdsPosts = (head: string): boolean =>
    posts.some((post) => rankOf(post) === rankOf(head) && post.startsWith(folderOf(head)));
  // The head of a list without articles is a page if it has a text.
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

export type Entries = ReturnType<typeof readEntries>;

/**
 * Whether a text is the `index.md` of a bundle, in which other texts are not pages. An `index.md` at the top makes no
 * bundle.
 */
export const isBundleHead = (file: string): boolean => /\/index\.\w+$/.test(file);

const isDated = (folder: Folder, file: string): boolean => {
  const { date, publishdate = date } = lowerKeys(headOf(folder, file)) as Config;
  return publishdate !== undefined || dateOf(lastOf(file.replace(/\/index\.\w+$/, ''))) !== undefined;
};

export const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1);

export const sectionOf = (file: string): string => (file.includes('/') ? file.split('/')[0]! : '');

/** Articles that are translations of an article in the main language. */
export function translationsIn(posts: readonly string[], { languages: [main], placeOf }: Content): string[] {
  const isMain = (file: string): boolean => placeOf(file).language === main;
  const inMain = new Set(posts.filter(isMain).map((file) => placeOf(file).file));
  return posts.filter((file) => !isMain(file) && inMain.has(placeOf(file).file));
}

export function movesOf(
  folder: Folder,
  { files, heldBack, bundles, placeOf }: Content,
  { posts, pages, inHtml }: Entries,
): Pick<Blog, 'articles' | 'attachments' | 'drafts' | 'pages' | 'statics'> {
  const moved = (from: string): Move => ({ from, to: newName(placeOf(from)) });
  const owners = posts.filter((file) => bundles.includes(file));
  const ownersOf = (file: string): string[] => owners.filter((owner) => file.startsWith(folderOf(owner)));
  const isHiddenFile = (file: string): boolean => isHidden(placeOf(file).file);
  const isBeside = (file: string): boolean =>
    posts.some((post) => folderOf(file) === folderOf(post) || file.startsWith(post.replace(/\.\w+$/, '/')));
  const otherFiles = files.filter((file) => !isMarkdown(file) && !inHtml.includes(file));
  const unowned = otherFiles.filter((file) => ownersOf(file).length === 0 && !isHiddenFile(file) && !isBeside(file));
  const sitePathOf = (file: string): string => `${placeOf(file).language.prefix}/${placeOf(file).file}`.slice(1);
  return {
    articles: posts.map(moved),
    attachments: otherFiles
      .filter((file) => !unowned.includes(file))
      .flatMap((from): Move[] =>
        ownersOf(from).length === 0
          ? [{ from, to: isHiddenFile(from) ? sitePathOf(from) : newName(placeOf(from)) }]
          : ownersOf(from).map((owner) => {
              return { from, to: folderOf(moved(owner).to) + from.slice(folderOf(owner).length) };
            }),
      ),
    drafts: heldBack.map((from) => ({ from, to: `_drafts/${newName(placeOf(from))}` })),
    pages,
    statics: [...unowned.map((from) => ({ from, to: sitePathOf(from) })), ...staticFiles(folder)].filter(
      ({ to }) => !ownFile.test(to),
    ),
  };
}

const staticFiles = (folder: Folder): Move[] =>
  folder.list('static').map((file) => ({ from: `static/${file}`, to: file }));

export const leftOutOf = (
  folder: Folder,
  { root, heads, heldBack }: Content,
  { listings, inHtml, textHeads }: Entries,
): LeftOut[] => [
  ...listings.map(({ file }) => ({ file: root + file, why: ownFileReason })),
  ...inHtml.map((file) => ({ file, why: htmlReason })),
  ...heads
    .filter((file) => !textHeads.includes(file))
    .map((file) => ({ file, why: bodyOf(folder, file).trim() === '' ? ownFileReason : message('headOfList') })),
  ...heldBack.map((file) => ({ file, why: message('heldBack') })),
  ...staticFiles(folder)
    .filter(({ to }) => ownFile.test(to))
    .map(({ from, to }) => ({ file: from, why: whyNotCopied(to)! })),
];
