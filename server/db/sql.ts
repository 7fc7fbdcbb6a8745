// How stores speak: statements that never change are prepared once, and Knex puts the others together.
import type { Knex } from 'knex';
import { tooLate } from './deadline.ts';
import type { Connection, Pool } from './pool.ts';

type Values = readonly unknown[] | (() => readonly unknown[]);

/** Speaks through the connection of a transaction, or through whichever is free. */
export type Sql = {
  /**
   * Runs a statement with `$1`, `$2` .. and returns its rows. The text is a constant: the server parses and plans it
   * once. It names its columns: under a prepared `*` a later migration would change the answer's form, and fail it.
   * Values that depend on the moment of sending are made by a function.
   */
  ask<Row>(text: string, values: Values): Promise<readonly Row[]>;
  /** Begins a statement of Knex's. */
  table<Row extends object>(name: string): Knex.QueryBuilder<Row, Row[]>;
};

/** Speaks through whichever connection is free; every statement commits by itself. */
export function speakThroughPool({ pool, knex }: { pool: Pool; knex: Knex }): Sql {
  return {
    async ask<Row>(text: string, values: Values) {
      const connection = await pool.connect();
      try {
        const late = tooLate();
        if (late) throw late;
        return await askOn<Row>(connection, { text, values });
      } finally {
        connection.release();
      }
    },
    table: <Row extends object>(name: string) => knex<Row>(name) as Knex.QueryBuilder<Row, Row[]>,
  };
}

/** Speaks through one connection alone. */
export function speakThroughConnection({ connection, knex }: { connection: Connection; knex: Knex }): Sql {
  return {
    ask: (text, values) => askOn(connection, { text, values }),
    table: <Row extends object>(name: string) =>
      knex<Row>(name).connection(connection) as Knex.QueryBuilder<Row, Row[]>,
  };
}

/** BEGIN, COMMIT and their like. */
export function runControl(connection: Connection, text: string): Promise<void> {
  return new Promise((resolve, reject) => connection.query(text, (error) => (error ? reject(error) : resolve())));
}

function askOn<Row>(
  connection: Connection,
  { text, values }: { text: string; values: Values },
): Promise<readonly Row[]> {
  const query = { text, values: typeof values === 'function' ? values() : values, name: nameOf(text) };
  return new Promise((resolve, reject) =>
    connection.query(query, (error, result) => (error ? reject(error) : resolve(result!.rows as readonly Row[]))),
  );
}

const names = new Map<string, string>();

/** Short: a name longer than 63 characters is cut. */
function nameOf(text: string): string {
  const cachedName = names.get(text);
  if (cachedName !== undefined) return cachedName;
  const name = `duplex-${names.size}`;
  names.set(text, name);
  return name;
}
