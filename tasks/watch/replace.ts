// The output folder while it is watched: swapped in whole once, from then on replaced file by file, each atomically.
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Vinyl from 'vinyl';
import type { Library } from '#pdc/library';
import { pathOf } from '#pdc/library';
import { digestsPath, foldersAbove, manifestPath } from '#pdc/paths';
import { fileOf } from '../human.ts';
import { fillBeside } from '../output.ts';
import type { Publication } from '../publish.ts';
import type { KeptFile } from '../stages/vinyl.ts';
import type { Breath } from './breath.ts';
import { hashOf } from './hash.ts';
import { stampOf } from './stamp.ts';

export type Change = { readonly written: number; readonly removed: number };

export type PrepareOptions = {
  readonly library: Library;
  readonly breath: Breath;
  readonly onFile: () => void;
};

export type Output = {
  /** Reads a publication to its end and touches nothing that stands; `put` then puts in place what differs. */
  readonly prepare: (publication: Publication, options: PrepareOptions) => Promise<Difference>;
  /** Whether other bytes than these stand. */
  readonly differs: (file: Vinyl.BufferFile) => boolean;
  /** What stands at a path. */
  readonly read: (path: string) => Buffer;
  /** Puts files in place, in their order. */
  readonly place: (files: readonly Vinyl.BufferFile[]) => Change;
};

export type Difference = {
  readonly put: () => Change;
  /** Every file of the publication, without its bytes. */
  readonly outlines: readonly Vinyl[];
};

/** What is known of a file in place: the hash of its bytes, and of a copied one the stamp of its source. */
type Mark = { readonly hash: string; readonly stamp?: string | undefined };
type Marks = Map<string, Mark>;

/** The output folder `dest`. What stands there at first is not ours: it is replaced as a whole. */
export function createOutput(dest: string): Output {
  let inPlace: Marks | undefined;
  return {
    async prepare(publication, options) {
      const outlines: Vinyl[] = [];
      const outlined = { ...publication, files: outline(publication.files, outlines) };
      if (inPlace) return { ...(await prepareDifference(outlined, { ...options, dest, inPlace })), outlines };
      const marks: Marks = new Map();
      const files = mark(outlined.files, { marks, inPlace: new Map(), breath: options.breath });
      const filled = await fillBeside(dest, { files, onFile: options.onFile });
      const put = (): Change => {
        filled.swapIn();
        inPlace = marks;
        return { written: filled.files, removed: 0 };
      };
      return { put, outlines };
    },
    differs: (file) => inPlace?.get(file.path)?.hash !== hashOf(file.contents),
    read: (name) => readFileSync(path.join(dest, name)),
    place(files) {
      for (const file of files) {
        replaceFile(dest, file);
        inPlace?.set(file.path, { hash: hashOf(file.contents) });
      }
      return { written: files.length, removed: 0 };
    },
  };
}

type DifferenceOptions = PrepareOptions & { readonly dest: string; readonly inPlace: Marks };

async function prepareDifference(
  publication: Publication,
  { library, breath, dest, inPlace }: DifferenceOptions,
): Promise<{ put: () => Change }> {
  const marks: Marks = new Map();
  const differing: Vinyl[] = [];
  for await (const file of mark(publication.files, { marks, inPlace, breath })) {
    if (marks.get(file.path)!.hash !== inPlace.get(file.path)?.hash) differing.push(file);
    else inPlace.set(file.path, marks.get(file.path)!);
  }
  const gone = [...inPlace.keys()].filter((name) => !publication.emitted.has(name));
  const rankOf = createRank(library);
  const ordered = differing.sort((a, b) => rankOf(a) - rankOf(b));

  const remove = (name: string): void => {
    removeFile(dest, name);
    inPlace.delete(name);
  };
  const put = (): Change => {
    const first = new Set(
      inTheWay(
        gone,
        ordered.map((file) => file.path),
      ),
    );
    first.forEach(remove);
    // Noted one by one: should the disk be full, the next round knows what stands.
    for (const file of ordered) {
      replaceFile(dest, file);
      inPlace.set(file.path, marks.get(file.path)!);
    }
    gone.filter((name) => !first.has(name)).forEach(remove);
    return { written: ordered.length, removed: gone.length };
  };
  return { put };
}

async function* outline(files: AsyncIterable<Vinyl>, outlines: Vinyl[]): AsyncGenerator<Vinyl> {
  for await (const file of files) {
    const { group, digest } = file as KeptFile;
    outlines.push(
      new Vinyl({ cwd: '/', base: '/', path: file.path, ...(group && { group }), ...(digest && { digest }) }),
    );
    yield file;
  }
}

type MarkOptions = { readonly marks: Marks; readonly inPlace: Marks; readonly breath: Breath };

/** Notes the mark of every file on its way. */
async function* mark(files: AsyncIterable<Vinyl>, { marks, inPlace, breath }: MarkOptions): AsyncGenerator<Vinyl> {
  for await (const file of files) {
    await breath();
    marks.set(file.path, markOf(file, inPlace.get(file.path)));
    yield file;
  }
}

function markOf(file: Vinyl, before: Mark | undefined): Mark {
  if ((file as KeptFile).standing && before) return before;
  if (file.isBuffer()) return { hash: hashOf(file.contents) };
  const source = file.source as string;
  const stamp = stampOf(source);
  return before && stamp !== undefined && before.stamp === stamp
    ? before
    : { hash: hashOf(readFileSync(source)), stamp };
}

/**
 * The order of writing (contract section 3): what lists name stands before the lists, the manifest before the digests
 * that cover it, and these come last, because a mirror reads them first.
 */
function createRank({ site, articles, pages }: Library): (file: Vinyl) => number {
  const texts = new Set([...articles, ...pages].map((entry) => fileOf(pathOf(site, entry))));
  return (file) => {
    if (file.path === digestsPath) return 3;
    if (file.path === manifestPath) return 2;
    return texts.has(file.path) || file.path.startsWith('/api/posts/') || !file.isBuffer() ? 0 : 1;
  };
}

/** Of the files that go, those that must go first: a file where a folder comes, the reverse, another case of one name. */
function inTheWay(gone: readonly string[], coming: readonly string[]): string[] {
  const names = new Set(coming.map((name) => name.toLowerCase()));
  const folders = new Set([...names].flatMap(foldersAbove));
  return gone.filter((name) => {
    const key = name.toLowerCase();
    return names.has(key) || folders.has(key) || foldersAbove(key).some((folder) => names.has(folder));
  });
}

/** Whoever reads the file sees the old bytes or the new ones: the rename is one step. */
function replaceFile(dest: string, file: Vinyl): void {
  const target = path.join(dest, file.path);
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.new`);
  mkdirSync(path.dirname(target), { recursive: true });
  try {
    if (file.isBuffer()) writeFileSync(temporary, file.contents);
    else copyFileSync(file.source as string, temporary);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
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
