// Assigns addresses to articles, pages and static files, and finds conflicts between them.
import { withFields } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import * as paths from '../site/paths.ts';
import type { Site } from '../site/site.ts';
import { toAsciiSlug } from '../text/slug.ts';
import type { NameOf, EntryReport } from './entry-report.ts';
import { message } from '../words/message.ts';
import type { MessageValue } from '../words/message.ts';

/** The site path of the page of an article or page. */
export function pathOf(site: Site, entry: Article | Page): string {
  return entry.layout === 'post' ? paths.postPath(site, entry) : paths.pagePath(entry.slug);
}

/**
 * Rule slug-unique: no two entries have the same output path. The first entry by source path keeps the path. A lenient
 * build renames the other entries. Other builds leave them out.
 */
export function claimPaths({
  entries,
  site,
  statics,
  lenient,
  nameOf,
  report,
}: {
  entries: readonly (Article | Page)[];
  site: Site;
  statics: ReadonlySet<string>;
  lenient: boolean;
  nameOf: NameOf;
  report: EntryReport;
}): { entries: (Article | Page)[]; claim: AddressClaims['claim'] } {
  const { rivalOf, pageRivalOf, claim, claimPage, claimAlias } = createClaims();
  for (const path of ownPaths) claim(path, theSite);
  for (const path of statics) claim(path, message('theStaticFile', { path }));

  const addressed = entries.flatMap((entry) => {
    const rival = claimEntry(entry);
    if (rival === undefined) return [entry];
    const renamed = lenient ? rename(entry) : undefined;
    const conflict = renamed
      ? message('addressTakenPublishedAt', { address: rival.path, owner: rival.owner, path: pathOf(site, renamed) })
      : message('addressTaken', { address: rival.path, owner: rival.owner });
    report(entry, { rule: 'slug-unique', message: conflict });
    return renamed ?? [];
  });
  /** Claims all addresses of an entry. If one is taken, claims none and returns that one. */
  function claimEntry(entry: Article | Page): { path: string; owner: MessageValue } | undefined {
    const addresses = [{ path: pathOf(site, entry), owner: pageRivalOf(pathOf(site, entry)) }];
    if (entry.layout === 'post') {
      const path = paths.postMdPath(entry.slug);
      addresses.push({ path, owner: rivalOf(path) });
    }
    for (const { path, owner } of addresses) if (owner !== undefined) return { path, owner };
    for (const { path } of addresses) claim(path, nameOf(entry.source));
    return undefined;
  }
  /** Gives an entry the first free name: its folder and its name, or these with a letter at the end. */
  function rename(entry: Article | Page): Article | Page | undefined {
    const folder = entry.source.split('/').at(/\/index\.md$/i.test(entry.source) ? -3 : -2);
    const base = folder === undefined || folder === 'pages' ? entry.slug : `${toAsciiSlug(folder)}-${entry.slug}`;
    const proposals = [base, ...[...'bcdefghijklmnopqrstuvwxyz'].map((letter) => `${base}-${letter}`)];
    return proposals
      .filter((slug) => slug !== entry.slug)
      .map((slug) => withFields(entry, { slug }))
      .find((renamed) => claimEntry(renamed) === undefined);
  }
  const withAliases = addressed.map((entry) => {
    if (entry.layout === 'page') return entry;
    const aliases = entry.aliases.filter((alias, index) => {
      const owner = claimAlias(alias, nameOf(entry.source));
      if (owner === undefined) return true;
      const at = ['aliases', index];
      report(entry, { rule: 'slug-unique', at, message: message('aliasTaken', { alias, owner }) });
      return false;
    });
    return aliases.length === entry.aliases.length ? entry : withFields(entry, { aliases });
  });
  return { entries: withAliases, claim: claimPage };
}

const theSite = message('theSite');

type AddressClaims = {
  /** The owner of a path; undefined if it is free. */
  readonly rivalOf: (path: string) => MessageValue | undefined;
  /** The same for the path of a page. It must not be in a folder of the site's own files either. */
  readonly pageRivalOf: AddressClaims['rivalOf'];
  /** Claims the path of a file for an owner. If it is taken, returns the other owner. */
  readonly claim: (path: string, owner: MessageValue) => MessageValue | undefined;
  /** Claims the path of a page. */
  readonly claimPage: AddressClaims['claim'];
  /**
   * Claims the path of a redirect page. It may differ from other paths only in case, because a build leaves it out if
   * the file system ignores case.
   */
  readonly claimAlias: AddressClaims['claim'];
};

/** Keeps the owners of paths, as written and regardless of case, because some file systems ignore case. */
function createClaims(): AddressClaims {
  const owners = createOwners();
  const ownersIgnoringCase = createOwners();
  const toName = (path: string): string => `/${paths.toFile(path)}`;
  const toKey = (path: string): string => toName(path).toLowerCase();
  const rivalOf: AddressClaims['rivalOf'] = (path) =>
    ownersIgnoringCase.rivalOf(toKey(path)) ?? owners.rivalOf(toName(path));
  const pageRivalOf: AddressClaims['rivalOf'] = (path) => (ownFolders.test(toKey(path)) ? theSite : rivalOf(path));
  const claim: AddressClaims['claim'] = (path, owner) => {
    const rival = rivalOf(path);
    if (rival !== undefined) return rival;
    owners.add(toName(path), owner);
    ownersIgnoringCase.add(toKey(path), owner);
    return undefined;
  };
  return {
    rivalOf,
    pageRivalOf,
    claim,
    claimPage: (path, owner) => pageRivalOf(path) ?? claim(path, owner),
    claimAlias(path, owner) {
      const name = toName(path);
      const rival = ownFolders.test(name) ? theSite : owners.rivalOf(name);
      if (rival === undefined) owners.add(name, owner);
      return rival;
    },
  };
}

/** Keeps the owners of names. A file and a folder cannot have the same name. */
function createOwners() {
  const files = new Map<string, MessageValue>();
  const folders = new Map<string, MessageValue>();
  return {
    rivalOf(name: string): MessageValue | undefined {
      const owners = [name, ...paths.foldersAbove(name)].map((file) => files.get(file));
      return owners.find((owner) => owner !== undefined) ?? folders.get(name);
    },
    add(name: string, owner: MessageValue): void {
      files.set(name, owner);
      for (const folder of paths.foldersAbove(name)) if (!folders.has(folder)) folders.set(folder, owner);
    },
  };
}

/** Paths of files that every site has, except for the files in `ownFolders`. */
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
 * Folders of lists, endpoints and scripts, whose files depend on the articles. No page may have an address in them.
 * `/archives/N/` is allowed: in other blogs it is the address of an article, so it may be an alias.
 */
export const ownFolders = /^\/(?:api|archives\/page|categories|css\/share|js|lib\/katex|login|page|tags)\//;
