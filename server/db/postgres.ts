// Connections to a PostgreSQL server. Whatever hangs ends within seconds, and a broken connection is never used again.
import pg from 'pg';
import { DatabaseFailure, toConnectFailure, toFailure } from './failure.ts';
import type { Connection, Pool, Query } from './pool.ts';
import { createTurns } from './turns.ts';

/** Milliseconds. `statement` is the server's own limit; `answer` ours, for a server that says nothing any more. */
export type Timeouts = {
  readonly turn: number;
  readonly connect: number;
  readonly statement: number;
  readonly answer: number;
  /** A transaction whose process stands still must not hold its locks for ever. */
  readonly idleInTransaction: number;
};

export const patience: Timeouts = {
  turn: 5_000,
  connect: 5_000,
  // Shorter than a turn is waited for: who queues behind statements that are stuck still gets through.
  statement: 4_000,
  answer: 5_000,
  idleInTransaction: 30_000,
};

type PostgresParts = {
  readonly url: string;
  readonly size: number;
  readonly patience: Timeouts;
  /** Hears of connections that broke while nobody used them. */
  readonly report: (message: string, failure: DatabaseFailure) => void;
};

/** Connects when somebody asks, so it opens without a server. What the URL's query says of a setting wins. */
export function openPostgres({ url, size, patience, report }: PostgresParts): Pool {
  const turns = createTurns({ most: size, patienceMs: patience.turn });
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'duplex',
    max: size,
    connectionTimeoutMillis: patience.connect,
    statement_timeout: patience.statement,
    query_timeout: patience.answer,
    idle_in_transaction_session_timeout: patience.idleInTransaction,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // The pool has already thrown it out. Without a listener the event would end the process.
  pool.on('error', (error) => report('an idle database connection broke', toFailure(error)));
  // A connection may also break between two statements of a transaction: the next statement reports it.
  pool.on('connect', (client) => client.on('error', () => {}));
  let ended: Promise<void> | undefined;

  return {
    async connect() {
      if (ended) throw new DatabaseFailure({ message: 'the database is closed', code: 'closed', unreachable: true });
      const done = await turns.take();
      try {
        return toConnection(await pool.connect(), done);
      } catch (error) {
        done();
        throw toConnectFailure(error);
      }
    },
    end: () => (ended ??= pool.end()),
    get totalCount() {
      return pool.totalCount;
    },
    get idleCount() {
      return pool.idleCount;
    },
    get waitingCount() {
      return turns.waiting;
    },
  };
}

function toConnection(client: pg.PoolClient, done: () => void): Connection {
  let broken = false;
  let unanswered = 0;
  // The driver reads a query's values and never writes them, whatever its type says.
  const ask = (query: string | Query, callback: (error: Error | null, result?: pg.QueryResult) => void): void =>
    typeof query === 'string'
      ? client.query(query, callback)
      : client.query(query as pg.QueryConfig<unknown[]>, callback);
  return {
    query(query, callback) {
      if (broken) {
        const message = 'the connection is broken';
        return callback(new DatabaseFailure({ message, code: 'broken', unreachable: true }));
      }
      unanswered += 1;
      ask(query, (error, result) => {
        unanswered -= 1;
        if (!error) return callback(null, result);
        const failure = toFailure(error);
        broken ||= failure.unreachable;
        callback(failure);
      });
    },
    release() {
      // After a timeout of ours the answer may still come, to whoever has the connection then: so nobody has it.
      client.release(broken || unanswered > 0);
      done();
    },
  };
}
