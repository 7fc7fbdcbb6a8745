// Sessions: opening, refreshing, authenticating, listing and ending them.
import { randomUUID } from 'node:crypto';
import { Problem } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import { maxLengths } from '../ports/max-lengths.ts';
import type { Trace } from '../ports/audit-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Channel, Identity } from '../ports/identity-provider.ts';
import type { Observe } from '../ports/metric-events.ts';
import type { Confirmation } from '../ports/one-time-store.ts';
import type { AuthenticatedSession, IssuedSession, Session, SessionPage } from '../ports/session-store.ts';
import type { Database, Stores } from '../ports/sql-database.ts';
import type { User } from '../ports/user-store.ts';
import type { Trail } from './audit-trail.ts';
import { refreshSeconds } from './token-service.ts';
import type { TokenPair, Tokens } from './token-service.ts';

/** The result of a login or a refresh. */
export type SignedIn = IssuedSession & { readonly pair: TokenPair };

/** Includes the trace of the request, because each new session gets an audit record. */
export type Opening = Trace & {
  readonly user: Pick<User, 'id'>;
  readonly channel: Channel;
  readonly userAgent?: string | undefined;
  /** The stores of an open transaction to use. */
  readonly stores?: Stores | undefined;
};

export type RefreshOptions = {
  /** Called only if an audit record is written. A successful refresh writes none. */
  readonly readTrace: () => Trace;
  /** Called with the session of a valid token before the database is queried, to apply a rate limit by throwing. */
  readonly count?: (sessionId: string) => Promise<void>;
};

export type Sessions = {
  /** Opens a session for a user. Throws `account_disabled`. */
  open(opening: Opening): Promise<SignedIn>;
  /** Returns the account's state for a later `openConfirmed`. Call this in the transaction of the login. */
  confirm(stores: Stores, user: Pick<User, 'id'>): Promise<Confirmation>;
  /**
   * Opens a session for a web login that was confirmed before. Returns undefined if the account was signed out
   * everywhere, disabled, deleted or merged since then.
   */
  openConfirmed(
    login: { readonly userId: string; readonly confirmed: Confirmation } & Pick<Opening, 'userAgent'> & Trace,
  ): Promise<SignedIn | undefined>;
  /**
   * Opens a session for an active user with exactly these identifiers, if the login changes nothing (cases 2 and 8).
   * Otherwise returns undefined.
   */
  openFor(identity: Identity, opening: Pick<Opening, 'userAgent'> & Trace): Promise<SignedIn | undefined>;
  /**
   * Exchanges a refresh token for the next tokens, once. Within the grace period the same token returns the session's
   * current tokens. Throws `refresh_token_invalid`, `refresh_token_expired`, `refresh_token_revoked`,
   * `refresh_token_reused` (and ends the session), `account_disabled`.
   */
  refresh(refreshToken: string, options: RefreshOptions): Promise<SignedIn>;
  /**
   * Authenticates a request. An ended session is rejected immediately, not when its token expires. Throws
   * `access_token_invalid`, `access_token_expired`, `session_revoked`, and `account_disabled` unless `admitsDisabled`.
   */
  authenticate(accessToken: string, options?: { readonly admitsDisabled?: true }): Promise<AuthenticatedSession>;
  /**
   * A page of the user's open sessions, newest first, and whether there are more. `expiresAt` is when each ends unless
   * it is refreshed. `cursor` is the last session of the previous page.
   */
  list(page: SessionPage): Promise<{ readonly sessions: readonly Session[]; readonly more: boolean }>;
  /** Ends a session of the user. Returns false if this is not an open session of the user. */
  revoke(end: { readonly userId: string; readonly sessionId: string } & Trace): Promise<boolean>;
  /**
   * Ends the session of an access token, or of a refresh token of any generation, even if the account is disabled: the
   * session stays ended when the account is enabled again. Throws like the verification of the token.
   */
  revokeByToken(
    token: { readonly refreshToken: string } | { readonly accessToken: string },
    trace: Trace,
  ): Promise<boolean>;
  /** Ends all sessions of the user, and unfinished logins; returns the number of sessions. */
  revokeAll(end: { readonly userId: string } & Trace): Promise<number>;
};

export type SessionParts = {
  readonly database: Pick<Database, 'transaction' | 'sessions'>;
  readonly tokens: Tokens;
  readonly clock: Clock;
  /** The maximum lifetime of a session, even if it is refreshed. */
  readonly maxAgeSeconds: number;
  /** How long a used refresh token still returns the session's current tokens; 0: not at all. */
  readonly graceSeconds: number;
  readonly observe: Observe;
  /** Writes the audit records of refused refreshes. */
  readonly trail: Trail;
  readonly newId?: () => string;
};

