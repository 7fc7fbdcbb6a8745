// Sessions: one sign-in on one device, its pair of tokens, refresh with one successor, and its end.
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
import type { Trail } from './trail.ts';
import { refreshSeconds } from './tokens.ts';
import type { TokenPair, Tokens } from './tokens.ts';

/** The result of a login or a refresh. */
export type SignedIn = IssuedSession & { readonly pair: TokenPair };

/** With what the audit trail keeps of the request: each session has its record. */
export type Opening = Trace & {
  readonly user: Pick<User, 'id'>;
  readonly channel: Channel;
  readonly userAgent?: string | undefined;
  /** The stores of a transaction that this is to be part of. */
  readonly stores?: Stores | undefined;
};

export type RefreshOptions = {
  /** Asked where the audit trail gets a record: a refresh that succeeds writes none. */
  readonly readTrace: () => Trace;
  /** Told the session of a genuine token before anything is looked up; what it throws is the answer. */
  readonly count?: (sessionId: string) => Promise<void>;
};

export type Sessions = {
  /** Begins a session for a user. Throws `account_disabled`. */
  open(opening: Opening): Promise<SignedIn>;
  /** The account of a login that is confirmed, for `openConfirmed`. Within the transaction that confirms it. */
  confirm(stores: Stores, user: Pick<User, 'id'>): Promise<Confirmation>;
  /**
   * Begins a session for a web login that was confirmed before. Undefined where its account was signed out everywhere,
   * disabled, deleted or merged since.
   */
  openConfirmed(
    login: { readonly userId: string; readonly confirmed: Confirmation } & Pick<Opening, 'userAgent'> & Trace,
  ): Promise<SignedIn | undefined>;
  /**
   * Begins a session for somebody active who is known by exactly these identifiers: a login that teaches nothing
   * (cases 2 and 8). Undefined for everybody else.
   */
  openFor(identity: Identity, opening: Pick<Opening, 'userAgent'> & Trace): Promise<SignedIn | undefined>;
  /**
   * Gives the next pair for a refresh token, once. Within the grace the same token gets the session's present pair: the
   * same again where nothing followed. Throws
   * `refresh_token_invalid`, `refresh_token_expired`, `refresh_token_revoked`, `refresh_token_reused` (and ends the
   * session), `account_disabled`.
   */
  refresh(refreshToken: string, options: RefreshOptions): Promise<SignedIn>;
  /**
   * Who a request comes from. A session that has ended is refused at once, not when its token expires. Throws
   * `access_token_invalid`, `access_token_expired`, `session_revoked`, and `account_disabled` unless those are admitted.
   */
  authenticate(accessToken: string, options?: { readonly admitsDisabled?: true }): Promise<AuthenticatedSession>;
  /**
   * A page of the user's open sessions, the newest first, and whether more follow; `expiresAt` is when each ends unless
   * it is refreshed. `after`: the last one of the page before.
   */
  list(page: SessionPage): Promise<{ readonly sessions: readonly Session[]; readonly more: boolean }>;
  /** Ends a session of the user. False when the user has no such open session. */
  revoke(end: { readonly userId: string; readonly sessionId: string } & Trace): Promise<boolean>;
  /**
   * Ends the session of a refresh token of any generation, or of an access token, whatever became of the account: who
   * signs out is out, also when the account is enabled again. Throws as the token's check does.
   */
  revokeByToken(
    token: { readonly refreshToken: string } | { readonly accessToken: string },
    trace: Trace,
  ): Promise<boolean>;
  /** Ends all sessions of the user, and the logins that wait for one; returns how many sessions. */
  revokeAll(end: { readonly userId: string } & Trace): Promise<number>;
};

export type SessionParts = {
  readonly database: Pick<Database, 'transaction' | 'sessions'>;
  readonly tokens: Tokens;
  readonly clock: Clock;
  /** Ends a session on the server, however often it is refreshed. */
  readonly maxAgeSeconds: number;
  /** How long a token that was used gets the session's present pair, from its first use on; 0: not at all. */
  readonly graceSeconds: number;
  readonly observe: Observe;
  /** Refused refreshes are kept there. A refresh that succeeds writes its session alone. */
  readonly trail: Trail;
  readonly newId?: () => string;
};

