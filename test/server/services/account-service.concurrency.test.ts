// An account that is deleted while it is being changed, on PostgreSQL: no deleted data comes back.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Problem } from '../../../server/problem.ts';
import { createAccount } from '../../../server/services/account-service.ts';
import type { Database } from '../../../server/ports/sql-database.ts';
import { makeUser } from '../stores/rows.ts';
import { holdCommit, makeGate, openContest } from './gate.ts';
import type { Contest } from './gate.ts';

describe('an account that is changed while it is deleted, on PostgreSQL', () => {
  const clock = () => new Date();
  let contest: Contest;
  let database: Database;

  before(async function () {
    contest = await openContest(this, { clock });
    ({ database } = contest);
  });
  after(() => contest?.close());

  const sessionKeys = { put: async () => {}, get: async () => undefined, remove: async () => {} };
  const accountOn = (on: Pick<Database, 'transaction'>) =>
    createAccount({ database: { ...database, ...on }, sessionKeys, clock, warn: () => {} });

  type Account = ReturnType<typeof createAccount>;
  const changes: Readonly<Record<string, (account: Account, userId: string) => Promise<unknown>>> = {
    'a name that the person sets': (account, userId) => account.change({ userId, patch: { nickname: '晓雨' } }),
    'a phone number': (account, userId) => account.change({ userId, patch: { phone: '+8613800001234' } }),
    "the provider's profile": (account, userId) => account.fillProfile({ userId, profile: { nickname: '晓雨' } }),
    'a status that the operator sets': (account, userId) => account.setStatus({ userId, status: 'active' }),
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`${what} waits for the deletion, finds no account, and writes nothing`, async () => {
      const user = makeUser({ miniOpenid: randomUUID() });
      await database.users.insert(user);
      const gate = makeGate();
      const removing = accountOn(holdCommit(database, gate)).remove({ userId: user.id });
      await gate.reached;
      const changing = change(accountOn(database), user.id).catch((error: unknown) => error);
      await contest.blocked();
      gate.open();
      await removing;
      expect((await changing) as Problem).to.include({ code: 'session_revoked' });
      expect(await database.users.get(user.id)).to.deep.include({ nickname: null, phone: null, status: 'deleted' });
    });
  }
});
