// What is read again after a change: the files that were saved, or everything where only that tells what they mean.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '#pdc/site';
import { statOf } from '../../files/tree.ts';
import { read, readAgain } from '../../flow/read.ts';
import type { Edition, ReadOptions } from '../../flow/read.ts';
import { createSources } from '../../incremental/sources.ts';
import type { Settings } from '../../settings/settings.ts';
import { localSite } from './address.ts';

export type Follower = {
  /**
   * Reads what differs from what stands, as far as the paths tell that changed since; everything where they are not known.
   * Drafts are read too: whoever watches writes them. Undefined where the paths are none of the site's.
   */
  readonly read: (
    paths: ReadonlySet<string> | undefined,
    standing: Edition | undefined,
  ) => Promise<Edition | undefined>;
  /** What was read last stands now. */
  readonly settle: () => void;
};

export function createFollower(
  options: Pick<Settings, 'content' | 'statics' | 'baseUrl' | 'lenient' | 'port'> &
    Pick<ReadOptions, 'follow' | 'translate'>,
): Follower {
  const { recall } = createSources();
  let site: Site | undefined;
  /** The files that were saved since what stands was read; undefined where more may differ. */
  let pending: Set<string> | undefined;
  const reading = {
    ...options,
    drafts: true,
    recall,
    localSite(written: Site): Site {
      const now = localSite(written, options);
      // A comment makes no other site: what follows from the old object still holds.
      if (JSON.stringify(now) !== JSON.stringify(site)) site = now;
      return site!;
    },
  };

  return {
    read: (paths, standing) =>
      patiently(async () => {
        const saved = paths && standing && (await savedAmong(paths, standing));
        if (saved?.size === 0 && pending) return undefined;
        pending = saved && pending && new Set([...pending, ...saved]);
        const again = pending && standing && (await readAgain(standing, { ...reading, files: [...pending] }));
        return again ?? read(reading);
      }),
    settle() {
      pending = new Set();
    },
  };

  /** Of changed paths those of articles and pages; undefined where another file of the site is among them. */
  async function savedAmong(paths: ReadonlySet<string>, standing: Edition): Promise<Set<string> | undefined> {
    const saved = new Set<string>();
    for (const file of paths) {
      if (standing.sources.has(file)) {
        if (!(await isWritten(file))) return undefined;
        saved.add(file);
      } else if (concernsSite(file, { content: options.content, standing })) return undefined;
    }
    return saved;
  }
}

/** Some editors write a file anew at its place: for a moment it is gone, or empty. */
async function isWritten(file: string): Promise<boolean> {
  for (const patience of [10, 40, 0]) {
    if ((statOf(file)?.size ?? 0) > 0) return true;
    await sleep(patience);
  }
  return false;
}

/** Whether a path that is no article may have to do with the site: the temporary files of editors have not. */
function concernsSite(changed: string, { content, standing }: { content: string; standing: Edition }): boolean {
  const names = path.relative(content, changed).split(path.sep);
  if (names[0] === '..' || ['_site.yml', '_redirects'].includes(names.join('/'))) return true;
  // Code of `_site.js`, or what it imports.
  if (!names.some((name) => name.startsWith('.')) && /\.(?:[cm]?[jt]s|json)$/.test(changed)) return true;
  if (names.some((name) => /^[._]/.test(name))) return false;
  if (existsSync(changed)) return !changed.endsWith('.md~');
  const isUsed = standing.statics.some((file) => file.source === changed);
  const isFolder = [...standing.sources.keys()].some((file) => file.startsWith(`${changed}${path.sep}`));
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
