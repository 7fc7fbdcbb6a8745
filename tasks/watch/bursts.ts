// When to look again: every folder is watched, and changes that come together are one burst.
import { existsSync, statSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure.ts';
import { walk } from './tree.ts';

export type BurstOptions = {
  readonly trees: readonly string[];
  readonly files: readonly string[];
  /** Ends the bursts. */
  readonly signal: AbortSignal;
};

/**
 * Yields at once, and then after every burst of changes. Whoever reads after a yield misses nothing: the watchers are
 * in place by then, and what changes from there on is the next burst.
 */
export async function* bursts({ trees, files, signal }: BurstOptions): AsyncGenerator<void, void> {
  const bell = createBell(signal);
  const watchers = createWatchers(bell.ring);
  try {
    while (!signal.aborted) {
      watchers.follow(trees, files);
      yield;
      await bell.quietAfterRing();
    }
  } finally {
    watchers.close();
  }
}

/** Milliseconds without a change that end a burst. Writing a file is two changes: it is emptied, then filled. */
const quiet = 10;

function createBell(signal: AbortSignal) {
  let rang = false;
  let wake = (): void => {};
  signal.addEventListener('abort', () => wake());
  return {
    ring: (): void => {
      rang = true;
      wake();
    },
    async quietAfterRing(): Promise<void> {
      if (!rang && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      while (rang && !signal.aborted) {
        rang = false;
        await sleep(quiet);
      }
    },
  };
}

type Watched = { readonly identity: string; readonly watcher: FSWatcher };

function createWatchers(ring: () => void) {
  const watched = new Map<string, Watched>();

  /** Watches a folder, unless the very same folder is watched already; a new one of the same name is another. */
  function attend(folder: string, hears: (name: string | null) => boolean): void {
    const identity = identityOf(folder);
    const known = watched.get(folder);
    if (known?.identity === identity) return;
    known?.watcher.close();
    watched.delete(folder);
    if (identity === undefined) return;
    const watcher = open(folder, (_event, name) => hears(name) && ring());
    // On Windows a watched folder that is deleted is an error of its watcher.
    watcher?.on('error', ring);
    if (watcher) watched.set(folder, { identity, watcher });
  }

  return {
    follow(trees: readonly string[], files: readonly string[]): void {
      const present = new Set<string>();
      const enter = (folder: string, hears: (name: string | null) => boolean): void => {
        present.add(folder);
        attend(folder, hears);
      };
      for (const tree of trees) {
        // Watched before it is listed, so that nothing appears unseen between the two.
        if (existsSync(tree)) walk(tree, { folder: (folder) => enter(folder, () => true) });
        else enter(nearest(tree), () => true);
      }
      for (const file of files) enter(path.dirname(file), (name) => name === null || name === path.basename(file));
      for (const [folder, { watcher }] of watched) {
        if (present.has(folder)) continue;
        watcher.close();
        watched.delete(folder);
      }
    },
    close(): void {
      for (const { watcher } of watched.values()) watcher.close();
    },
  };
}

/** Numbers of folders are used again, by some file systems at once: their birth tells them apart. */
function identityOf(folder: string): string | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat && `${stat.dev} ${stat.ino} ${stat.birthtimeMs}`;
}

/** The folder in which a missing one, or a folder above it, will appear. */
function nearest(missing: string): string {
  const parent = path.dirname(missing);
  return existsSync(parent) || parent === missing ? parent : nearest(parent);
}

function open(folder: string, listener: (event: string, name: string | null) => void): FSWatcher | undefined {
  try {
    return watch(folder, listener);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Gone since it was listed, which its parent's watcher tells; or closed to us, and then nothing of it is read.
    if (code === 'ENOENT' || code === 'EACCES') return undefined;
    if (code !== 'ENOSPC' && code !== 'EMFILE') throw error;
    throw new Failure(
      `the system watches no more folders (${code} at ${folder}): raise its limit, on Linux fs.inotify.max_user_watches and max_user_instances`,
    );
  }
}
