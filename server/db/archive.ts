// A backup's archive, read as what it may be: cut off, altered, foreign, or made to fill the disk.
import path from 'node:path';
import { extract, list } from 'tar';
import type { ReadEntry } from 'tar';

/** A gzip of so few bytes can unpack to a thousand times as many; an embedded database is never so large. */
const mostUnpacked = 8 * 1024 ** 3;

/** What stands at the top of a PostgreSQL cluster. */
const known =
  /^(PG_VERSION|base|global|current_logfiles|pg_[a-z_]+|(pg_hba|pg_ident)\.conf|postgresql(\.auto)?\.conf|postmaster\.(opts|pid))$/;

/**
 * Unpacks the archive of a cluster below an existing folder, for this user alone. Throws for anything else, before
 * the first file of it is written. gzip's checksum finds damage; against somebody who may write to the file nothing
 * here helps, nor is it meant to.
 */
export async function unpackCluster({ file, folder }: { file: string; folder: string }): Promise<void> {
  let bytes = 0;
  let stranger: ReadEntry | undefined;
  await list({
    file,
    strict: true,
    onReadEntry(entry) {
      bytes += entry.size;
      if (!isOfCluster(entry)) stranger ??= entry;
    },
  });
  if (stranger) throw new Error(`${JSON.stringify(stranger.path)} (${stranger.type}) belongs to no cluster`);
  if (bytes > mostUnpacked) throw new Error('it unpacks to more than any embedded database');
  await extract({ file, cwd: folder, umask: 0o077, noMtime: true });
}

/** Plain files and folders by plain names: no link can lead out, and nothing unknown stands beside the database. */
function isOfCluster({ path: name, type }: ReadEntry): boolean {
  if (type !== 'File' && type !== 'Directory') return false;
  // PGlite writes its names with a slash in front.
  const steps = name.replace(/^\/|\/$/g, '').split('/');
  return known.test(steps[0]!) && path.posix.normalize(steps.join('/')) === steps.join('/');
}
