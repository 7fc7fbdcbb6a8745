// The embedded database: PGlite, which is PostgreSQL compiled to WebAssembly and needs only Node.
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Failure } from '../command-failure.ts';
import { DatabaseFailure, toFailure } from './database-failure.ts';
import { lockFolder } from './folder-lock.ts';
import type { Connection, Pool, Query, Result } from './connection-pool.ts';
import { createQueue } from './connection-queue.ts';

/** Longer than the timeout for a server, because here all queries share one connection. */
const turnTimeoutMs = 15_000;

type EmbeddedParts = {
  /** The folder for the database and its lock. Created if missing. */
  readonly folder: string;
  readonly since: Date;
};

/**
 * Opens the database in a folder, or creates it. Only one process can open it. It has one connection, so queries wait
 * while a transaction is open.
 */
export async function openEmbedded({ folder, since }: EmbeddedParts): Promise<Pool> {
  const lock = lockFolder({ folder, since });
  const pglite = await openCluster(folder).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  const queue = createQueue({ size: 1, timeoutMs: turnTimeoutMs });
  let ending: Promise<void> | undefined;

  const end = async (): Promise<void> => {
    const release = await queue.take();
    await pglite.close();
    lock.release();
    release();
  };

  return {
    async connect() {
      const release = await queue.take();
      if (!ending) return toConnection(pglite, release);
      release();
      throw new DatabaseFailure({ message: 'the database is closed', code: 'closed', unreachable: true });
    },
    end: () => (ending ??= end()),
    totalCount: 1,
    get idleCount() {
      return 1 - queue.used;
    },
    get waitingCount() {
      return queue.waiting;
    },
  };
}

/** Opens the database in the folder, and creates it first if it is missing. */
async function openCluster(folder: string): Promise<PGlite> {
  const cluster = path.join(folder, 'cluster');
  // Imported dynamically, because it is not installed in the production container.
  const { PGlite } = await import('@electric-sql/pglite');
  if (!existsSync(cluster)) await makeCluster(cluster, (folder) => PGlite.create(folder));
  try {
    return await PGlite.create(cluster);
  } catch (error) {
    throw new Failure(
      `The embedded database in ${folder} cannot be opened: it is damaged, or was written by another version of Duplex. ` +
        'Open it with that version, or move the folder away to start with an empty database.',
      { cause: error },
    );
  }
}

/** Creates the database under a temporary name, so that Ctrl-C at the first start leaves no incomplete database. */
async function makeCluster(cluster: string, create: (folder: string) => Promise<PGlite>): Promise<void> {
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  const database = await create(draft);
  await database.close();
  renameSync(draft, cluster);
}

function toConnection(pglite: PGlite, release: () => void): Connection {
  return {
    query(query, callback) {
      void runQuery(pglite, typeof query === 'string' ? { text: query, values: [] } : query).then(
        (result) => callback(null, result),
        (error: unknown) => callback(toFailure(error)),
      );
    },
    release,
  };
}

/** PGlite returns rows and the number of affected rows. knex also needs the first word of the statement. */
async function runQuery(pglite: PGlite, { text, values }: Query): Promise<Result> {
  const { rows, affectedRows = 0 } = await pglite.query(text, [...values]);
  const [command = ''] = text.trimStart().split(/[\s;]/, 1);
  return { command: command.toUpperCase(), rows, rowCount: affectedRows };
}
