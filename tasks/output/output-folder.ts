// The output folder: filled beside the old one and swapped in whole, so that a kill leaves a complete site, old or new.
import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type Vinyl from 'vinyl';
import { digestsPath, indexJsonPath, manifestPath } from '#pdc/site/paths';
import { Failure } from '../settings/failure.ts';
import { nameOf, root } from '../settings/settings.ts';
import type { Settings } from '../settings/settings.ts';
import { timed } from '../stages/timing.ts';
import type { Deliver, Result, Row } from '../stages/vinyl.ts';
import { message } from '#pdc/words/message';

const previous = (dest: string): string => `${dest}.previous`;
const next = (dest: string): string => `${dest}.next`;
const lock = (dest: string): string => `${dest}.lock`;

/**
 * Holds the output folder for one process while `work` runs, after putting back what a killed command left behind.
 * Throws a Failure when another process holds it, or when the folder is not ours to replace.
 */
export async function holdOutput<T>(
  { dest, content, statics }: Pick<Settings, 'dest' | 'content' | 'statics'>,
  work: () => Promise<T>,
): Promise<T> {
  refuseForeign(dest, [content, statics]);
  mkdirSync(path.dirname(dest), { recursive: true });
  takeLock(dest);
  try {
    recover(dest);
    return await work();
  } finally {
    rmSync(next(dest), { recursive: true, force: true });
    rmSync(lock(dest), { force: true });
  }
}

/** Puts back the old site if a command was killed between the two renames, and clears what it left half done. */
function recover(dest: string): void {
  if (!existsSync(dest) && existsSync(previous(dest))) {
    if (!isBuilt(previous(dest))) {
      throw new Failure(message('previousNotOurs', { folder: nameOf(previous(dest)) }));
    }
    renameSync(previous(dest), dest);
  }
  rmSync(previous(dest), { recursive: true, force: true });
  rmSync(next(dest), { recursive: true, force: true });
}

export type Filled = {
  readonly files: number;
  readonly bytes: number;
  /** Puts the new site in the place of the old one by two renames. */
  readonly swapIn: () => void;
};

export type FillOptions = {
  readonly deliver: Deliver;
  /** Called with every file, and the folder that it was written to. */
  readonly onFile: (count: number, file: Vinyl, folder: string) => void;
  /** Called with every row that keeps its files, and the folder that has them too now. */
  readonly onKept?: (row: Row, folder: string) => void;
};

/** Fills a fresh folder beside `dest`, which stays as it is. */
export async function fillBeside(dest: string, { deliver, onFile, onKept = () => {} }: FillOptions): Promise<Filled> {
  const folder = next(dest);
  // A watcher may have filled one that was never swapped in.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const { write, link } = createWriter(folder);
  let count = 0;
  let bytes = 0;
  await deliver((file) => {
    bytes += write(file);
    count += 1;
    onFile(count, file, folder);
  }, keep);
  function keep(row: Row, { files }: Result): void {
    for (const file of files) bytes += link(path.join(dest, file.path), file.path);
    count += files.length;
    onKept(row, folder);
  }
  const swapIn = (): void => {
    if (existsSync(dest)) renameSync(dest, previous(dest));
    renameSync(folder, dest);
    rmSync(previous(dest), { recursive: true, force: true });
  };
  return { files: count, bytes, swapIn };
}

/** Removes the output and whatever stands beside it. */
export function removeOutput(dest: string): void {
  for (const folder of [dest, next(dest), previous(dest)]) rmSync(folder, { recursive: true, force: true });
}

/**
 * Writes files below a folder, or gives them a second name there, and returns the bytes of each. Synchronous calls cost half of
 * what promises do for many small files.
 */
function createWriter(folder: string): {
  readonly write: (file: Vinyl) => number;
  readonly link: (source: string, sitePath: string) => number;
} {
  const folders = new Set<string>();
  const targetOf = (sitePath: string): string => {
    const target = path.join(folder, sitePath);
    const parent = path.dirname(target);
    if (!folders.has(parent)) {
      mkdirSync(parent, { recursive: true });
      folders.add(parent);
    }
    return target;
  };
  return {
    write: timed('write', (file: Vinyl) => {
      const target = targetOf(file.path);
      if (file.isBuffer()) {
        writeFileSync(target, file.contents);
        return file.contents.length;
      }
      copyFileSync(file.source as string, target);
      return statSync(target).size;
    }),
    link: timed('link', (source: string, sitePath: string) => {
      const target = targetOf(sitePath);
      linkOrCopy(source, target);
      return statSync(target).size;
    }),
  };
}

/** A second name costs far less than a copy, but not every file system has them. */
function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

/** A folder that is replaced whole must not hold anything that no build made. */
function refuseForeign(dest: string, keep: readonly string[]): void {
  const real = realOf(dest);
  const holds = [root, ...keep]
    .map(realOf)
    .find((folder) => folder === real || folder.startsWith(`${real}${path.sep}`));
  if (holds !== undefined) {
    throw new Failure(message('outputHoldsSources', { folder: nameOf(dest), sources: nameOf(holds) }));
  }
  const inside = keep.map(realOf).find((folder) => real.startsWith(`${folder}${path.sep}`));
  if (inside !== undefined) {
    throw new Failure(message('outputWithinSources', { folder: nameOf(dest), sources: nameOf(inside) }));
  }
  const stat = statSync(dest, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) throw new Failure(message('outputIsFile', { file: nameOf(dest) }));
  const names = readdirSync(dest);
  if (names.includes('.git') || (names.length > 0 && !isBuilt(dest))) {
    throw new Failure(message('outputNotOurs', { folder: nameOf(dest) }));
  }
}

/** Files that every build writes and hardly any other program does. One of them may have been removed. */
const marks = [digestsPath, manifestPath, indexJsonPath];
const isBuilt = (folder: string): boolean => marks.some((mark) => existsSync(path.join(folder, mark)));

/** Also of a folder that is not there yet: a link above it may lead into the sources. */
function realOf(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : path.join(realOf(path.dirname(folder)), path.basename(folder));
}

function takeLock(dest: string): void {
  const file = lock(dest);
  for (const isLast of [false, true]) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readHolder(file);
    if (isLast || isAlive(holder)) {
      throw new Failure(message('outputLocked', { process: holder, folder: nameOf(dest), lock: nameOf(file) }));
    }
    rmSync(file, { force: true });
  }
}

/** The process that holds a lock; 0 when it was killed before it wrote its number. */
function readHolder(file: string): number {
  for (let patience = 5; patience > 0; patience -= 1) {
    // It may also be given back this moment.
    if (!existsSync(file)) return 0;
    const holder = Number(readFileSync(file, 'utf8'));
    if (holder > 0) return holder;
    // Whoever has just made the file may be about to write it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
  return 0;
}

function isAlive(pid: number): boolean {
  // Number 0 would ask after our own process group.
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
