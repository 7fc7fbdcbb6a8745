// Sessions, and the store that keeps them.
import type { Trace } from './audit-store.ts';
import type { Channel, Identity } from './identity-provider.ts';
import type { User } from './user-store.ts';

/** A row of `sessions`: one sign-in on one device. Its tokens are computed from it and not stored. */
export type Session = {
  readonly id: string;
  readonly userId: string;
  readonly channel: Channel;
  /** How often it was refreshed. The tokens of a generation are always the same. */
  readonly generation: number;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  /** When this generation started: the `iat` of its tokens, in whole seconds. */
  readonly rotatedAt: Date;
  readonly lastUsedAt: Date;
  /** When the session ends because of SESSION_MAX_AGE. */
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
};

/** A session and its user, read at the same time to authenticate a request. */
export type AuthenticatedSession = {
  readonly session: Pick<Session, 'id' | 'userId' | 'expiresAt' | 'revokedAt'>;
  readonly user: User;
};

/** The data for a token response. Only these columns, because every login and refresh reads them. */
export type IssuedSession = {
  readonly session: Pick<Session, 'id' | 'channel' | 'generation' | 'rotatedAt'>;
  readonly user: Pick<User, 'id' | 'nickname' | 'avatarUrl'>;
};

export type SessionPage = {
  readonly userId: string;
  readonly limit: number;
  readonly cursor?: Pick<Session, 'createdAt' | 'id'> | undefined;
};

export type SessionStore = {
  insert(session: Session): Promise<void>;
  /**
   * In one statement, inserts a session for the active user with exactly these identifiers, and records the login in
   * the user's row and in the audit trail. Returns undefined and writes nothing if that user does not exist, or if the
   * statement arrives after the client has timed out: `createdAt`, the database's time of the call, is then too long
   * ago.
   */
  insertFor(identity: Identity, session: Omit<Session, 'userId'>, trace: Trace): Promise<IssuedSession | undefined>;
  get(id: string): Promise<Session | undefined>;
  /** The session with the row of its user, even if that user was merged into another. */
  getLive(id: string): Promise<AuthenticatedSession | undefined>;
  /**
   * Locks the session for update. `succeededAt` is when the generation after `generation` started; undefined if that
   * was longer ago than the grace period of the last `advance`. Only inside a transaction.
   */
  hold(
    id: string,
    generation: number,
  ): Promise<{ readonly session: Session; readonly succeededAt: Date | undefined } | undefined>;
  /**
   * Starts the next generation if id, user and generation match, the session is open, and its user is active and not
   * merged. It is one statement, so exactly one of several concurrent refreshes succeeds. The times of earlier
   * refreshes are kept for `graceMs`.
   */
  advance(step: {
    readonly id: string;
    readonly userId: string;
    readonly generation: number;
    readonly now: Date;
    readonly graceMs: number;
  }): Promise<IssuedSession | undefined>;
  /** True if this call ended the session. */
  revoke(end: { readonly id: string; readonly now: Date }): Promise<boolean>;
  /** Returns how many sessions this call ended. */
  revokeAll(end: { readonly userId: string; readonly now: Date }): Promise<number>;
  /**
   * At most `limit` sessions that are neither revoked nor expired and were refreshed after `refreshedAfter`, newest
   * first, starting after `cursor`.
   */
  listOpen(query: SessionPage & { readonly now: Date; readonly refreshedAfter: Date }): Promise<readonly Session[]>;
  /** Like `listOpen`, for all stored sessions. */
  listKept(page: SessionPage): Promise<readonly Session[]>;
  /** Moves the sessions of a merged user to the remaining user. */
  move(move: { readonly from: string; readonly to: string }): Promise<void>;
  /** Removes sessions that ended before a time; returns how many. */
  removeEnded(cutoff: Date): Promise<number>;
  /** Removes all sessions of a deleted user. */
  removeAll(userId: string): Promise<void>;
};
