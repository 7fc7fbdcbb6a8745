// Finds the user of a login: the table of identity cases, and the transaction that applies them.
import { randomUUID } from 'node:crypto';
import { Problem } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import type { AuditEvent, AuditRecord, Trace } from '../ports/audit-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Channel, Identity } from '../ports/identity-provider.ts';
import type { Observe } from '../ports/metric-events.ts';
import type { Database, Stores } from '../ports/sql-database.ts';
import type { IdentifierKind, User, UserPatch } from '../ports/user-store.ts';

/** If identifiers contradict each other, `lenient` signs in with an audit record, and `strict` answers 409. */
export type IdentityMode = 'lenient' | 'strict';

/** The input of a decision: the identifiers of the login, and the rows that have them. */
export type IdentityMatches = {
  readonly identity: Identity;
  readonly byUnionid?: User | undefined;
  readonly byOpenid?: User | undefined;
  readonly mode: IdentityMode;
};

type Past = { readonly kind: IdentifierKind; readonly value: string };

/** A row of the table: the changes that it makes. */
export type Decision = {
  readonly case: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '9a' | '9b' | '10';
  /** The user who signs in; absent for a new user. */
  readonly user?: User | undefined;
  /** The columns to write to the row of `user`, or to the new row. */
  readonly changes: UserPatch;
  /** The row to merge into `user`. */
  readonly loser?: User | undefined;
  /** A row that stays separate although it has one of the identifiers. */
  readonly otherUser?: User | undefined;
  /** An identifier that is replaced. */
  readonly past?: Past | undefined;
  readonly event?: AuditEvent | undefined;
  /** The transaction is committed, but the login fails with this problem. */
  readonly refusal?: Extract<ProblemCode, 'account_disabled' | 'identity_conflict'> | undefined;
};

const openidOf = { web: 'webOpenid', mini: 'miniOpenid' } as const;
const kindOf = { web: 'web_openid', mini: 'mini_openid' } as const;
const otherChannel = { web: 'mini', mini: 'web' } as const satisfies Record<Channel, Channel>;

/** The table of identity cases. A pure function. */
export function decide(matches: IdentityMatches): Decision {
  return refuse(matches, decideRow(matches));
}

function decideRow({ identity, byUnionid, byOpenid }: IdentityMatches): Decision {
  const { channel, openid, unionid } = identity;
  const openidColumn = openidOf[channel];

  if (unionid === undefined) {
    if (!byOpenid) return { case: '1', changes: { [openidColumn]: openid }, event: 'user_created' };
    return { case: '2', user: byOpenid, changes: {} };
  }
  if (!byUnionid) {
    if (!byOpenid) return { case: '3', changes: { unionid, [openidColumn]: openid }, event: 'user_created' };
    if (byOpenid.unionid === null) return { case: '4', user: byOpenid, changes: { unionid }, event: 'unionid_filled' };
    return { case: '5', user: byOpenid, changes: {}, event: 'unionid_mismatch' }; // case 18 looks the same here
  }
  if (!byOpenid) {
    const past = pastOpenid(byUnionid, channel);
    if (!past) return { case: '6', user: byUnionid, changes: { [openidColumn]: openid }, event: 'openid_attached' };
    return { case: '7', user: byUnionid, changes: { [openidColumn]: openid }, past, event: 'openid_replaced' };
  }
  if (byUnionid.id === byOpenid.id) return { case: '8', user: byUnionid, changes: {} };

  const separateUsers = { user: byUnionid, changes: {}, otherUser: byOpenid, event: 'identity_conflict' } as const;
  if (byOpenid.unionid !== null) return { case: '10', ...separateUsers };
  if (clash(byUnionid, byOpenid, otherChannel[channel])) return { case: '9b', ...separateUsers };
  return merge(byUnionid, byOpenid, identity);
}

/** Applies case 15, and the 409 of the strict mode. If either row is disabled, the login is refused. */
function refuse({ mode, byUnionid, byOpenid }: IdentityMatches, decision: Decision): Decision {
  if (byUnionid?.status === 'disabled' || byOpenid?.status === 'disabled') {
    return { ...decision, refusal: 'account_disabled' };
  }
  const conflict = decision.event === 'unionid_mismatch' || decision.event === 'identity_conflict';
  return conflict && mode === 'strict' ? { ...decision, refusal: 'identity_conflict' } : decision;
}

/** Cases 9 and 9a: both rows belong to one person. The older row remains, and gets the values that it lacks. */
function merge(byUnionid: User, byOpenid: User, { channel, openid }: Identity): Decision {
  const otherColumn = openidOf[otherChannel[channel]];
  const [user, loser] = isOlder(byUnionid, byOpenid) ? [byUnionid, byOpenid] : [byOpenid, byUnionid];
  const past = pastOpenid(byUnionid, channel);
  return {
    case: past ? '9a' : '9',
    user,
    loser,
    changes: {
      unionid: byUnionid.unionid,
      [openidOf[channel]]: openid,
      [otherColumn]: byUnionid[otherColumn] ?? byOpenid[otherColumn],
      nickname: user.nickname ?? loser.nickname,
      avatarUrl: user.avatarUrl ?? loser.avatarUrl,
      phone: user.phone ?? loser.phone,
      // The stricter status: a merge must not enable an account.
      status: loser.status === 'disabled' ? 'disabled' : user.status,
    },
    past,
    event: 'users_merged',
  };
}

function pastOpenid(user: User, channel: Channel): Past | undefined {
  const value = user[openidOf[channel]];
  return value === null ? undefined : { kind: kindOf[channel], value };
}

