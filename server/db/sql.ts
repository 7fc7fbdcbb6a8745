// How stores run SQL: constant statements as prepared statements, all others through Knex.
import type { Knex } from 'knex';
import { lateFailure } from './request-deadline.ts';
import type { Connection, Pool } from './connection-pool.ts';

type Values = readonly unknown[] | (() => readonly unknown[]);

/** Runs statements on the connection of a transaction, or on any free connection. */
export type Sql = {
  /**
   * Runs a statement with `$1`, `$2` .. and returns its rows. The text must be a constant, so that the server parses
   * and plans it once. It must list its columns, because a prepared `select *` would fail after a migration that adds a
   * column. If values depend on the time of sending, pass a function that computes them.
   */
  ask<Row>(text: string, values: Values): Promise<readonly Row[]>;
  /** Starts a Knex query. */
  table<Row extends object>(name: string): Knex.QueryBuilder<Row, Row[]>;
};

/** Uses any free connection; each statement is its own transaction. */
export function speakThroughPool({ pool, knex }: { pool: Pool; knex: Knex }): Sql {
  return {
    async ask<Row>(text: string, values: Values) {
      const connection = await pool.connect();
      try {
        const late = lateFailure();
        if (late) throw late;
        return await askOn<Row>(connection, { text, values });
      } finally {
        connection.release();
      }
    },
    table: <Row extends object>(name: string) => knex<Row>(name) as Knex.QueryBuilder<Row, Row[]>,
  };
}

/** Uses only this connection. */
export function speakThroughConnection({ connection, knex }: { connection: Connection; knex: Knex }): Sql {
  return {
    ask: (text, values) => askOn(connection, { text, values }),
    table: <Row extends object>(name: string) =>
      knex<Row>(name).connection(connection) as Knex.QueryBuilder<Row, Row[]>,
  };
}

/** Runs BEGIN, COMMIT or ROLLBACK. */
export function runControl(connection: Connection, text: string): Promise<void> {
  return new Promise((resolve, reject) => connection.query(text, (error) => (error ? reject(error) : resolve())));
}

function askOn<Row>(
  connection: Connection,
  { text, values }: { text: string; values: Values },
): Promise<readonly Row[]> {
  const query = { text, values: typeof values === 'function' ? values() : values, name: nameOf(text) };
  return new Promise((resolve, reject) =>
    connection.query(query, (error, result) =>
      error || !result ? reject(error) : resolve(result.rows as readonly Row[]),
    ),
  );
}

const names = new Map<string, string>();

/** The name of a prepared statement. It is not the text, because PostgreSQL cuts names after 63 characters. */
function nameOf(text: string): string {
  const cachedName = names.get(text);
  if (cachedName !== undefined) return cachedName;
  const name = `duplex-${names.size}`;
  names.set(text, name);
  return name;
}