export function createSessions(parts: SessionParts): Sessions {
  const { database, tokens, clock, observe } = parts;

  const toSignedIn = ({ session, user }: IssuedSession): SignedIn => {
    return { session, user, pair: tokens.issue({ session, userId: user.id }) };
  };

  const revokeOne = ({ id, userId, channel }: Session, trace: Trace): Promise<boolean> =>
    database.transaction(async (stores) => {
      const now = clock();
      if (!(await stores.sessions.revoke({ id, now }))) return false;
      await stores.audit.add({ ...trace, at: now, event: 'session_revoked', userId, sessionId: id, channel });
      return true;
    });

  return {
    open: ({ stores, ...opening }) => {
      const insert = async (within: Stores): Promise<SignedIn> =>
        toSignedIn(await insertSession(within, opening, parts));
      return stores ? insert(stores) : database.transaction(insert);
    },

    async confirm({ audit }, { id: userId }) {
      const since = clock().getTime() - maxSkewMs;
      return { since, endings: await audit.countEndings({ userId, since: new Date(since) }) };
    },

    openConfirmed: ({ userId, confirmed, ...opening }) =>
      database.transaction(async (stores) => {
        // The user is locked. If all sessions are ended at the same time, the ending is either counted below, or comes
        // later and ends the new session too.
        const user = await stores.users.hold(userId);
        if (user?.id !== userId) return undefined;
        const { since = 0, endings = 0 } = confirmed ?? {};
        if ((await stores.audit.countEndings({ userId, since: new Date(since) })) !== endings) return undefined;
        return toSignedIn(await insertSession(stores, { ...opening, user, channel: 'web' }, parts));
      }),

    async openFor(identity, { userAgent, ...trace }) {
      const session = begin({ channel: identity.channel, userAgent }, parts);
      const live = await database.sessions.insertFor(identity, session, trace);
      return live && toSignedIn(live);
    },

    async refresh(refreshToken, { count, readTrace }) {
      const { sessionId: id, userId, generation } = tokens.verifyRefresh(refreshToken);
      await count?.(id);
      // Nearly every refresh is this one statement. Only one of several concurrent calls starts the next generation.
      const graceMs = parts.graceSeconds * 1000;
      const live = await database.sessions.advance({ id, userId, generation, now: clock(), graceMs });
      if (live) return toSignedIn(live);
      const trace = readTrace();
      const outcome = await database.transaction((stores) =>
        refreshLate({ stores, now: clock(), id, generation, graceMs, trace }),
      );
      if (!('refusal' in outcome)) return toSignedIn(outcome);
      const { refusal: code } = outcome;
      if (code === 'refresh_token_reused') observe({ kind: 'identity', event: 'session_reused' });
      else await parts.trail.note({ ...trace, event: 'refresh_refused', userId, sessionId: id, details: { code } });
      throw new Problem(outcome.refusal);
    },

    async authenticate(accessToken, { admitsDisabled } = {}) {
      const { sessionId } = tokens.verifyAccess(accessToken);
      // Read on every request, so that ending a session or an account takes effect immediately. The `sub` of the token
      // is not used: after a merge the session belongs to the remaining user.
      const live = await database.sessions.getLive(sessionId);
      if (!live || whyEnded(live.session, clock())) throw new Problem('session_revoked');
      if (live.user.status === 'deleted') throw new Problem('session_revoked');
      if (live.user.status === 'disabled' && !admitsDisabled) throw new Problem('account_disabled');
      return live;
    },

    async list({ userId, limit, cursor }) {
      const now = clock();
      const refreshedAfter = new Date(now.getTime() - refreshSeconds * 1000);
      // One row more than the page needs is read, which shows whether there is a next page.
      const rows = await database.sessions.listOpen({ userId, now, refreshedAfter, limit: limit + 1, cursor });
      return { sessions: rows.slice(0, limit).map(withEnd), more: rows.length > limit };
    },

    async revoke({ userId, sessionId, ...trace }) {
      const session = await database.sessions.get(sessionId);
      // A session of another user is reported like one that does not exist.
      if (session?.userId !== userId || whyEnded(session, clock())) return false;
      return revokeOne(session, trace);
    },

    async revokeByToken(token, trace) {
      const { sessionId } =
        'refreshToken' in token ? tokens.verifyRefresh(token.refreshToken) : tokens.verifyAccess(token.accessToken);
      const session = await database.sessions.get(sessionId);
      return session ? revokeOne(session, trace) : false;
    },

    revokeAll: (end) => database.transaction((stores) => revokeAll(stores, { ...end, now: clock() })),
  };
}

/**
 * Ends all sessions of a user, within a transaction. The audit record is written even if no session is open, because
 * the record also cancels login codes that are not used yet.
 */
export async function revokeAll(
  stores: Stores,
  { userId, now, ...trace }: { readonly userId: string; readonly now: Date } & Trace,
): Promise<number> {
  await stores.users.hold(userId);
  const count = await stores.sessions.revokeAll({ userId, now });
  await stores.audit.add({ ...trace, at: now, event: 'sessions_revoked', userId, details: { count } });
  return count;
}

/**
 * More than the difference between the clocks that write audit records. Instances differ by seconds, an operator's
 * machine by minutes.
 */
const maxSkewMs = 3_600_000;

/** A session that is not refreshed ends with its refresh token, which may be before SESSION_MAX_AGE. */
function withEnd(session: Session): Session {
  const silentEnd = new Date(session.rotatedAt.getTime() + refreshSeconds * 1000);
  return silentEnd < session.expiresAt ? { ...session, expiresAt: silentEnd } : session;
}

