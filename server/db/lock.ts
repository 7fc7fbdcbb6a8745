// One process per folder: the embedded database loses data silently when two write to it.
import { closeSync, constants, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import extensions from 'fs-native-extensions';
import { Failure } from '../failure.ts';

export type FolderLock = { release(): void };

/** The locked byte lies beyond the text, for where a lock forbids reading too (Windows). */
const lockedByte = { offset: 2 ** 30, length: 1 };

/**
 * Holds a folder, which it makes, until `release` or until the process is gone, however it went. Throws, with who
 * holds it and what to do, when it is held. The operating system keeps the lock with the open file, so there is
 * nothing to take over after a kill -9, no process number to mistake and no heart to beat; and of two that start at
 * once the system lets one in. It holds between containers on one machine, and over network file systems that lock.
 */
export function lockFolder({ folder, since }: { readonly folder: string; readonly since: Date }): FolderLock {
  // Personal data: for this user alone.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fd = openSync(path.join(folder, 'lock'), constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    if (!tryLock(fd, folder)) throw new Failure(messageOf(folder, readHolder(fd)));
    writeHolder(fd, `process ${process.pid} on ${hostname()}, since ${since.toISOString()}`);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  // The file stays: were it removed, the next two could lock two files of one name.
  let isHeld = true;
  return {
    release() {
      if (isHeld) closeSync(fd);
      isHeld = false;
    },
  };
}

function tryLock(fd: number, folder: string): boolean {
  try {
    return extensions.tryLock(fd, lockedByte.offset, lockedByte.length);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Failure(
      `The file system of ${folder} cannot lock files (${code}), so two processes could ruin the database there. ` +
        'Set DATA_DIR to a folder on a local disk, or DATABASE_URL to a PostgreSQL server.',
    );
  }
}

function messageOf(folder: string, holder: string): string {
  return (
    `The embedded database in ${folder} is in use${holder === '' ? '' : ` by ${holder}`}. ` +
    'Stop that process, or set DATA_DIR to another folder; ' +
    'to run several at once, set DATABASE_URL to a PostgreSQL server.'
  );
}

/** For people to read; the lock itself is the system's. */
function readHolder(fd: number): string {
  const bytes = Buffer.alloc(512);
  return bytes
    .subarray(0, readSync(fd, bytes, 0, bytes.length, 0))
    .toString('utf8')
    .trim();
}

function writeHolder(fd: number, text: string): void {
  ftruncateSync(fd, 0);
  writeSync(fd, `${text}\n`, 0);
}
