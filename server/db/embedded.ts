// The database inside this process, for a machine with nothing but Node: PGlite, PostgreSQL compiled to WebAssembly.
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Failure } from '../failure.ts';
import { DatabaseFailure, toFailure } from './failure.ts';
import { lockFolder } from './lock.ts';
import type { Connection, Pool, Query, Result } from './pool.ts';
import { createQueue } from './queue.ts';

/** All wait for one connection, and no network makes them wait longer. */
const turnTimeoutMs = 15_000;

type EmbeddedParts = {
  /** Made when missing; holds the database and its lock. */
  readonly folder: string;
  readonly since: Date;
};

/**
 * Opens the database in a folder, for this process alone, and makes it when it is not there. It has one connection,
 * so a transaction is a turn: whoever asks meanwhile waits.
 */
export async function openEmbedded({ folder, since }: EmbeddedParts): Promise<Pool> {
  const lock = lockFolder({ folder, since });
  const pglite = await openCluster(folder).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  const queue = createQueue({ size: 1, timeoutMs: turnTimeoutMs });
  let ended: Promise<void> | undefined;

  const end = async (): Promise<void> => {
    const done = await queue.take();
    await pglite.close();
    lock.release();
    done();
  };

  return {
    async connect() {
      const done = await queue.take();
      if (!ended) return toConnection(pglite, done);
      done();
      throw new DatabaseFailure({ message: 'the database is closed', code: 'closed', unreachable: true });
    },
    end: () => (ended ??= end()),
    totalCount: 1,
    get idleCount() {
      return 1 - queue.used;
    },
    get waitingCount() {
      return queue.waiting;
    },
  };
}

/** Opens what is in the folder, or a new database. */
async function openCluster(folder: string): Promise<PGlite> {
  const cluster = path.join(folder, 'cluster');
  // Loaded for who has it: the container of production has no embedded database.
  const { PGlite } = await import('@electric-sql/pglite');
  if (!existsSync(cluster)) await makeCluster(cluster, (folder) => PGlite.create(folder));
  try {
    return await PGlite.create(cluster);
  } catch (error) {
    throw new Failure(
      `The embedded database in ${folder} cannot be opened: it is damaged, or another version of Duplex wrote it. ` +
        'Open it with that version, or move the folder away to begin anew.',
      { cause: error },
    );
  }
}

/** Under another name until it is whole: one Ctrl-C at the first start must not leave half of it in the way. */
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
      void ask(pglite, typeof query === 'string' ? { text: query, values: [] } : query).then(
        (result) => callback(null, result),
        (error: unknown) => callback(toFailure(error)),
      );
    },
    release,
  };
}

/** PGlite tells rows and how many were touched; of the command knex wants the first word. */
async function ask(pglite: PGlite, { text, values }: Query): Promise<Result> {
  const { rows, affectedRows = 0 } = await pglite.query(text, [...values]);
  const [command = ''] = text.trimStart().split(/[\s;]/, 1);
  return { command: command.toUpperCase(), rows, rowCount: affectedRows };
}
