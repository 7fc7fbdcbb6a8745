// Watches all folders of the site, and yields changes that come together as one burst.
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
  /** More folders to which links in the trees may lead. */
  readonly follow?: readonly string[];
  readonly changes: ChangeQueue;
  /** Whether some work waits until the watcher is idle. */
  readonly hasPendingWork?: () => boolean;
  /** Ends the bursts. */
  readonly signal: AbortSignal;
};

/** The changed paths; undefined if they are unknown. An empty set means that the watcher is idle. */
export type Burst = { readonly paths: ReadonlySet<string> | undefined };

/** Milliseconds without a change after which the watcher is idle and does postponed work. */
const idleDelay = 250;

/**
 * Yields at once, then after every burst of changes, and when idle if work is pending. All folders are watched before
 * each yield, so a change that happens while the caller reads files is in the next burst.
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
  /** The folders in which every file is watched. */
  const trees = new Set<string>();
  /** The paths that change with a single file or with the target of a link, by the folder and the name of that file. */
  const singles = new Map<string, Map<string, Set<string>>>();

  /** Watches a folder unless it is already watched. A new folder with the same name counts as another folder. */
  function watchFolder(folder: string): void {
    const identity = identityOf(folder);
    const current = watched.get(folder);
    if (current?.identity === identity) return;
    current?.watcher.close();
    watched.delete(folder);
    if (identity === undefined) return;
    const watcher = open(folder, (_event, name) => hear(folder, name));
    // On Windows, deleting a watched folder is an error of its watcher.
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

  /** `changed` is the path that changes with the file: the file itself or a link to it. */
  function hearFile(file: string, changed = file): void {
    const [folder, name] = [path.dirname(file), path.basename(file)];
    const names = singles.get(folder) ?? new Map<string, Set<string>>();
    singles.set(folder, names.set(name, (names.get(name) ?? new Set()).add(changed)));
    watchFolder(folder);
  }

  return {
    /** Whether folders or links may have changed, so that other folders must be watched. */
    hasFolderChanges(roots: readonly string[], paths: ReadonlySet<string>): boolean {
      return (
        roots.some((root) => identityOf(root) !== watched.get(root)?.identity) ||
        [...paths].some((file) => watched.has(file) || statOf(file)?.isDirectory() || targetOf(file) !== undefined)
      );
    },
    follow(roots: readonly string[], files: readonly string[]): void {
      trees.clear();
      singles.clear();
      const visit = {
        // A folder is watched before it is listed, so that no new file is missed.
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

/** The target of a link; undefined for other files and for broken links. */
function targetOf(file: string): string | undefined {
  try {
    return lstatSync(file).isSymbolicLink() ? realpathSync(file) : undefined;
  } catch {
    return undefined;
  }
}

/** Identifies a folder. Includes its birth time, because file systems use the numbers of deleted folders again. */
function identityOf(folder: string): string | undefined {
  const stat = statOf(folder);
  return stat && `${stat.dev} ${stat.ino} ${stat.birthtimeMs}`;
}

/** The existing folder in which a missing folder, or a folder above it, will be created. */
function nearestFolder(missing: string): string {
  const parent = path.dirname(missing);
  return existsSync(parent) || parent === missing ? parent : nearestFolder(parent);
}

function open(folder: string, listener: (event: string, name: string | null) => void): FSWatcher | undefined {
  try {
    return watch(folder, listener);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The folder was removed, which its parent's watcher reports; or we may not read it.
    if (code === 'ENOENT' || code === 'EACCES') return undefined;
    if (code !== 'ENOSPC' && code !== 'EMFILE') throw error;
    throw new Failure(message('tooManyFolders', { code, folder }));
  }
}
