// The embedded database in one file, and back. The process that does it holds the folder, so the service must not run.
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Failure } from '../failure.ts';
import { unpackCluster } from './archive.ts';
import { clusterPaths, finishRestore, replaceCluster } from './cluster.ts';
import { lockFolder } from './lock.ts';

/** So many rows there are. */
export type Contents = { readonly users: number; readonly sessions: number };

/** `folder`: of the embedded database. `file`: absolute. */
export type BackupParts = { readonly folder: string; readonly file: string; readonly now: Date };

/**
 * Writes the database to a new file that only this user can read, and which is whole or not there. Throws, with a
 * remedy, when the file exists, its folder does not, or there is no database or another process holds it.
 */
export async function backUp({ folder, file, now }: BackupParts): Promise<Contents & { readonly bytes: number }> {
  demandNewFile(file);
  const { cluster, restored } = clusterPaths(folder);
  if (!existsSync(cluster) && !existsSync(restored)) {
    throw new Failure(`There is no embedded database in ${folder}: DATA_DIR names the folder above it.`);
  }
  const lock = lockFolder({ folder, since: now });
  try {
    finishRestore(folder);
    const pglite = await PGlite.create(cluster);
    try {
      const contents = await countContents(pglite);
      if (!contents) throw new Failure(`The embedded database in ${folder} has no tables yet: nothing to back up.`);
      await pglite.exec('checkpoint');
      const bytes = new Uint8Array(await (await pglite.dumpDataDir('gzip')).arrayBuffer());
      await writeWhole(file, bytes);
      return { ...contents, bytes: bytes.length };
    } finally {
      await pglite.close();
    }
  } finally {
    lock.release();
  }
}

/**
 * Puts a backup in the place of the database, and keeps that under the name it returns as `kept`. Throws, with a
 * remedy, when the file is no whole backup or another process holds the folder; then everything is as it was.
 */
export async function restore({ folder, file, now }: BackupParts): Promise<Contents & { readonly kept?: string }> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Failure(`There is no file ${file}.`);
  const lock = lockFolder({ folder, since: now });
  try {
    finishRestore(folder);
    const contents = await unpack({ folder, file });
    const kept = path.join(folder, `cluster.before-${now.toISOString().replaceAll(':', '-')}`);
    return { ...contents, ...(replaceCluster({ folder, kept }) ? { kept } : {}) };
  } finally {
    lock.release();
  }
}

function demandNewFile(file: string): void {
  if (existsSync(file)) throw new Failure(`${file} exists already, and nothing is overwritten: name another file.`);
  if (!statSync(path.dirname(file), { throwIfNoEntry: false })?.isDirectory()) {
    throw new Failure(`There is no folder ${path.dirname(file)}: make it, or name another file.`);
  }
}

/** Under another name until it is whole and on the disk. Readable by this user alone: it is everybody's personal data. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  try {
    const handle = await open(part, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    demandNewFile(file);
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
  const folder = await open(path.dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}

/** Opens the backup as a database of its own, beside the one in use, and looks for our tables in it. */
async function unpack({ folder, file }: { folder: string; file: string }) {
  const { restoring } = clusterPaths(folder);
  const remove = (): void => rmSync(restoring, { recursive: true, force: true });
  remove();
  try {
    mkdirSync(restoring, { mode: 0o700 });
    await unpackCluster({ file, folder: restoring });
    const pglite = await PGlite.create(restoring);
    try {
      const contents = await countContents(pglite);
      if (contents) return contents;
    } finally {
      await pglite.close();
    }
  } catch (error) {
    remove();
    throw toForeign(file, error);
  }
  remove();
  throw toForeign(file);
}

function toForeign(file: string, cause?: unknown): Failure {
  return new Failure(
    `${file} is no backup that \`npm run backup\` of this version wrote, or it is damaged. Nothing was changed.`,
    { cause },
  );
}

/** Nothing where the tables are not ours. */
async function countContents(pglite: PGlite): Promise<Contents | undefined> {
  const tables = ['knex_migrations', 'users', 'sessions'];
  const { rows } = await pglite.query<{ missing: boolean }>(
    'select bool_or(to_regclass(name) is null) as missing from unnest($1::text[]) as name',
    [tables],
  );
  if (rows[0]?.missing !== false) return undefined;
  const counts = await pglite.query<Contents>(
    `select (select count(*)::integer from users where status <> 'deleted' and merged_into is null) as users,
            (select count(*)::integer from sessions) as sessions`,
  );
  return counts.rows[0];
}
