// The shape in which knex takes connections: PostgreSQL's pool and the embedded database's one connection both have it.

export type Query = {
  readonly text: string;
  readonly values: readonly unknown[];
  /** A server keeps the statement prepared under it. One name, one text. */
  readonly name?: string | undefined;
};

export type Result = {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: readonly unknown[];
};

/** A connection for one user until it is released. `query` is called as pg's is. */
export type Connection = {
  query(query: string | Query, callback: (error: Error | null, result?: Result) => void): void;
  release(): void;
};

export type Pool = {
  /** Waits for a turn. Throws a DatabaseFailure that is `unreachable`. */
  connect(): Promise<Connection>;
  /** Waits for the connections in use, then closes all. */
  end(): Promise<void>;
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
};
