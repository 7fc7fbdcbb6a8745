// Reads the site again after a change: only the saved files, or everything if the change affects more.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isError, stops } from '#pdc/words/defect';
import { friendsFile } from '#pdc/site/friends';
import { redirectsFile } from '#pdc/library/redirects-file';
import { basePath } from '#pdc/site/paths';
import { withUrl } from '#pdc/site/site';
import type { Site } from '#pdc/site/site';
import { statOf } from '../../files/tree.ts';
import { readEdition } from '../../flow/read-edition.ts';
import { rereadEdition } from '../../flow/reread-edition.ts';
import type { Edition, ReadOptions } from '../../flow/edition.ts';
import { createParsedFileCache } from '../../incremental/parsed-file-cache.ts';
import { Failure } from '../../settings/failure.ts';
import { nameOf } from '../../settings/settings.ts';
import type { Settings } from '../../settings/settings.ts';

export type Follower = {
  /**
   * Reads the changed paths, or everything if they are unknown, and returns the new edition. Includes drafts, because
   * authors look at them while they write. Returns undefined if no path belongs to the site.
   */
  readonly read: (
    paths: ReadonlySet<string> | undefined,
    published: Edition | undefined,
  ) => Promise<Edition | undefined>;
  /**
   * Returns an edition without errors: an article with an error keeps its published version or is left out. Returns
   * undefined if other files have errors, or if no article is left.
   */
  readonly readRest: (edition: Edition, published: Edition | undefined) => Promise<Edition | undefined>;
  /** Call it when the last edition is published. */
  readonly commit: () => void;
};

export function createFollower(
  options: Pick<Settings, 'content' | 'statics' | 'baseUrl' | 'lenient' | 'port'> &
    Pick<ReadOptions, 'follow' | 'translate'>,
): Follower {
  const { parseCache } = createParsedFileCache();
  let site: Site | undefined;
  /** The files saved since the published edition was read; undefined if other files may differ too. */
  let pending: Set<string> | undefined;
  const readOptions = {
    ...options,
    drafts: true,
    parseCache,
    localSite(configuredSite: Site): Site {
      // Absolute links must work locally, so the site has the address of the watcher and the base path of `_site.yml`.
      const localUrl = options.baseUrl ?? `http://localhost:${options.port}${basePath(configuredSite)}`;
      const servedSite = withUrl(configuredSite, localUrl);
      // The old object is kept if the settings are equal, for example after a changed comment: caches compare objects
      // by identity.
      if (!site || JSON.stringify(servedSite) !== JSON.stringify(site)) site = servedSite;
      return site;
    },
  };

  return {
    read: (paths, published) =>
      withRetries(async () => {
        const saved = paths && published && (await savedAmong(paths, published));
        if (saved?.size === 0 && pending) return undefined;
        pending = saved && pending && new Set([...pending, ...saved]);
        if (!pending || !published) return readEdition(readOptions);
        const files = [...pending];
        const reread = files.every((file) => published.sources.has(file) && existsSync(file))
          ? await rereadEdition(published, { ...readOptions, files })
          : undefined;
        return reread ?? readEdition({ ...readOptions, previous: { edition: published, changedFiles: pending } });
      }),
    async readRest(edition, published) {
      const names = new Set(edition.defects.filter(isError).map(({ file }) => file));
      const broken = [...edition.sources.keys()].filter((file) => names.has(nameOf(file)));
      if (broken.length < names.size) return undefined;
      const asPublished = new Map(broken.map((file) => [file, published?.sources.get(file)]));
      const withoutBroken = new Map(broken.map((file) => [file, undefined]));
      return (await readWith(asPublished, edition)) ?? (await readWith(withoutBroken, edition));
    },
    commit() {
      pending = new Set();
    },
  };

  async function readWith(
    replacements: NonNullable<ReadOptions['replacements']>,
    { articlesFound }: Edition,
  ): Promise<Edition | undefined> {
    try {
      const edition = await withRetries(() => readEdition({ ...readOptions, replacements }));
      return stops(edition.defects, options) ? undefined : { ...edition, articlesFound };
    } catch (error) {
      // No article is left.
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }

  /** The articles and pages among changed paths, with new and removed ones; undefined if another file changed. */
  async function savedAmong(paths: ReadonlySet<string>, published: Edition): Promise<Set<string> | undefined> {
    const saved = new Set<string>();
    for (const file of paths) {
      if (published.sources.has(file)) {
        await untilWritten(file);
        saved.add(file);
      } else if (concernsSite(file, { content: options.content, published })) {
        if (!isArticle(path.relative(options.content, file))) return undefined;
        saved.add(file);
      }
    }
    return saved;
  }
}

/** Whether a path below the content folder belongs to an article or a page. */
const isArticle = (name: string): boolean => name.endsWith('.md') && !name.startsWith('..');

/** Waits until a file exists and is not empty, because some editors remove or empty a file before they write it. */
async function untilWritten(file: string): Promise<void> {
  for (const timeoutMs of [10, 40, 0]) {
    if ((statOf(file)?.size ?? 0) > 0) return;
    await sleep(timeoutMs);
  }
}

/** Whether a path that is not an article may belong to the site. The temporary files of editors do not. */
function concernsSite(changed: string, { content, published }: { content: string; published: Edition }): boolean {
  const names = path.relative(content, changed).split(path.sep);
  if (names[0] === '..' || ['_site.yml', redirectsFile, friendsFile].includes(names.join('/'))) return true;
  // `_site.js` and the files that it imports.
  if (!names.some((name) => name.startsWith('.')) && /\.(?:[cm]?[jt]s|json)$/.test(changed)) return true;
  if (names.some((name) => /^[._]/.test(name))) return false;
  if (existsSync(changed)) return !changed.endsWith('.md~');
  const isUsed = published.statics.some((file) => file.source === changed);
  const isFolder = [...published.sources.keys()].some((file) => file.startsWith(`${changed}${path.sep}`));
  return isUsed || isFolder || /\.m[a-z]+$/i.test(changed);
}

/** Tries again if a file is missing. While an editor saves a file, it may disappear between listing and reading. */
async function withRetries<T>(work: () => Promise<T>, attempts = 3): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempts <= 1) throw error;
    await sleep(20);
    return withRetries(work, attempts - 1);
  }
}