/** Makes the session service. */
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
        // Held: what ends the account's sessions at the same time is over and counted here, or finds the new one.
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
      // Nearly every refresh is this one statement, which decides by itself who begins the next generation.
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
      // Read on every request: the end of a session or of an account is felt at once. The token's own `sub` is not
      // asked, for a merge may have given the session to the survivor since: no session is ever a merged row's.
      const live = await database.sessions.getLive(sessionId);
      if (!live || whyEnded(live.session, clock())) throw new Problem('session_revoked');
      if (live.user.status === 'deleted') throw new Problem('session_revoked');
      if (live.user.status === 'disabled' && !admitsDisabled) throw new Problem('account_disabled');
      return live;
    },

    async list({ userId, limit, cursor }) {
      const now = clock();
      const refreshedAfter = new Date(now.getTime() - refreshSeconds * 1000);
      // One more than is shown tells whether there is a next page.
      const rows = await database.sessions.listOpen({ userId, now, refreshedAfter, limit: limit + 1, cursor });
      return { sessions: rows.slice(0, limit).map(withEnd), more: rows.length > limit };
    },

    async revoke({ userId, sessionId, ...trace }) {
      const session = await database.sessions.get(sessionId);
      // Somebody else's session is as absent as one that never was.
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

/** Within a transaction. The record is written also where no session is open: login codes end by it. */
export async function revokeAll(
  stores: Stores,
  { userId, now, ...trace }: { readonly userId: string; readonly now: Date } & Trace,
): Promise<number> {
  await stores.users.hold(userId);
  const count = await stores.sessions.revokeAll({ userId, now });
  await stores.audit.add({ ...trace, at: now, event: 'sessions_revoked', userId, details: { count } });
  return count;
}

/** Clocks that write into the audit trail differ less: those of instances by seconds, an operator's by minutes. */
const maxSkewMs = 3_600_000;

/** A session that is not refreshed ends with its refresh token, before SESSION_MAX_AGE does it. */
function withEnd(session: Session): Session {
  const silent = new Date(session.rotatedAt.getTime() + refreshSeconds * 1000);
  return silent < session.expiresAt ? { ...session, expiresAt: silent } : session;
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
 * The row first, its user after: the row's reference holds the user's row, so that no merge comes between from here
 * on, and one that came before shows in what is read now.
 */
async function insertSession(
  stores: Stores,
  { user, channel, userAgent, ...trace }: Omit<Opening, 'stores'>,
  parts: SessionParts,
): Promise<IssuedSession> {
  const session: Session = { userId: user.id, ...begin({ channel, userAgent }, parts) };
  await stores.sessions.insert(session);
  const live = await stores.users.resolve(user.id);
  // Whatever became of the account since it was looked at.
  if (live?.status !== 'active') throw new Problem('account_disabled');
  await follow(stores, session, live);
  const { id: sessionId, createdAt: at } = session;
  await stores.audit.add({ ...trace, at, event: 'signed_in', userId: live.id, sessionId, channel });
  return { user: live, session };
}

/** Shown to its owner among the sessions: nothing that could paint over a line, and no more than our column holds. */
function cleanUserAgent(text = ''): string | null {
  const characters = [...text.replace(/\p{C}/gu, '').trim()];
  return characters.length === 0 ? null : characters.slice(0, maxLengths.userAgent).join('');
}

/** A session of a merged user goes on as the survivor's. */
async function follow({ sessions }: Stores, session: Session, user: User): Promise<void> {
  if (session.userId !== user.id) await sessions.move({ from: session.userId, to: user.id });
}

type Refusal = Extract<ProblemCode, `refresh_token_${string}` | 'account_disabled'>;

/** A refusal is an outcome and no error: the end of a session that a reused token betrays must be committed. */
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
 * Decides where no row was advanced: the session was advanced before, has ended, or its user is another one
 * since a merge. The session is held, so what is read here stays true until it is written.
 */
async function refreshLate(step: Step): Promise<Outcome> {
  const { stores, now, id, generation, graceMs } = step;
  const lockedSession = await stores.sessions.hold(id, generation);
  if (!lockedSession) return { refusal: 'refresh_token_invalid' };
  const { session, succeededAt } = lockedSession;
  const ended = whyEnded(session, now);
  if (ended) return { refusal: ended };

  const behind = session.generation - generation;
  // A token from the future: the database is a restored backup. That is nobody's theft, and nothing to go on with.
  if (behind < 0) return { refusal: 'refresh_token_invalid' };
  // From the token's own first use, however many generations have followed: tabs that refresh on load do no harm, and
  // using it again gives no more time. Half-open, as `exp` is: at its end the token counts as reused, and a grace of 0
  // means none, also where another instance succeeded it a moment ahead of this one.
  const inGrace =
    behind > 0 && graceMs > 0 && succeededAt !== undefined && now.getTime() - succeededAt.getTime() < graceMs;
  // Before the account is looked at: two hands on one session end it, disabled or not.
  if (behind > 0 && !inGrace) return endReused(step, session);

  const user = await stores.users.resolve(session.userId);
  if (!user || user.status === 'deleted') return { refusal: 'refresh_token_revoked' };
  if (user.status === 'disabled') return { refusal: 'account_disabled' };
  await follow(stores, session, user);
  // The pair is computed from the session alone, so this is the one that its last refresh gave, to the byte.
  if (inGrace) return { session, user };
  // No merge takes away a user whose session is held; it can only have been disabled since it was read.
  const advanced = await stores.sessions.advance({ id, userId: user.id, generation, now, graceMs });
  return advanced ?? { refusal: 'account_disabled' };
}

/** A token that was used before is in two hands, and nobody can tell whose: RFC 9700 section 4.14.2. */
async function endReused({ stores, now, trace }: Step, { id, userId, channel, generation }: Session): Promise<Outcome> {
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
