// Signed-in people read, change and delete their account.
import { Problem } from '../problem.ts';
import { pageSize, readPages } from '../pages.ts';
import { nobody } from './identity.ts';
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
  /** Told of what went wrong without failing the call. */
  readonly warn: (message: string, error: unknown) => void;
};

export type Account = {
  /** Writes what the person says of themselves. Throws `session_revoked` when the account is gone meanwhile. */
  change(
    change: Trace & {
      readonly userId: string;
      readonly patch: Pick<UserPatch, 'nickname' | 'avatarUrl' | 'phone'>;
    },
  ): Promise<User>;
  /** What the database keeps on a person beside the user's row, by pages; the history without ids of other accounts. */
  collect(userId: string): Promise<{
    readonly past: readonly IdentifierKind[];
    readonly sessions: AsyncIterable<readonly Session[]>;
    readonly history: AsyncIterable<readonly AuditRecord[]>;
  }>;
  /** Writes what the provider says of a person where nothing stands yet. */
  fillProfile(profile: { readonly userId: string; readonly profile: Profile }): Promise<User>;
  /**
   * The person leaves: identifiers, past ones too, names, phone and sessions go. The row's id stays, so that it never
   * comes to mean somebody else, and the audit trail tells of its changes alone: its sign-ins are nobody's.
   */
  remove(removal: { readonly userId: string }): Promise<void>;
  /** The operator's switch. Sessions of a disabled account stay and are of no use until it is enabled again. */
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
      // Each would end by itself within 30 minutes; a store that is down must not bring the person back.
      await Promise.all(openids.map((openid) => sessionKeys.remove(openid))).catch((error: unknown) =>
        warn('session keys of a deleted account could not be removed: they end within 30 minutes', error),
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

/** Returns the openids that the person had in the mini-program before. */
async function erase({ users, sessions, audit }: Stores, id: string): Promise<readonly string[]> {
  await users.update(id, { ...nobody, status: 'deleted' });
  const past = await users.removePastIdentifiers(id);
  await sessions.removeAll(id);
  await audit.forget({ userId: id });
  return past.flatMap(({ kind, value }) => (kind === 'mini_openid' ? [value] : []));
}

/** The person's row, which no merge takes away before it is written. */
async function lockActiveUser({ users }: Stores, id: string): Promise<User> {
  const user = await users.hold(id);
  if (!user || user.status === 'deleted') throw new Problem('session_revoked');
  return user;
}

/** The first three and the last two digits of a number are enough to know one's own. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/^\+86/, '');
  const prefix = phone.slice(0, phone.length - digits.length);
  if (digits.length < 8) return `${prefix}${'*'.repeat(digits.length)}`;
  return `${prefix}${digits.slice(0, 3)}${'*'.repeat(digits.length - 5)}${digits.slice(-2)}`;
}
