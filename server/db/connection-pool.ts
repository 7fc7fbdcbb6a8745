// The interface through which knex gets connections. The PostgreSQL pool and the embedded database implement it.

export type Query = {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The name of the prepared statement. One name always means the same text. */
  readonly name?: string | undefined;
};

export type Result = {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: readonly unknown[];
};

/** A connection with one user at a time. `query` has the signature of pg. */
export type Connection = {
  query(query: string | Query, callback: (error: Error | null, result?: Result) => void): void;
  release(): void;
};

export type Pool = {
  /** Waits for a free connection. Throws a DatabaseFailure that is `unreachable`. */
  connect(): Promise<Connection>;
  /** Waits for connections in use, then closes all. */
  end(): Promise<void>;
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
};
