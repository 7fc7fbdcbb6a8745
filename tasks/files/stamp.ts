// Finds out whether a file changed without reading it.
import { statSync } from 'node:fs';

/** In milliseconds. No common file system has coarser timestamps. */
const maxTimeStep = 2000;

/**
 * Returns a text that changes when the file changes, even if it is replaced by a file with an old date. Returns
 * undefined if the file is missing, or so new that a second change could have the same timestamp: such a file must be
 * read again.
 */
export function stampOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return undefined;
  const { mtimeMs, ctimeMs, size, dev, ino } = stat;
  const isTooNew = Date.now() - Math.max(mtimeMs, ctimeMs) < maxTimeStep;
  return isTooNew ? undefined : [mtimeMs, ctimeMs, size, dev, ino].join(' ');
}

/** The stamp of an output file. A new hard link to the file does not change the stamp. */
export function stampOfWritten(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat?.isFile() ? `${stat.size} ${stat.mtimeNs} ${stat.ino}` : undefined;
}
