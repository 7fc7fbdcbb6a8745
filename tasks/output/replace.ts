// Writes the output folder for a watcher: the first time as a whole, then only changed files, each in one step.
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type Vinyl from 'vinyl';
import { digestsPath, foldersAbove, manifestPath } from '#pdc/site/paths';
import { hashOf } from '../files/hash.ts';
import { stampOf } from '../files/stamp.ts';
import type { Deliver, EntryFile, Result, Row } from '../stages/vinyl.ts';
import { fillBeside } from './output-folder.ts';

export type Change = { readonly written: number; readonly removed: number };

export type WatchedOutput = {
  /** Collects the files without writing them to the folder. `apply` then replaces the files that changed. */
  readonly prepare: (deliver: Deliver, options: PrepareOptions) => Promise<{ apply: () => Promise<Change> }>;
};

export type PrepareOptions = {
  /** Called with every file, and the folder to which it will be written. */
  readonly onFile: (file: Vinyl, folder: string) => void;
  /** Called with every row whose files do not change. */
  readonly onKept: (row: Row) => void;
};

/** An existing file: the hash of its bytes, and the stamp of its source if it is a copy. */
type Mark = { readonly hash: string; readonly stamp?: string | undefined };
type Marks = Map<string, Mark>;

/**
 * Opens the output folder `dest`. The first `apply` replaces the whole folder, because other commands may have written
 * it.
 */
export function createOutput(dest: string): WatchedOutput {
  let inPlace: Marks | undefined;
  return {
    async prepare(deliver, { onFile, onKept }) {
      if (inPlace) return prepareDifference(deliver, { onFile, onKept, dest, inPlace });
      const marks: Marks = new Map();
      const filled = await fillBeside(dest, {
        deliver,
        onFile(_count, file) {
          marks.set(file.path, markOf(file));
          onFile(file, dest);
        },
      });
      const apply = async (): Promise<Change> => {
        filled.swapIn();
        inPlace = marks;
        return { written: filled.files, removed: 0 };
      };
      return { apply };
    },
  };
}

type DifferenceOptions = PrepareOptions & { readonly dest: string; readonly inPlace: Marks };

async function prepareDifference(
  deliver: Deliver,
  { dest, inPlace, onFile, onKept }: DifferenceOptions,
): Promise<{ apply: () => Promise<Change> }> {
  const marks: Marks = new Map();
  const differing: Vinyl[] = [];
  const keep = (row: Row, { files }: Result): void => {
    for (const { path: name } of files) marks.set(name, inPlace.get(name)!);
    onKept(row);
  };
  await deliver((file) => {
    const oldMark = inPlace.get(file.path);
    const mark = markOf(file, oldMark);
    marks.set(file.path, mark);
    onFile(file, dest);
    if (mark.hash !== oldMark?.hash) differing.push(file);
    else inPlace.set(file.path, mark);
  }, keep);
  const gone = [...inPlace.keys()].filter((name) => !marks.has(name));
  const ordered = differing.sort((a, b) => rankOf(a) - rankOf(b));

  const remove = (name: string): void => {
    removeFile(dest, name);
    inPlace.delete(name);
  };
  const apply = async (): Promise<Change> => {
    const first = new Set(
      inTheWay(
        gone,
        ordered.map((file) => file.path),
      ),
    );
    first.forEach(remove);
    // Each file is noted when it is written. So if the disk is full, the next round knows which files are in place.
    for (const file of ordered) {
      await replaceFile(dest, file);
      inPlace.set(file.path, marks.get(file.path)!);
    }
    gone.filter((name) => !first.has(name)).forEach(remove);
    return { written: ordered.length, removed: gone.length };
  };
  return { apply };
}

function markOf(file: Vinyl, oldMark?: Mark): Mark {
  if (file.isBuffer()) return { hash: hashOf(file.contents) };
  const source = file.source as string;
  const stamp = stampOf(source);
  return oldMark && stamp !== undefined && oldMark.stamp === stamp
    ? oldMark
    : { hash: hashOf(readFileSync(source)), stamp };
}

/**
 * The order in which files are written: listed files before the lists that name them, the manifest before the digests
 * that include it, and the digests last, because a mirror reads them first (static/pdc-protocol.md section 3).
 */
function rankOf(file: Vinyl): number {
  if (file.path === digestsPath) return 3;
  if (file.path === manifestPath) return 2;
  return (file as Partial<EntryFile>).entry || file.path.startsWith('/api/posts/') || !file.isBuffer() ? 0 : 1;
}

/**
 * The files that must be removed first: files where a folder is needed, files in a folder where a file is needed, and
 * files whose name differs from a new name only in case.
 */
function inTheWay(gone: readonly string[], coming: readonly string[]): string[] {
  const names = new Set(coming.map((name) => name.toLowerCase()));
  const folders = new Set([...names].flatMap(foldersAbove));
  return gone.filter((name) => {
    const key = name.toLowerCase();
    return names.has(key) || folders.has(key) || foldersAbove(key).some((folder) => names.has(folder));
  });
}

/**
 * Replaces a file by a rename, so that readers get either the old bytes or the new ones. If the disk is full, a part of
 * the new file remains beside the old one, and the next round writes the new file again.
 */
async function replaceFile(dest: string, file: Vinyl): Promise<void> {
  const target = path.join(dest, file.path);
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.new`);
  mkdirSync(path.dirname(target), { recursive: true });
  if (file.isBuffer()) await writeFile(temporary, file.contents);
  else copyFileSync(file.source as string, temporary);
  renameSync(temporary, target);
}

/** Removes a file, and the folders that are empty without it. */
function removeFile(dest: string, name: string): void {
  rmSync(path.join(dest, name), { force: true });
  for (const folder of foldersAbove(name).reverse()) {
    try {
      rmdirSync(path.join(dest, folder));
    } catch {
      return; // it contains other files
    }
  }
}
