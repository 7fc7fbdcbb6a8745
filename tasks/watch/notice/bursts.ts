// When to look again: every folder is watched, and changes that come together are one burst.
import { existsSync, lstatSync, realpathSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import path from 'node:path';
import { Failure } from '../../settings/failure.ts';
import type { ChangeQueue } from './change-queue.ts';
import { reachOf } from '../../files/reach.ts';
import { statOf, walk } from '../../files/tree.ts';
import { message } from '#pdc/words/message';

export type BurstOptions = {
  readonly trees: readonly string[];
  readonly files: readonly string[];
  /** Where links of the trees may lead besides. */
  readonly follow?: readonly string[];
  readonly changes: ChangeQueue;
  /** Whether some work waits until the watcher is idle. */
  readonly hasPendingWork?: () => boolean;
  /** Ends the bursts. */
  readonly signal: AbortSignal;
};

/** The changed paths; undefined where they are not known. An empty set means that the watcher is idle. */
export type Burst = { readonly paths: ReadonlySet<string> | undefined };

/** Milliseconds without a change after which the watcher is idle, and does the work that waits. */
const idleDelay = 250;

/**
 * Yields at once, then after every burst of changes, and when idle while work is pending. The watchers are in place before
 * a yield: whoever reads after it misses nothing, and later changes are the next burst.
 */
export async function* bursts({
  trees,
  files,
  follow,
  changes,
  hasPendingWork = () => false,
  signal,
}: BurstOptions): AsyncGenerator<Burst, void> {
  const watchers = createWatchers(changes.add, follow);
  try {
    let paths: Burst['paths'];
    while (!signal.aborted) {
      if (paths && watchers.hasFolderChanges(trees, paths)) paths = undefined;
      if (!paths) watchers.follow(trees, files);
      yield { paths };
      paths = await changes.nextBurst(hasPendingWork() ? idleDelay : undefined);
    }
  } finally {
    watchers.close();
  }
}

type Watched = { readonly identity: string; readonly watcher: FSWatcher };

function createWatchers(onChange: ChangeQueue['add'], follow: BurstOptions['follow']) {
  const watched = new Map<string, Watched>();
  /** The folders of which every name is heard. */
  const trees = new Set<string>();
  /** Single files, and what linked files lead to: by folder and name, the paths that change with them. */
  const singles = new Map<string, Map<string, Set<string>>>();

  /** Watches a folder, unless the very same folder is watched already; a new one of the same name is another. */
  function watchFolder(folder: string): void {
    const identity = identityOf(folder);
    const known = watched.get(folder);
    if (known?.identity === identity) return;
    known?.watcher.close();
    watched.delete(folder);
    if (identity === undefined) return;
    const watcher = open(folder, (_event, name) => hear(folder, name));
    // On Windows a watched folder that is deleted is an error of its watcher.
    watcher?.on('error', () => onChange());
    if (watcher) watched.set(folder, { identity, watcher });
  }

  function hear(folder: string, name: string | null): void {
    if (name === null) return onChange();
    if (trees.has(folder)) onChange(path.join(folder, name));
    for (const changed of singles.get(folder)?.get(name) ?? []) onChange(changed);
  }

  function hearTree(folder: string): void {
    trees.add(folder);
    watchFolder(folder);
  }

  /** `changed` is what changes with the file: the file itself, or a link to it. */
  function hearFile(file: string, changed = file): void {
    const [folder, name] = [path.dirname(file), path.basename(file)];
    const names = singles.get(folder) ?? new Map<string, Set<string>>();
    singles.set(folder, names.set(name, (names.get(name) ?? new Set()).add(changed)));
    watchFolder(folder);
  }

  return {
    /** Whether a change may have been one of folders or links, whose ways are to be watched anew. */
    hasFolderChanges(roots: readonly string[], paths: ReadonlySet<string>): boolean {
      return (
        roots.some((root) => identityOf(root) !== watched.get(root)?.identity) ||
        [...paths].some((one) => watched.has(one) || statOf(one)?.isDirectory() || targetOf(one) !== undefined)
      );
    },
    follow(roots: readonly string[], files: readonly string[]): void {
      trees.clear();
      singles.clear();
      const visit = {
        // Watched before it is listed, so that nothing appears unseen between the two.
        folder: hearTree,
        file(file: string): void {
          const target = targetOf(file);
          if (target !== undefined) hearFile(target, file);
        },
      };
      for (const root of roots) {
        if (existsSync(root)) walk(root, visit, reachOf(root, { follow }));
        else hearTree(nearestFolder(root));
      }
      for (const file of files) hearFile(file);
      for (const [folder, { watcher }] of watched) {
        if (trees.has(folder) || singles.has(folder)) continue;
        watcher.close();
        watched.delete(folder);
      }
    },
    close(): void {
      for (const { watcher } of watched.values()) watcher.close();
    },
  };
}

/** What a link leads to; undefined for other files, and for a link that leads nowhere. */
function targetOf(file: string): string | undefined {
  try {
    return lstatSync(file).isSymbolicLink() ? realpathSync(file) : undefined;
  } catch {
    return undefined;
  }
}

/** Numbers of folders are used again, by some file systems at once: their birth tells them apart. */
function identityOf(folder: string): string | undefined {
  const stat = statOf(folder);
  return stat && `${stat.dev} ${stat.ino} ${stat.birthtimeMs}`;
}

/** The folder in which a missing one, or a folder above it, will appear. */
function nearestFolder(missing: string): string {
  const parent = path.dirname(missing);
  return existsSync(parent) || parent === missing ? parent : nearestFolder(parent);
}

function open(folder: string, listener: (event: string, name: string | null) => void): FSWatcher | undefined {
  try {
    return watch(folder, listener);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Gone since it was listed, which its parent's watcher tells; or closed to us, and then nothing of it is read.
    if (code === 'ENOENT' || code === 'EACCES') return undefined;
    if (code !== 'ENOSPC' && code !== 'EMFILE') throw error;
    throw new Failure(message('tooManyFolders', { code, folder }));
  }
}
