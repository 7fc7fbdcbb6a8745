// Who has which address: articles, pages, static files, and what the site makes itself.
import { withFields } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import * as paths from '../site/paths.ts';
import type { Site } from '../site/site.ts';
import { toAsciiSlug } from '../text/slug.ts';
import type { NameOf, Tell } from './entry-report.ts';
import { message } from '../words/message.ts';
import type { MessageValue } from '../words/message.ts';

/** The address of an article or a page for people, as a site path. */
export function pathOf(site: Site, entry: Article | Page): string {
  return entry.layout === 'post' ? paths.postPath(site, entry) : paths.pagePath(entry.slug);
}

/**
 * Rule slug-unique: no two entries share an output path. The first by path keeps it; a lenient build names the others anew,
 * any other leaves them out.
 */
export function claimPaths({
  entries,
  site,
  statics,
  lenient,
  nameOf,
  tell,
}: {
  entries: readonly (Article | Page)[];
  site: Site;
  statics: ReadonlySet<string>;
  lenient: boolean;
  nameOf: NameOf;
  tell: Tell;
}): { entries: (Article | Page)[]; claim: AddressClaims['claim'] } {
  const { claim, claimPage } = createClaims();
  for (const path of ownPaths) claim(path, theSite);
  for (const path of statics) claim(path, message('theStaticFile', { path }));

  const addressed = entries.flatMap((entry) => {
    const rival = claimEntry(entry);
    if (rival === undefined) return [entry];
    const named = lenient ? namedAnew(entry) : undefined;
    const fault = named
      ? message('addressTakenPublishedAt', { address: rival.path, owner: rival.owner, path: pathOf(site, named) })
      : message('addressTaken', { address: rival.path, owner: rival.owner });
    tell(entry, { rule: 'slug-unique', message: fault });
    return named ?? [];
  });
  /** Takes all addresses of an entry, or gives back the first that is taken. */
  function claimEntry(entry: Article | Page): { path: string; owner: MessageValue } | undefined {
    const wanted = [{ path: pathOf(site, entry), take: claimPage }];
    if (entry.layout === 'post') wanted.push({ path: paths.postMdPath(entry.slug), take: claim });
    for (const { path, take } of wanted) {
      const owner = take(path, nameOf(entry.source));
      if (owner !== undefined) return { path, owner };
    }
    return undefined;
  }
  /** Renames an entry by the first free name: with its folder before it, then with a letter behind it. */
  function namedAnew(entry: Article | Page): Article | Page | undefined {
    const folder = entry.source.split('/').at(/\/index\.md$/i.test(entry.source) ? -3 : -2);
    const own = folder === undefined || folder === 'pages' ? entry.slug : `${toAsciiSlug(folder)}-${entry.slug}`;
    const proposals = [own, ...[...'bcdefghijklmnopqrstuvwxyz'].map((letter) => `${own}-${letter}`)];
    return proposals
      .filter((slug) => slug !== entry.slug)
      .map((slug) => withFields(entry, { slug }))
      .find((named) => claimEntry(named) === undefined);
  }
  const withAliases = addressed.map((entry) => {
    if (entry.layout === 'page') return entry;
    const aliases = entry.aliases.filter((alias, index) => {
      const owner = claimPage(alias, nameOf(entry.source));
      if (owner === undefined) return true;
      const at = ['aliases', index];
      tell(entry, { rule: 'slug-unique', at, message: message('aliasTaken', { alias, owner }) });
      return false;
    });
    return aliases.length === entry.aliases.length ? entry : withFields(entry, { aliases });
  });
  return { entries: withAliases, claim: claimPage };
}

const theSite = message('theSite');

type AddressClaims = {
  /** Takes the path of a file for its owner, or gives back whose it is already. */
  readonly claim: (path: string, owner: MessageValue) => MessageValue | undefined;
  /** Takes the path of a page, which may not stand among the site's own files either. */
  readonly claimPage: AddressClaims['claim'];
};

/** Who has which file. No disk holds a file and a folder of one name; some write names that differ in case into one. */
function createClaims(): AddressClaims {
  const files = new Map<string, MessageValue>();
  const folders = new Map<string, MessageValue>();
  const toKey = (path: string): string => `/${paths.toFile(path)}`.toLowerCase();
  const claim: AddressClaims['claim'] = (path, owner) => {
    const key = toKey(path);
    const above = paths.foldersAbove(key);
    const rival = [key, ...above].map((name) => files.get(name)).find((name) => name !== undefined) ?? folders.get(key);
    if (rival !== undefined) return rival;
    files.set(key, owner);
    for (const folder of above) if (!folders.has(folder)) folders.set(folder, owner);
    return undefined;
  };
  return {
    claim,
    claimPage: (path, owner) => (ownFolders.test(toKey(path)) ? theSite : claim(path, owner)),
  };
}

/** Paths that the site itself emits, except for the folders below. */
export const ownPaths = [
  paths.homePath(1),
  paths.archivesPath,
  paths.notFoundPath,
  paths.llmsPath,
  paths.llmsFullPath,
  paths.aiContextPath,
  paths.protocolPath,
  paths.protocolAppendixPath,
  paths.feedPath,
  paths.sitemapPath,
  paths.robotsPath,
  paths.nojekyllPath,
  paths.stylesheetPath,
  '/css/icon.svg',
  '/css/card.png',
  '/css/feed.css',
  '/css/custom.css',
];

/**
 * Which lists, endpoints and scripts these hold depends on the articles: no page has an address there. `/archives/N/` is none
 * of them: it is an article's old address in other blogs, and may be an alias.
 */
export const ownFolders = /^\/(?:api|archives\/page|categories|js|lib\/katex|login|page|tags)\//;
