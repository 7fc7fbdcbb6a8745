// The SQL database: its stores, transactions and migrations.
import type { AuditStore } from './audit-store.ts';
import type { CodeStore } from './code-store.ts';
import type { SessionStore } from './session-store.ts';
import type { UserStore } from './user-store.ts';

/** The stores in SQL. */
export type Stores = {
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly codes: CodeStore;
  readonly audit: AuditStore;
};

export type Database = Stores & {
  /**
   * Runs `work` in a transaction, with stores that use it. After a unique violation, a serialization failure or a
   * deadlock it runs again from the start, so `work` must have no other effects. Throws `store_unavailable` if the
   * database cannot be reached.
   */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
  /**
   * Runs `work` so that every statement and commit starts early enough to finish by `deadline`, a time of
   * `performance.now()`. A statement or commit that would start later throws `store_unavailable` and writes nothing.
   */
  runWithDeadline<T>(deadline: number, work: () => Promise<T>): Promise<T>;
  /** Throws `store_unavailable` if the database does not respond. */
  ping(): Promise<void>;
  /** The time of the database server, which all instances share. */
  readTime(): Promise<Date>;
  /** The number of connections in use, free connections and waiting queries. */
  pool(): { readonly used: number; readonly free: number; readonly waiting: number };
  /**
   * Applies the missing migrations, or with `back` reverts the last one, and returns their names. All instances share a
   * lock; `onWait` is called if another process holds it.
   */
  migrate(how?: { readonly back?: boolean; readonly onWait?: () => void }): Promise<readonly string[]>;
  /** Throws an error with the remedy if migrations are missing. */
  checkMigrated(): Promise<void>;
  close(): Promise<void>;
};
