// Whether a file is still the one that was read, without reading it.
import { statSync } from 'node:fs';

/** Milliseconds: no file system in use counts time in larger steps. */
const coarsest = 2000;

/**
 * A text that changes when the file does, be it written in place or replaced under an old date. Undefined while the file
 * is so young that a second change could leave no trace: such a file is read again, as is one that has gone.
 */
export function stampOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return undefined;
  const { mtimeMs, ctimeMs, size, dev, ino } = stat;
  const young = Date.now() - Math.max(mtimeMs, ctimeMs) < coarsest;
  return young ? undefined : [mtimeMs, ctimeMs, size, dev, ino].join(' ');
}

/** The stamp of a file as it was written. A link to it changes nothing. */
export function stampOfWritten(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat?.isFile() ? `${stat.size} ${stat.mtimeNs} ${stat.ino}` : undefined;
}