/** Whether both rows have an openid of the channel: two openids of one application count as two people. */
function clash(first: User, second: User, channel: Channel): boolean {
  const column = openidOf[channel];
  return first[column] !== null && second[column] !== null;
}

function isOlder(first: User, second: User): boolean {
  const difference = first.createdAt.getTime() - second.createdAt.getTime();
  return difference === 0 ? first.id < second.id : difference < 0;
}

/** The user of a login, and whether the login created it. */
export type ResolvedUser = { readonly user: User; readonly created: boolean };

export type SignIn = Trace & { readonly identity: Identity };

export type Identities = {
  /**
   * Finds or creates the user of an identity that the provider has just confirmed. `finish` runs in the same
   * transaction. It may run again, so it must have no other effects. `signInExisting` is called first, without a
   * transaction, because most logins change nothing about a user (cases 2 and 8). If it returns a result, `signIn`
   * returns this result. Throws `account_disabled`; in strict mode `identity_conflict`; `idp_bad_response` for
   * malformed identifiers.
   */
  signIn<T>(
    login: SignIn & { readonly signInExisting?: (identity: Identity) => Promise<T | undefined> },
    finish: (arrival: ResolvedUser, stores: Stores) => Promise<T>,
  ): Promise<T>;
};

export type IdentityParts = {
  readonly database: Pick<Database, 'transaction'>;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly mode: IdentityMode;
  readonly newId?: () => string;
};

/** The provider must be called before `signIn`, so that no lock is held during a network call. */
export function createIdentity({ database, clock, observe, mode, newId = randomUUID }: IdentityParts): Identities {
  const signIn: Identities['signIn'] = async ({ identity: rawIdentity, signInExisting, ...trace }, finish) => {
    const identity = checkForm(rawIdentity);
    const existingResult = await signInExisting?.(identity);
    if (existingResult !== undefined) return existingResult;
    // A refusal is returned and not thrown, so that the transaction is committed: what the login revealed about a
    // disabled person must be stored, or the person could sign in through the other channel.
    const outcome = await database.transaction(async (stores) => {
      await stores.users.lock(identity);
      const decision = decide({ identity, ...(await stores.users.findByIdentity(identity)), mode });
      const now = clock();
      const { channel } = identity;
      const user = await carryOut(decision, { stores, now, channel, newId });
      const facts = { ...trace, at: now, userId: user.id, channel, details: detailsOf(decision) };
      for (const event of eventsOf(decision)) await stores.audit.add({ ...facts, event });
      if (decision.refusal) return { decision, refusal: decision.refusal };
      return { decision, value: await finish({ user, created: !decision.user }, stores) };
    });
    for (const event of eventsOf(outcome.decision)) observe({ kind: 'identity', event });
    if ('refusal' in outcome) throw new Problem(outcome.refusal, { audited: true });
    return outcome.value;
  };
  return { signIn };
}

type Step = {
  readonly stores: Stores;
  readonly now: Date;
  readonly channel: Channel;
  readonly newId: () => string;
};

/** Applies a decision and returns the resulting row. */
async function carryOut(decision: Decision, { stores, now, channel, newId }: Step): Promise<User> {
  const login = { lastLoginAt: now, lastLoginSrc: channel };
  if (!decision.user) {
    const user: User = {
      ...noPersonalData,
      status: 'active',
      mergedInto: null,
      id: newId(),
      createdAt: now,
      ...decision.changes,
      ...login,
    };
    await stores.users.insert(user);
    return user;
  }
  const { id } = decision.user;
  // The merged row is cleared first, because the identifiers are unique.
  if (decision.loser) await release(stores, { from: decision.loser.id, to: id });
  if (decision.past) await stores.users.addPastIdentifier({ userId: id, ...decision.past, at: now });
  const patch = decision.refusal ? decision.changes : { ...decision.changes, ...login };
  if (Object.keys(patch).length > 0) await stores.users.update(id, patch);
  return { ...decision.user, ...patch };
}

/** The values of a row without personal data: a new, merged or deleted row. */
export const noPersonalData = {
  unionid: null,
  webOpenid: null,
  miniOpenid: null,
  nickname: null,
  avatarUrl: null,
  phone: null,
} as const;

/**
 * Clears a row that is merged into another, but keeps its id and status. Personal data is cleared, so that a later
 * deletion of the account leaves no personal data behind.
 */
async function release({ users, sessions }: Stores, { from, to }: { from: string; to: string }): Promise<void> {
  await users.update(from, { ...noPersonalData, mergedInto: to });
  await users.movePastIdentifiers({ from, to });
  await sessions.move({ from, to });
}

function eventsOf({ event, refusal }: Decision): readonly AuditEvent[] {
  return [...(event ? [event] : []), ...(refusal ? (['login_refused'] as const) : [])];
}

/** Details for the audit record: ids of users and the number of the case, never an identifier. */
function detailsOf({ case: number, loser, otherUser }: Decision): NonNullable<AuditRecord['details']> {
  return { case: number, ...(loser && { merged: loser.id }), ...(otherUser && { other: otherUser.id }) };
}

/** Case 17. The provider's client validates identifiers too; this check protects the table. */
function checkForm({ channel, openid, unionid }: Identity): Identity {
  if (!isIdentifier(openid)) throw new Problem('idp_bad_response');
  // An empty unionid counts as absent: as a value it would match everybody without a unionid.
  if ((unionid ?? '') === '') return { channel, openid };
  if (!isIdentifier(unionid)) throw new Problem('idp_bad_response');
  return { channel, openid, unionid };
}

function isIdentifier(value: unknown): boolean {
  return typeof value === 'string' && /^\P{C}{1,64}$/u.test(value);
}
