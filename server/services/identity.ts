// Who somebody is: the table of identity cases, and the one transaction that carries it out.
import { randomUUID } from 'node:crypto';
import { Problem } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import type { AuditEvent, AuditRecord, Trace } from '../ports/audit-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Channel, Identity } from '../ports/identity-provider.ts';
import type { Observe } from '../ports/metric-events.ts';
import type { Database, Stores } from '../ports/sql-database.ts';
import type { IdentifierKind, User, UserPatch } from '../ports/user-store.ts';

/** Identifiers that contradict each other: `lenient` signs in and records it, `strict` refuses with 409. */
export type IdentityMode = 'lenient' | 'strict';

/** One login's input: the person's identifiers, and the live rows that hold them. */
export type IdentityMatches = {
  readonly identity: Identity;
  readonly byUnionid?: User | undefined;
  readonly byOpenid?: User | undefined;
  readonly mode: IdentityMode;
};

type Past = { readonly kind: IdentifierKind; readonly value: string };

/** A row of the table, as what it writes. */
export type Decision = {
  readonly case: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '9a' | '9b' | '10';
  /** Whom this signs in. Absent: somebody new. */
  readonly user?: User | undefined;
  /** These columns are written to that row, or begin a new one. */
  readonly changes: UserPatch;
  /** The row that is merged into it. */
  readonly loser?: User | undefined;
  /** The row that stays apart although it holds one of the identifiers. */
  readonly otherUser?: User | undefined;
  /** An identifier that is nobody's any more. */
  readonly past?: Past | undefined;
  readonly event?: AuditEvent | undefined;
  /** The transaction commits, and the login fails with this. */
  readonly refusal?: Extract<ProblemCode, 'account_disabled' | 'identity_conflict'> | undefined;
};

const openidOf = { web: 'webOpenid', mini: 'miniOpenid' } as const;
const kindOf = { web: 'web_openid', mini: 'mini_openid' } as const;
const otherChannel = { web: 'mini', mini: 'web' } as const satisfies Record<Channel, Channel>;

/** The table of identity cases: what the rows that were found, and the identifiers that came, make of a login. Pure. */
export function decide(matches: IdentityMatches): Decision {
  return refuse(matches, decideRow(matches));
}

function decideRow({ identity, byUnionid, byOpenid }: IdentityMatches): Decision {
  const { channel, openid, unionid } = identity;
  const here = openidOf[channel];

  if (unionid === undefined) {
    if (!byOpenid) return { case: '1', changes: { [here]: openid }, event: 'user_created' };
    return { case: '2', user: byOpenid, changes: {} };
  }
  if (!byUnionid) {
    if (!byOpenid) return { case: '3', changes: { unionid, [here]: openid }, event: 'user_created' };
    if (byOpenid.unionid === null) return { case: '4', user: byOpenid, changes: { unionid }, event: 'unionid_filled' };
    return { case: '5', user: byOpenid, changes: {}, event: 'unionid_mismatch' }; // 18 looks the same from here
  }
  if (!byOpenid) {
    const past = pastOpenid(byUnionid, channel);
    if (!past) return { case: '6', user: byUnionid, changes: { [here]: openid }, event: 'openid_attached' };
    return { case: '7', user: byUnionid, changes: { [here]: openid }, past, event: 'openid_replaced' };
  }
  if (byUnionid.id === byOpenid.id) return { case: '8', user: byUnionid, changes: {} };

  const apart = { user: byUnionid, changes: {}, otherUser: byOpenid, event: 'identity_conflict' } as const;
  if (byOpenid.unionid !== null) return { case: '10', ...apart };
  if (clash(byUnionid, byOpenid, otherChannel[channel])) return { case: '9b', ...apart };
  return merge(byUnionid, byOpenid, identity);
}

/** Case 15, and the 409 of the strict mode. A disabled row wins: whoever it is, nobody comes in beside it. */
function refuse({ mode, byUnionid, byOpenid }: IdentityMatches, decision: Decision): Decision {
  if (byUnionid?.status === 'disabled' || byOpenid?.status === 'disabled') {
    return { ...decision, refusal: 'account_disabled' };
  }
  const conflict = decision.event === 'unionid_mismatch' || decision.event === 'identity_conflict';
  return conflict && mode === 'strict' ? { ...decision, refusal: 'identity_conflict' } : decision;
}

