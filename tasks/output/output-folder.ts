// Fills a new output folder beside the old one and swaps them. If the process is killed, a complete site remains: the
// old or the new one.
import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type Vinyl from 'vinyl';
import { digestsPath, indexJsonPath, manifestPath } from '#pdc/site/paths';
import { realOf } from '../files/tree.ts';
import { Failure } from '../settings/failure.ts';
import { nameOf, root } from '../settings/settings.ts';
import type { Settings } from '../settings/settings.ts';
import { timed } from '../stages/timing.ts';
import type { Deliver, Result, Row } from '../stages/vinyl.ts';
import { message } from '#pdc/words/message';

const previousOf = (dest: string): string => `${dest}.previous`;
const nextOf = (dest: string): string => `${dest}.next`;
const lockOf = (dest: string): string => `${dest}.lock`;

/**
 * Locks the output folder while `work` runs. Before `work`, repairs the folder if an earlier command was killed. Throws
 * a Failure if another process has the lock, or if we must not replace the folder.
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
    rmSync(nextOf(dest), { recursive: true, force: true });
    rmSync(lockOf(dest), { force: true });
  }
}

/** Restores the old site if a command was killed between the two renames, and removes unfinished folders. */
function recover(dest: string): void {
  const previous = previousOf(dest);
  if (existsSync(previous)) {
    if (isForeign(previous)) throw new Failure(message('previousNotOurs', { folder: nameOf(previous) }));
    if (!existsSync(dest)) renameSync(previous, dest);
  }
  removePrevious(dest);
}

/**
 * Removes the previous site and an unfinished folder. The previous site is renamed first: a command that is killed
 * while it removes files must not leave a folder that looks like one of the user.
 */
function removePrevious(dest: string): void {
  rmSync(nextOf(dest), { recursive: true, force: true });
  if (existsSync(previousOf(dest))) renameSync(previousOf(dest), nextOf(dest));
  rmSync(nextOf(dest), { recursive: true, force: true });
}

export type Filled = {
  readonly files: number;
  readonly bytes: number;
  /** Replaces the old site by the new one with two renames. */
  readonly swapIn: () => void;
};

export type FillOptions = {
  readonly deliver: Deliver;
  /** Called with every file, and the folder to which it was written. */
  readonly onFile: (count: number, file: Vinyl, folder: string) => void;
  /** Called with every row that keeps its files, and the folder to which they were linked. */
  readonly onKept?: (row: Row, folder: string) => void;
};

/** Fills a new folder beside `dest`, and does not change `dest`. */
export async function fillBeside(dest: string, { deliver, onFile, onKept = () => {} }: FillOptions): Promise<Filled> {
  const folder = nextOf(dest);
  // A watcher may have filled a folder and not swapped it.
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
    if (existsSync(dest)) renameSync(dest, previousOf(dest));
    renameSync(folder, dest);
    removePrevious(dest);
  };
  return { files: count, bytes, swapIn };
}

/** Removes the output folder. `holdOutput` removes its unfinished and previous versions. */
export function removeOutput(dest: string): void {
  rmSync(dest, { recursive: true, force: true });
}

/**
 * Writes files to a folder, or links them there, and returns the size of each in bytes. For many small files,
 * synchronous calls take half the time of promises.
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

/** A hard link is much faster than a copy, but not every file system supports them. */
function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

/**
 * Throws a Failure if the folder contains sources, is inside a source folder, or has files that no build made, because
 * the whole folder would be replaced.
 */
function refuseForeign(dest: string, sources: readonly string[]): void {
  const real = realOf(dest);
  const containedSource = [root, ...sources]
    .map(realOf)
    .find((folder) => folder === real || folder.startsWith(`${real}${path.sep}`));
  if (containedSource !== undefined) {
    throw new Failure(message('outputHoldsSources', { folder: nameOf(dest), sources: nameOf(containedSource) }));
  }
  const surroundingSource = sources.map(realOf).find((folder) => real.startsWith(`${folder}${path.sep}`));
  if (surroundingSource !== undefined) {
    throw new Failure(message('outputWithinSources', { folder: nameOf(dest), sources: nameOf(surroundingSource) }));
  }
  const stat = statSync(dest, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) throw new Failure(message('outputIsFile', { file: nameOf(dest) }));
  if (isForeign(dest)) {
    throw new Failure(message('outputNotOurs', { folder: nameOf(dest) }));
  }
}

/**
 * Files by which we recognize our output. Every build writes them all, but one is enough, because others may have been
 * removed.
 */
const marks = [digestsPath, manifestPath, indexJsonPath];
const isBuilt = (folder: string): boolean => marks.some((mark) => existsSync(path.join(folder, mark)));

/** Whether something at a path may belong to the user. */
function isForeign(folder: string): boolean {
  if (!statSync(folder).isDirectory()) return true;
  const names = readdirSync(folder);
  return names.includes('.git') || (names.length > 0 && !isBuilt(folder));
}

function takeLock(dest: string): void {
  const file = lockOf(dest);
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

/** The number of the process that has the lock; 0 if it was killed before it wrote its number. */
function readHolder(file: string): number {
  for (let attempts = 5; attempts > 0; attempts -= 1) {
    // The lock may have been released meanwhile.
    if (!existsSync(file)) return 0;
    const holder = Number(readFileSync(file, 'utf8'));
    if (holder > 0) return holder;
    // The process may have created the file and not yet written to it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
  return 0;
}

function isAlive(pid: number): boolean {
  // Signals to number 0 go to our own process group.
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
