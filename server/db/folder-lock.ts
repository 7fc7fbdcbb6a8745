// Locks the folder of the embedded database for one process: two processes that write to it would silently lose data.
import { closeSync, constants, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import extensions from 'fs-native-extensions';
import { Failure, belowDataDir } from '../command-failure.ts';

export type FolderLock = { release(): void };

/** The locked byte is beyond the text in the file, because on Windows a locked range cannot be read. */
const lockedByte = { offset: 2 ** 30, length: 1 };

/**
 * Creates the folder and locks it until `release` or the end of the process. If another process holds the lock, throws
 * an error that names the holder and a remedy. The operating system ties the lock to the open file. So the lock ends
 * even after kill -9, needs no process ids and no heartbeat, and is never granted twice. The lock also works between
 * containers on one machine, and on network file systems that support locks.
 */
export function lockFolder({ folder, since }: { readonly folder: string; readonly since: Date }): FolderLock {
  const fd = belowDataDir(() => {
    // The folder contains personal data, so only this user may read it.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return openSync(path.join(folder, 'lock'), constants.O_RDWR | constants.O_CREAT, 0o600);
  });
  try {
    if (!tryLock(fd, folder)) throw new Failure(messageOf(folder, readHolder(fd)));
    writeHolder(fd, `process ${process.pid} on ${hostname()}, since ${since.toISOString()}`);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  // The file is not deleted: otherwise two later processes could lock two different files of the same name.
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
      `The file system of ${folder} does not support file locks (${code}), so two processes could damage the database there. ` +
        'Set DATA_DIR to a folder on a local disk, or DATABASE_URL to a PostgreSQL server.',
    );
  }
}

function messageOf(folder: string, holder: string): string {
  return (
    `The embedded database in ${folder} is in use${holder === '' ? '' : ` by ${holder}`}. ` +
    'Stop that process, or set DATA_DIR to another folder; ' +
    'to run several instances, set DATABASE_URL to a PostgreSQL server.'
  );
}

/** The text of the lock file, for the error message only. */
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
