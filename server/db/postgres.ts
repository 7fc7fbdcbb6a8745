// Connections to a PostgreSQL server. Every wait has a timeout, and a broken connection is never reused.
import pg from 'pg';
import { maxStatementMs } from './request-deadline.ts';
import { DatabaseFailure, toConnectFailure, toFailure } from './database-failure.ts';
import type { Connection, Pool, Query } from './connection-pool.ts';
import { createQueue } from './connection-queue.ts';

/** Milliseconds. The server enforces `statement`; this process enforces `answer`, for a server that hangs. */
export type Timeouts = {
  readonly turn: number;
  readonly connect: number;
  readonly statement: number;
  readonly answer: number;
  /**
   * The transaction of a process that is stuck must not hold its locks forever, and a commit that arrives after the
   * client has timed out must find no transaction.
   */
  readonly idleInTransaction: number;
};

export const timeouts: Timeouts = {
  turn: 6_500,
  connect: 5_000,
  // Shorter than `turn`, so that requests queued behind stuck statements still get a connection.
  statement: 4_000,
  answer: maxStatementMs,
  // Shorter than `answer`: see above.
  idleInTransaction: 4_000,
};

type PostgresParts = {
  readonly url: string;
  readonly size: number;
  readonly timeouts: Timeouts;
  /** Called for connections that break while idle. */
  readonly report: (message: string, failure: DatabaseFailure) => void;
};

/** Connects at the first query, so the pool can be created before the server runs. Settings in the URL win. */
export function openPostgres({ url, size, timeouts, report }: PostgresParts): Pool {
  const queue = createQueue({ size, timeoutMs: timeouts.turn });
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'duplex',
    max: size,
    // Keeps some connections open, so that a burst after a quiet time does not have to connect first.
    min: Math.min(size, 2),
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: timeouts.answer,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    onConnect: (client) => client.query(settingsOf(url, timeouts)),
  });
  // The pool has already removed the connection. Without a listener the event would crash the process.
  pool.on('error', (error) => report('an idle database connection broke', toFailure(error)));
  // An error between two statements of a transaction needs no handling, because the next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  let ended: Promise<void> | undefined;

  return {
    async connect() {
      if (ended) throw new DatabaseFailure({ message: 'the database is closed', code: 'closed', unreachable: true });
      const done = await queue.take();
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
      return queue.waiting;
    },
  };
}

/**
 * The SQL that sets timeouts and the format of dates. It runs after connecting, because poolers reject these settings
 * as startup parameters (PgBouncer: "unsupported startup parameter"). The driver reads only ISO dates, but a database
 * or a role may have another default.
 */
function settingsOf(url: string, { statement, idleInTransaction }: Timeouts): string {
  const limits = { statement_timeout: statement, idle_in_transaction_session_timeout: idleInTransaction };
  // Settings that the operator has set in DATABASE_URL are left out.
  const { searchParams } = new URL(url);
  const defaults = Object.entries(limits).filter(([name]) => !searchParams.has(name));
  return ['set datestyle = iso', ...defaults.map(([name, ms]) => `set ${name} = ${ms}`)].join('; ');
}

function toConnection(client: pg.PoolClient, done: () => void): Connection {
  let broken = false;
  let unanswered = 0;
  // The driver does not change the values, although its type is not readonly.
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
      // After a timeout the response may still arrive, and would be taken for the response to the next query. So the
      // connection is closed.
      client.release(broken || unanswered > 0);
      done();
    },
  };
}
