// The embedded database's files: made, replaced as a whole, and never half there.
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/** Names below the folder of the embedded database. */
export function clusterPaths(folder: string): { cluster: string; draft: string; restoring: string; restored: string } {
  const at = (name: string): string => path.join(folder, name);
  return {
    cluster: at('cluster'),
    draft: at('cluster.new'),
    /** A backup that is being unpacked: worth nothing yet. */
    restoring: at('cluster.restoring'),
    /** A backup that is unpacked, checked and on the disk. */
    restored: at('cluster.restored'),
  };
}

/**
 * Leads to the files of the database in a folder that the caller holds, and makes them when there are none. They are
 * made under another name: a process killed while making them leaves nothing half-made behind.
 */
export async function ensureCluster(folder: string): Promise<string> {
  const { cluster, draft } = clusterPaths(folder);
  finishRestore(folder);
  if (existsSync(cluster)) return cluster;
  rmSync(draft, { recursive: true, force: true });
  const fresh = await PGlite.create(draft);
  await fresh.close();
  renameSync(draft, cluster);
  return cluster;
}

/** A restore that was killed between its two renames goes on here: else an empty database would be made in its place. */
export function finishRestore(folder: string): void {
  const { cluster, restored } = clusterPaths(folder);
  if (existsSync(cluster) || !existsSync(restored)) return;
  renameSync(restored, cluster);
  syncPath(folder);
}

/**
 * Puts the files in `restoring` in place of the database, which stays as `kept`. Returns whether there was one. A kill
 * at any point leaves the one or the other: until the first rename the old one, from then on the new one.
 */
export function replaceCluster({ folder, kept }: { folder: string; kept: string }): boolean {
  const { cluster, restoring, restored } = clusterPaths(folder);
  // On the disk before it has the name that counts: the database itself does not wait for the disk.
  syncTree(restoring);
  rmSync(restored, { recursive: true, force: true });
  renameSync(restoring, restored);
  syncPath(folder);
  const replaces = existsSync(cluster);
  if (replaces) renameSync(cluster, kept);
  finishRestore(folder);
  return replaces;
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    syncPath(path.join(entry.parentPath, entry.name));
  }
  syncPath(folder);
}

/** Of a folder: the names in it. */
function syncPath(name: string): void {
  const fd = openSync(name, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
