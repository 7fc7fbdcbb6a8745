// Reads, changes and deletes accounts.
import { Problem } from '../problem.ts';
import { pageSize, readPages } from '../row-pages.ts';
import { noPersonalData } from './identity-service.ts';
import type { AuditRecord, KeptRecord, Trace } from '../ports/audit-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Profile } from '../ports/identity-provider.ts';
import type { SessionKeyStore } from '../ports/session-key-store.ts';
import type { Session } from '../ports/session-store.ts';
import type { Database, Stores } from '../ports/sql-database.ts';
import type { IdentifierKind, User, UserPatch } from '../ports/user-store.ts';

export type AccountParts = {
  readonly database: Pick<Database, 'transaction' | 'users' | 'sessions' | 'audit'>;
  readonly sessionKeys: SessionKeyStore;
  readonly clock: Clock;
  /** Called for errors that do not fail the call. */
  readonly warn: (message: string, error: unknown) => void;
};

export type Account = {
  /** Changes profile or phone number. Throws `session_revoked` if the account was deleted meanwhile. */
  change(
    change: Trace & {
      readonly userId: string;
      readonly patch: Pick<UserPatch, 'nickname' | 'avatarUrl' | 'phone'>;
    },
  ): Promise<User>;
  /**
   * Returns everything that is stored about a person, except the user's row. Long lists are read in pages. The history
   * contains no ids of other accounts.
   */
  collect(userId: string): Promise<{
    readonly past: readonly IdentifierKind[];
    readonly sessions: AsyncIterable<readonly Session[]>;
    readonly history: AsyncIterable<readonly AuditRecord[]>;
  }>;
  /** Stores the provider's profile, but does not overwrite existing values. */
  fillProfile(profile: { readonly userId: string; readonly profile: Profile }): Promise<User>;
  /**
   * Deletes the account: identifiers (also previous ones), names, phone number and sessions are removed. The row and
   * its id stay, so that the id is never reused. The audit trail keeps account changes under this id, and keeps
   * sign-ins without it.
   */
  remove(removal: { readonly userId: string }): Promise<void>;
  /**
   * Enables or disables an account, for the operator. Sessions of a disabled account are kept but rejected until it is
   * enabled again.
   */
  setStatus(change: { readonly userId: string; readonly status: 'active' | 'disabled' }): Promise<User>;
};

export function createAccount({ database, sessionKeys, clock, warn }: AccountParts): Account {
  return {
    change: ({ userId, patch, ...trace }) =>
      database.transaction(async (stores) => {
        const user = await lockActiveUser(stores, userId);
        if (Object.keys(patch).length === 0) return user;
        await stores.users.update(user.id, patch);
        const event = patch.phone === undefined ? 'profile_changed' : 'phone_changed';
        await stores.audit.add({ ...trace, at: clock(), event, userId: user.id });
        return { ...user, ...patch };
      }),

    async collect(userId) {
      const { users, sessions, audit } = database;
      const query = { userId, limit: pageSize };
      return {
        past: await users.listPastKinds(userId),
        sessions: readPages((cursor) => sessions.listKept({ ...query, cursor })),
        history: withoutOthers(readPages((cursor) => audit.list({ ...query, cursor }))),
      };
    },

    fillProfile: ({ userId, profile: { nickname, avatarUrl } }) =>
      database.transaction(async (stores) => {
        const user = await lockActiveUser(stores, userId);
        const patch = {
          ...(user.nickname === null && nickname !== undefined ? { nickname } : {}),
          ...(user.avatarUrl === null && avatarUrl !== undefined ? { avatarUrl } : {}),
        };
        await stores.users.update(user.id, patch);
        return { ...user, ...patch };
      }),

    async remove({ userId }) {
      const openids = await database.transaction(async (stores) => {
        const user = await lockActiveUser(stores, userId);
        const past = await erase(stores, user.id);
        await stores.audit.add({ at: clock(), event: 'user_deleted', userId: user.id });
        return [...(user.miniOpenid === null ? [] : [user.miniOpenid]), ...past];
      });
      // Only a warning: session keys expire within 30 minutes anyway.
      await Promise.all(openids.map((openid) => sessionKeys.remove(openid))).catch((error: unknown) =>
        warn('the session keys of a deleted account could not be removed: they expire within 30 minutes', error),
      );
    },

    setStatus: ({ userId, status }) =>
      database.transaction(async (stores) => {
        const user = await lockActiveUser(stores, userId);
        await stores.users.update(user.id, { status });
        const event = status === 'active' ? 'user_enabled' : 'user_disabled';
        await stores.audit.add({ at: clock(), event, userId: user.id });
        return { ...user, status };
      }),
  };
}

async function* withoutOthers(pages: AsyncIterable<readonly KeptRecord[]>): AsyncGenerator<readonly AuditRecord[]> {
  for await (const page of pages)
    yield page.map(({ turn: _turn, details: { merged: _, other: _too, ...details } = {}, ...record }) => ({
      ...record,
      details,
    }));
}

/** Deletes the person's data. Returns previous openids of the mini-program. */
async function erase({ users, sessions, audit }: Stores, id: string): Promise<readonly string[]> {
  await users.update(id, { ...noPersonalData, status: 'deleted' });
  const past = await users.removePastIdentifiers(id);
  await sessions.removeAll(id);
  await audit.forget({ userId: id });
  return past.flatMap(({ kind, value }) => (kind === 'mini_openid' ? [value] : []));
}

/** Returns the user's row, and locks it so that it is not merged before the caller writes it. */
async function lockActiveUser({ users }: Stores, id: string): Promise<User> {
  const user = await users.hold(id);
  if (!user || user.status === 'deleted') throw new Problem('session_revoked');
  return user;
}

/** Shows the first three and the last two digits, which are enough to recognize one's own number. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/^\+86/, '');
  const prefix = phone.slice(0, phone.length - digits.length);
  if (digits.length < 8) return `${prefix}${'*'.repeat(digits.length)}`;
  return `${prefix}${digits.slice(0, 3)}${'*'.repeat(digits.length - 5)}${digits.slice(-2)}`;
}
