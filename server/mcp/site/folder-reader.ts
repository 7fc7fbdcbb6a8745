// Reads the files of a built folder.
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { decodeUtf8 } from '#pdc/text/utf8';
import { NotText, Unavailable } from '../adapter-failures.ts';
import { isPlain, maxFileBytes } from './read-text.ts';
import type { ReadText, ReadResult } from './read-text.ts';

/** Reads files below a folder. Paths and symbolic links that leave the folder are rejected. */
export function createFolderReader(folder: string): ReadText {
  return async function readFile(sitePath, cachedVersion) {
    if (!isPlain(sitePath)) return { kind: 'absent' };
    // Resolved for every file, because a build replaces the folder or the target of its link. A folder that is missing
    // at the moment is an error: it does not mean that the file is absent.
    const root = await realpath(folder).catch(fail(folder));
    try {
      // Checks the real path, because a link inside the folder may point anywhere.
      const real = await realpath(path.join(root, sitePath));
      if (!real.startsWith(root + path.sep)) return { kind: 'absent' };
      return await readRegularFile(real, cachedVersion);
    } catch (error) {
      if (isMissing(error)) return { kind: 'absent' };
      return fail(sitePath)(error);
    }
  };
}

async function readRegularFile(file: string, cachedVersion: string | undefined): Promise<ReadResult> {
  // O_NONBLOCK, because opening a named pipe would wait for a writer.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await handle.stat();
    const { ino, size, mtimeMs, ctimeMs } = stats;
    if (!stats.isFile()) return { kind: 'absent' };
    if (size > maxFileBytes) throw new Unavailable(`${file} is larger than ${maxFileBytes} bytes`);
    const version = [ino, size, mtimeMs, ctimeMs].join('-');
    if (version === cachedVersion) return { kind: 'same' };
    const text = decodeUtf8(await handle.readFile());
    if (text === undefined) throw new NotText(`${file} is not UTF-8`);
    return { kind: 'text', text, version };
  } finally {
    await handle.close();
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '');

const fail =
  (name: string) =>
  (error: unknown): never => {
    if (error instanceof Unavailable) throw error;
    throw new Unavailable(`${name} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  };
