// Sessions, and the store that keeps them.
import type { Trace } from './audit-store.ts';
import type { Channel, Identity } from './identity-provider.ts';
import type { User } from './user-store.ts';

/** A row of `sessions`: one sign-in on one device. Its tokens are computed from it and stored nowhere. */
export type Session = {
  readonly id: string;
  readonly userId: string;
  readonly channel: Channel;
  /** How often it was refreshed; the pair of a generation is always the same pair. */
  readonly generation: number;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  /** When this generation began: the `iat` of its tokens, in whole seconds. */
  readonly rotatedAt: Date;
  readonly lastUsedAt: Date;
  /** The end that SESSION_MAX_AGE sets. */
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
};

/** A session and its user's row at one moment: by these a signed-in request is admitted. */
export type AuthenticatedSession = {
  readonly session: Pick<Session, 'id' | 'userId' | 'expiresAt' | 'revokedAt'>;
  readonly user: User;
};

/** A token answer is made of these: every further column would cost each login and refresh. */
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
   * Inserts a session for the active user who is known by exactly these identifiers, keeps the login in the user's row and
   * `signed_in` in the audit trail: one statement. Returns undefined and writes nothing if there is no such user, or
   * if the statement arrives so late that nobody waits for its answer: `createdAt` is the database's time at the call.
   */
  insertFor(identity: Identity, session: Omit<Session, 'userId'>, trace: Trace): Promise<IssuedSession | undefined>;
  get(id: string): Promise<Session | undefined>;
  /** With the row that it names: of a user who was merged that is not the survivor's. */
  getLive(id: string): Promise<AuthenticatedSession | undefined>;
  /**
   * Locked for update, with the time at which a generation was succeeded: undefined where that is longer ago than the
   * grace of the last `advance`. Only inside a transaction.
   */
  hold(
    id: string,
    generation: number,
  ): Promise<{ readonly session: Session; readonly succeededAt: Date | undefined } | undefined>;
  /**
   * Begins the next generation where id, user and generation match, the session is open and its user active and not
   * merged: one statement, so that of any number of refreshes at once exactly one gets a session back. It remembers the
   * times of earlier advances for `graceMs`.
   */
  advance(step: {
    readonly id: string;
    readonly userId: string;
    readonly generation: number;
    readonly now: Date;
    readonly graceMs: number;
  }): Promise<IssuedSession | undefined>;
  /** True when this call ended it. */
  revoke(end: { readonly id: string; readonly now: Date }): Promise<boolean>;
  /** How many this call ended. */
  revokeAll(end: { readonly userId: string; readonly now: Date }): Promise<number>;
  /**
   * At most `limit` sessions that are not revoked, not expired and were refreshed after `refreshedAfter`; the newest
   * first, from behind the one that `after` names.
   */
  listOpen(query: SessionPage & { readonly now: Date; readonly refreshedAfter: Date }): Promise<readonly Session[]>;
  /** The same of all sessions that are kept. */
  listKept(page: SessionPage): Promise<readonly Session[]>;
  /** Gives the sessions of a merged user to the survivor. */
  move(move: { readonly from: string; readonly to: string }): Promise<void>;
  /** Removes sessions that ended before a moment; returns how many. */
  removeEnded(cutoff: Date): Promise<number>;
  /** Removes all sessions of a user who leaves. */
  removeAll(userId: string): Promise<void>;
};
