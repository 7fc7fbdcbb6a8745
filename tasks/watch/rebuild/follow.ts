// Reads again after a change: the saved files alone, or everything where they affect more than themselves.
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
import { read, readAgain } from '../../flow/read.ts';
import type { Edition, ReadOptions } from '../../flow/read.ts';
import { createSourceCache } from '../../incremental/sources.ts';
import { Failure } from '../../settings/failure.ts';
import { nameOf } from '../../settings/settings.ts';
import type { Settings } from '../../settings/settings.ts';

export type Follower = {
  /**
   * Reads the changed paths, or everything where they are not known, and gives the edition after the published one. Drafts
   * are read too, because whoever watches writes them. Undefined where no path belongs to the site.
   */
  readonly read: (
    paths: ReadonlySet<string> | undefined,
    published: Edition | undefined,
  ) => Promise<Edition | undefined>;
  /**
   * Gives an edition without its errors: an article that has one is as it was published, or left out. Undefined where
   * something else has errors, or nothing is left.
   */
  readonly readRest: (edition: Edition, published: Edition | undefined) => Promise<Edition | undefined>;
  /** To be called when the edition that was read last is published. */
  readonly commit: () => void;
};

export function createFollower(
  options: Pick<Settings, 'content' | 'statics' | 'baseUrl' | 'lenient' | 'port'> &
    Pick<ReadOptions, 'follow' | 'translate'>,
): Follower {
  const { recall } = createSourceCache();
  let site: Site | undefined;
  /** The files saved since the published edition was read; undefined where others may differ too. */
  let pending: Set<string> | undefined;
  const readOptions = {
    ...options,
    drafts: true,
    recall,
    localSite(written: Site): Site {
      // Absolute links work here: the site has this machine's address, and the path that `_site.yml` gives.
      const now = withUrl(written, options.baseUrl ?? `http://localhost:${options.port}${basePath(written)}`);
      // A changed comment leaves the site equal: the old object is kept, so that caches by object stay valid.
      if (JSON.stringify(now) !== JSON.stringify(site)) site = now;
      return site!;
    },
  };

  return {
    read: (paths, published) =>
      patiently(async () => {
        const saved = paths && published && (await savedAmong(paths, published));
        if (saved?.size === 0 && pending) return undefined;
        pending = saved && pending && new Set([...pending, ...saved]);
        if (!pending || !published) return read(readOptions);
        const files = [...pending];
        const again = files.every((file) => published.sources.has(file) && existsSync(file))
          ? await readAgain(published, { ...readOptions, files })
          : undefined;
        return again ?? read({ ...readOptions, since: { edition: published, changed: pending } });
      }),
    async readRest(edition, published) {
      const names = new Set(edition.defects.filter(isError).map(({ file }) => file));
      const broken = [...edition.sources.keys()].filter((file) => names.has(nameOf(file)));
      if (broken.length < names.size) return undefined;
      const asPublished = new Map(broken.map((file) => [file, published?.sources.get(file)]));
      const without = new Map(broken.map((file) => [file, undefined]));
      return (await readInstead(asPublished, edition)) ?? (await readInstead(without, edition));
    },
    commit() {
      pending = new Set();
    },
  };

  async function readInstead(
    instead: NonNullable<ReadOptions['instead']>,
    { found }: Edition,
  ): Promise<Edition | undefined> {
    try {
      const rest = await patiently(() => read({ ...readOptions, instead }));
      return stops(rest.defects, options) ? undefined : { ...rest, found };
    } catch (error) {
      // No article is left.
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }

  /** The articles and pages among changed paths, new and removed ones too; undefined where another file of the site is among them. */
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

/** Whether a path below the content folder is that of an article or a page. */
const isArticle = (name: string): boolean => name.endsWith('.md') && !name.startsWith('..');

/** Some editors write a file anew at its place: for a moment it is gone, or empty. Waits that long. */
async function untilWritten(file: string): Promise<void> {
  for (const patience of [10, 40, 0]) {
    if ((statOf(file)?.size ?? 0) > 0) return;
    await sleep(patience);
  }
}

/** Whether a path that is no article may have to do with the site: the temporary files of editors have not. */
function concernsSite(changed: string, { content, published }: { content: string; published: Edition }): boolean {
  const names = path.relative(content, changed).split(path.sep);
  if (names[0] === '..' || ['_site.yml', redirectsFile, friendsFile].includes(names.join('/'))) return true;
  // Code of `_site.js`, or what it imports.
  if (!names.some((name) => name.startsWith('.')) && /\.(?:[cm]?[jt]s|json)$/.test(changed)) return true;
  if (names.some((name) => /^[._]/.test(name))) return false;
  if (existsSync(changed)) return !changed.endsWith('.md~');
  const isUsed = published.statics.some((file) => file.source === changed);
  const isFolder = [...published.sources.keys()].some((file) => file.startsWith(`${changed}${path.sep}`));
  return isUsed || isFolder || /\.m[a-z]+$/i.test(changed);
}

/** A file may vanish between listing and reading, as editors save. Then what is there now is read. */
async function patiently<T>(work: () => Promise<T>, attempts = 3): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempts <= 1) throw error;
    await sleep(20);
    return patiently(work, attempts - 1);
  }
}