function begin(
  { channel, userAgent }: Pick<Opening, 'channel' | 'userAgent'>,
  { clock, maxAgeSeconds, newId = randomUUID }: SessionParts,
): Omit<Session, 'userId'> {
  const now = clock();
  return {
    id: newId(),
    channel,
    generation: 0,
    userAgent: cleanUserAgent(userAgent),
    createdAt: now,
    rotatedAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + maxAgeSeconds * 1000),
    revokedAt: null,
  };
}

/**
 * Inserts the session before reading the user. The foreign key then locks the user's row, so that no merge can start,
 * and an earlier merge is visible when the user is read.
 */
async function insertSession(
  stores: Stores,
  { user, channel, userAgent, ...trace }: Omit<Opening, 'stores'>,
  parts: SessionParts,
): Promise<IssuedSession> {
  const session: Session = { userId: user.id, ...begin({ channel, userAgent }, parts) };
  await stores.sessions.insert(session);
  const live = await stores.users.resolve(user.id);
  // The account may have changed since it was checked.
  if (live?.status !== 'active') throw new Problem('account_disabled');
  await follow(stores, session, live);
  const { id: sessionId, createdAt: at } = session;
  await stores.audit.add({ ...trace, at, event: 'signed_in', userId: live.id, sessionId, channel });
  return { user: live, session };
}

/** The user agent for the list of sessions, without control characters and cut to the maximum length. */
function cleanUserAgent(text = ''): string | null {
  const characters = [...text.replace(/\p{C}/gu, '').trim()];
  return characters.length === 0 ? null : characters.slice(0, maxLengths.userAgent).join('');
}

/** Moves the session of a merged user to the remaining user. */
async function follow({ sessions }: Stores, session: Session, user: User): Promise<void> {
  if (session.userId !== user.id) await sessions.move({ from: session.userId, to: user.id });
}

type Refusal = Extract<ProblemCode, `refresh_token_${string}` | 'account_disabled'>;

/** A refusal is returned and not thrown, because a reused token ends the session, and this must be committed. */
type Outcome = IssuedSession | { readonly refusal: Refusal };

type Step = {
  readonly stores: Stores;
  readonly now: Date;
  readonly id: string;
  readonly generation: number;
  readonly graceMs: number;
  readonly trace: Trace;
};

/**
 * Handles a refresh for which `advance` changed no row: the token was used before, the session has ended, or its user
 * was merged. The session is locked, so that it does not change until it is written.
 */
async function refreshLate(step: Step): Promise<Outcome> {
  const { stores, now, id, generation, graceMs } = step;
  const lockedSession = await stores.sessions.hold(id, generation);
  if (!lockedSession) return { refusal: 'refresh_token_invalid' };
  const { session, succeededAt } = lockedSession;
  const ended = whyEnded(session, now);
  if (ended) return { refusal: ended };

  const lag = session.generation - generation;
  // The token is newer than the session, because the database was restored from a backup. Nobody stole the token, but
  // it is unusable.
  if (lag < 0) return { refusal: 'refresh_token_invalid' };
  // The grace period starts with the first use of this token, even if many generations have followed. So several tabs
  // can refresh on load, and using the token again does not extend the period. The end is exclusive, like `exp`. A
  // grace period of 0 allows no reuse, even if the clock of another instance is slightly ahead.
  const inGrace =
    lag > 0 && graceMs > 0 && succeededAt !== undefined && now.getTime() - succeededAt.getTime() < graceMs;
  // This comes before the check of the account, because reuse ends the session even if the account is disabled.
  if (lag > 0 && !inGrace) return endReusedSession(step, session);

  const user = await stores.users.resolve(session.userId);
  if (!user || user.status === 'deleted') return { refusal: 'refresh_token_revoked' };
  if (user.status === 'disabled') return { refusal: 'account_disabled' };
  await follow(stores, session, user);
  // The tokens are computed from the session, so they are exactly those of its last refresh.
  if (inGrace) return { session, user };
  // The lock prevents a merge, so if this fails, the user was disabled meanwhile.
  const advanced = await stores.sessions.advance({ id, userId: user.id, generation, now, graceMs });
  return advanced ?? { refusal: 'account_disabled' };
}

/** A reused token may be stolen, and thief and owner cannot be distinguished: RFC 9700 section 4.14.2. */
async function endReusedSession(
  { stores, now, trace }: Step,
  { id, userId, channel, generation }: Session,
): Promise<Outcome> {
  if (await stores.sessions.revoke({ id, now })) {
    const record = { ...trace, at: now, event: 'session_reused', userId, sessionId: id, channel } as const;
    await stores.audit.add({ ...record, details: { generation } });
  }
  return { refusal: 'refresh_token_reused' };
}

function whyEnded({ revokedAt, expiresAt }: Pick<Session, 'revokedAt' | 'expiresAt'>, now: Date): Refusal | undefined {
  if (revokedAt) return 'refresh_token_revoked';
  return expiresAt <= now ? 'refresh_token_expired' : undefined;
}
