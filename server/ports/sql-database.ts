// The SQL database: its stores, transactions and migrations.
import type { AuditStore } from './audit-store.ts';
import type { CodeStore } from './code-store.ts';
import type { SessionStore } from './session-store.ts';
import type { UserStore } from './user-store.ts';

/** Everything that lives in SQL. */
export type Stores = {
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly codes: CodeStore;
  readonly audit: AuditStore;
};

export type Database = Stores & {
  /**
   * Runs `work` in one transaction, with stores that speak through it. A unique violation, a serialization failure or
   * a deadlock runs it again from the start, so `work` must have no effect outside. Throws `store_unavailable` when
   * the database cannot be reached.
   */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, of which every statement and commit begins early enough to be answered by `deadline`, a time of
   * `performance.now()`. What would begin later throws `store_unavailable` instead, and writes nothing.
   */
  endBy<T>(deadline: number, work: () => Promise<T>): Promise<T>;
  /** Throws `store_unavailable` when it does not answer. */
  ping(): Promise<void>;
  /** The database server's time: the one clock that all instances share. */
  readTime(): Promise<Date>;
  /** Connections in use, free and waited for. */
  pool(): { readonly used: number; readonly free: number; readonly waiting: number };
  /**
   * Applies the migrations that are missing, or takes `back` the last one, under a lock that all instances share; returns
   * their names. `onWait` hears that somebody else holds the lock.
   */
  migrate(how?: { readonly back?: boolean; readonly onWait?: () => void }): Promise<readonly string[]>;
  /** Throws when migrations are missing, with the remedy. */
  checkMigrated(): Promise<void>;
  close(): Promise<void>;
};
