// Connections to a PostgreSQL server. Whatever hangs ends within seconds, and a broken connection is never used again.
import pg from 'pg';
import { answerMs } from './deadline.ts';
import { DatabaseFailure, toConnectFailure, toFailure } from './failure.ts';
import type { Connection, Pool, Query } from './pool.ts';
import { createQueue } from './queue.ts';

/** Milliseconds. `statement` is the server's own limit; `answer` ours, for a server that says nothing any more. */
export type Timeouts = {
  readonly turn: number;
  readonly connect: number;
  readonly statement: number;
  readonly answer: number;
  /**
   * A transaction whose process stands still must not hold its locks for ever; and a commit that the network brings after
   * its answer was given up must find no transaction.
   */
  readonly idleInTransaction: number;
};

export const timeouts: Timeouts = {
  turn: 6_500,
  connect: 5_000,
  // Shorter than a turn is waited for: who queues behind statements that are stuck still gets through.
  statement: 4_000,
  answer: answerMs,
  // Shorter than an answer is waited for: see above.
  idleInTransaction: 4_000,
};

type PostgresParts = {
  readonly url: string;
  readonly size: number;
  readonly timeouts: Timeouts;
  /** Hears of connections that broke while nobody used them. */
  readonly report: (message: string, failure: DatabaseFailure) => void;
};

/** Connects when somebody asks, so it opens without a server. What the URL's query says of a setting wins. */
export function openPostgres({ url, size, timeouts, report }: PostgresParts): Pool {
  const queue = createQueue({ size, timeoutMs: timeouts.turn });
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'duplex',
    max: size,
    // A quiet service keeps some, so that a burst does not begin with nothing but connecting.
    min: Math.min(size, 2),
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: timeouts.answer,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    onConnect: (client) => client.query(settingsOf(url, timeouts)),
  });
  // The pool has already thrown it out. Without a listener the event would end the process.
  pool.on('error', (error) => report('an idle database connection broke', toFailure(error)));
  // A connection may also break between two statements of a transaction: the next statement reports it.
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
 * Set after connecting, because poolers refuse them as startup parameters (PgBouncer: "unsupported startup parameter").
 * The driver reads dates in the ISO form alone; a database or a role may have another one.
 */
function settingsOf(url: string, { statement, idleInTransaction }: Timeouts): string {
  const limits = { statement_timeout: statement, idle_in_transaction_session_timeout: idleInTransaction };
  // What the operator put into DATABASE_URL stays.
  const { searchParams } = new URL(url);
  const defaults = Object.entries(limits).filter(([name]) => !searchParams.has(name));
  return ['set datestyle = iso', ...defaults.map(([name, ms]) => `set ${name} = ${ms}`)].join('; ');
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