/** Cases 9 and 9a: both rows are one person. The oldest survives, and takes what it lacks. */
function merge(byUnionid: User, byOpenid: User, { channel, openid }: Identity): Decision {
  const there = openidOf[otherChannel[channel]];
  const [user, loser] = isOlder(byUnionid, byOpenid) ? [byUnionid, byOpenid] : [byOpenid, byUnionid];
  const past = pastOpenid(byUnionid, channel);
  return {
    case: past ? '9a' : '9',
    user,
    loser,
    changes: {
      unionid: byUnionid.unionid,
      [openidOf[channel]]: openid,
      [there]: byUnionid[there] ?? byOpenid[there],
      nickname: user.nickname ?? loser.nickname,
      avatarUrl: user.avatarUrl ?? loser.avatarUrl,
      phone: user.phone ?? loser.phone,
      // The stricter one: a merge never enables anybody.
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

/** Two openids of one application are two people, as far as anybody can tell. */
function clash(first: User, second: User, channel: Channel): boolean {
  const column = openidOf[channel];
  return first[column] !== null && second[column] !== null;
}

function isOlder(first: User, second: User): boolean {
  const difference = first.createdAt.getTime() - second.createdAt.getTime();
  return difference === 0 ? first.id < second.id : difference < 0;
}

/** Who came in by a login, and whether this login made the row: the `created` of the token answer. */
export type ResolvedUser = { readonly user: User; readonly created: boolean };

export type SignIn = Trace & { readonly identity: Identity };

export type Identities = {
  /**
   * Finds or makes the user of an identity that the provider has just confirmed. `finish` runs in the same transaction
   * with its stores: both stand, or neither. It may run again, so it must have no effect outside. `known` is asked
   * first, outside any transaction: most logins are of somebody known and teach nothing, and what it answers for them
   * (cases 2 and 8) is all. Throws `account_disabled`; in strict mode `identity_conflict`; `idp_bad_response` for
   * identifiers of a wrong form.
   */
  signIn<T>(
    login: SignIn & { readonly signInKnown?: (identity: Identity) => Promise<T | undefined> },
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

/** Makes the identity service. The provider is asked before, outside the transaction: no lock waits for a network. */
export function createIdentity({ database, clock, observe, mode, newId = randomUUID }: IdentityParts): Identities {
  const signIn: Identities['signIn'] = async ({ identity: rawIdentity, signInKnown, ...trace }, finish) => {
    const identity = checkForm(rawIdentity);
    const knownResult = await signInKnown?.(identity);
    if (knownResult !== undefined) return knownResult;
    // A refusal is an outcome and no error inside: what the login taught about a disabled person must be committed,
    // or a second channel would be a way around.
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

/** Writes a decision and returns the row as it stands then. */
async function carryOut(decision: Decision, { stores, now, channel, newId }: Step): Promise<User> {
  const login = { lastLoginAt: now, lastLoginSrc: channel };
  if (!decision.user) {
    const user: User = {
      ...nobody,
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
  // First the loser lets go: an identifier stands in one live row at any moment, the unique columns see to it.
  if (decision.loser) await release(stores, { from: decision.loser.id, to: id });
  if (decision.past) await stores.users.addPastIdentifier({ userId: id, ...decision.past, at: now });
  const patch = decision.refusal ? decision.changes : { ...decision.changes, ...login };
  if (Object.keys(patch).length > 0) await stores.users.update(id, patch);
  return { ...decision.user, ...patch };
}

/** A row that tells of nobody: a new one before it is filled in, one that was merged or left. */
export const nobody = {
  unionid: null,
  webOpenid: null,
  miniOpenid: null,
  nickname: null,
  avatarUrl: null,
  phone: null,
} as const;

/** A merged row keeps its id and its status. What tells of a person goes, so that leaving later leaves nothing behind. */
async function release({ users, sessions }: Stores, { from, to }: { from: string; to: string }): Promise<void> {
  await users.update(from, { ...nobody, mergedInto: to });
  await users.movePastIdentifiers({ from, to });
  await sessions.move({ from, to });
}

function eventsOf({ event, refusal }: Decision): readonly AuditEvent[] {
  return [...(event ? [event] : []), ...(refusal ? (['login_refused'] as const) : [])];
}

/** The audit trail of a decision: ids of ours and the number of the case, never an identifier. */
function detailsOf({ case: number, loser, otherUser }: Decision): NonNullable<AuditRecord['details']> {
  return { case: number, ...(loser && { merged: loser.id }), ...(otherUser && { other: otherUser.id }) };
}

/** Case 17. The provider's client has looked already; a row that should not be is looked for twice. */
function checkForm({ channel, openid, unionid }: Identity): Identity {
  if (!isIdentifier(openid)) throw new Problem('idp_bad_response');
  // An empty unionid is an absent one: as a value it would make one person of everybody who has none.
  if ((unionid ?? '') === '') return { channel, openid };
  if (!isIdentifier(unionid)) throw new Problem('idp_bad_response');
  return { channel, openid, unionid };
}

function isIdentifier(value: unknown): boolean {
  return typeof value === 'string' && /^\P{C}{1,64}$/u.test(value);
}
