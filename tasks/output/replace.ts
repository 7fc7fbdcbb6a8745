// The output folder while it is watched: swapped in whole once, from then on replaced file by file, each atomically.
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
  /** Takes the files and changes nothing; `put` then replaces those that differ. */
  readonly prepare: (deliver: Deliver, options: PrepareOptions) => Promise<{ put: () => Promise<Change> }>;
};

export type PrepareOptions = {
  /** Called with every file and the folder that it will be written to. */
  readonly onFile: (file: Vinyl, folder: string) => void;
  /** Called with every row whose files stay as they are. */
  readonly onKept: (row: Row) => void;
};

/** A file in place: the hash of its bytes, and for a copied one the stamp of its source. */
type Mark = { readonly hash: string; readonly stamp?: string | undefined };
type Marks = Map<string, Mark>;

/** The output folder `dest`. What stands there at first is not ours: it is replaced as a whole. */
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
      const put = async (): Promise<Change> => {
        filled.swapIn();
        inPlace = marks;
        return { written: filled.files, removed: 0 };
      };
      return { put };
    },
  };
}

type DifferenceOptions = PrepareOptions & { readonly dest: string; readonly inPlace: Marks };

async function prepareDifference(
  deliver: Deliver,
  { dest, inPlace, onFile, onKept }: DifferenceOptions,
): Promise<{ put: () => Promise<Change> }> {
  const marks: Marks = new Map();
  const differing: Vinyl[] = [];
  const keep = (row: Row, { files }: Result): void => {
    for (const { path: name } of files) marks.set(name, inPlace.get(name)!);
    onKept(row);
  };
  await deliver((file) => {
    const before = inPlace.get(file.path);
    const mark = markOf(file, before);
    marks.set(file.path, mark);
    onFile(file, dest);
    if (mark.hash !== before?.hash) differing.push(file);
    else inPlace.set(file.path, mark);
  }, keep);
  const gone = [...inPlace.keys()].filter((name) => !marks.has(name));
  const ordered = differing.sort((a, b) => rankOf(a) - rankOf(b));

  const remove = (name: string): void => {
    removeFile(dest, name);
    inPlace.delete(name);
  };
  const put = async (): Promise<Change> => {
    const first = new Set(
      inTheWay(
        gone,
        ordered.map((file) => file.path),
      ),
    );
    first.forEach(remove);
    // Noted one by one: should the disk be full, the next round knows what stands.
    for (const file of ordered) {
      await replaceFile(dest, file);
      inPlace.set(file.path, marks.get(file.path)!);
    }
    gone.filter((name) => !first.has(name)).forEach(remove);
    return { written: ordered.length, removed: gone.length };
  };
  return { put };
}

function markOf(file: Vinyl, before?: Mark): Mark {
  if (file.isBuffer()) return { hash: hashOf(file.contents) };
  const source = file.source as string;
  const stamp = stampOf(source);
  return before && stamp !== undefined && before.stamp === stamp
    ? before
    : { hash: hashOf(readFileSync(source)), stamp };
}

/**
 * The order of writing: listed files before the lists that name them, the manifest before the digests that cover it, and
 * the digests last, because a mirror reads them first (static/pdc-protocol.md section 3).
 */
function rankOf(file: Vinyl): number {
  if (file.path === digestsPath) return 3;
  if (file.path === manifestPath) return 2;
  return (file as Partial<EntryFile>).entry || file.path.startsWith('/api/posts/') || !file.isBuffer() ? 0 : 1;
}

/** The removed files that must go first: a file in a new folder's place, the reverse, and another case of a new name. */
function inTheWay(gone: readonly string[], coming: readonly string[]): string[] {
  const names = new Set(coming.map((name) => name.toLowerCase()));
  const folders = new Set([...names].flatMap(foldersAbove));
  return gone.filter((name) => {
    const key = name.toLowerCase();
    return names.has(key) || folders.has(key) || foldersAbove(key).some((folder) => names.has(folder));
  });
}

/**
 * Whoever reads the file sees the old bytes or the new ones: the rename is one step. A full disk leaves a part of the new
 * file aside, which the next round writes again.
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
      return; // it holds other files
    }
  }
}
