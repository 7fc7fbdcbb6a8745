// The contract of the audit trail, on both databases.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { auditEvents } from '../../../server/ports/audit-store.ts';
import type { AuditRecord } from '../../../server/ports/audit-store.ts';
import type { Database } from '../../../server/ports/sql-database.ts';
import type { User } from '../../../server/ports/user-store.ts';
import { eachDatabase } from '../../support/databases.ts';
import { later, makeUser } from './rows.ts';

eachDatabase('audit', (open) => {
  let database: Database;

  before(async function () {
    database = await open(this);
  });

  const add = async (fields: Partial<AuditRecord>): Promise<AuditRecord> => {
    const record: AuditRecord = { at: later(0), event: 'user_created', userId: randomUUID(), ...fields };
    await database.audit.add(record);
    return record;
  };

  const list = async (userId: string): Promise<readonly AuditRecord[]> => {
    const records = await database.audit.list({ userId, limit: 100 });
    return records.map(({ turn: _, ...record }) => record);
  };

  it('a record is read as it was added', async () => {
    const record = await add({
      sessionId: randomUUID(),
      requestId: 'request-1',
      details: { case: '9a', count: 3, strict: false, note: '合并' },
    });
    const bare = await add({ userId: record.userId, at: later(-1) });
    expect(await list(record.userId!)).to.deep.equal([record, bare]);
  });

  it('every event may be written', async () => {
    const userId = randomUUID();
    for (const event of auditEvents) await add({ userId, event });
    const events = (await list(userId)).map(({ event }) => event);
    expect(events.reverse()).to.deep.equal([...auditEvents]);
  });

  it('a user’s records are listed newest first, and records of one moment in reverse order of writing', async () => {
    const userId = randomUUID();
    await add({ userId, at: later(5), event: 'session_revoked' });
    for (const event of ['user_created', 'unionid_filled', 'openid_attached'] as const) await add({ userId, event });
    await add({});
    const events = async (limit: number) => (await database.audit.list({ userId, limit })).map(({ event }) => event);
    expect(await events(10)).to.deep.equal(['session_revoked', 'openid_attached', 'unionid_filled', 'user_created']);
    const [, last, ...others] = await database.audit.list({ userId, limit: 10 });
    expect(await events(2)).to.deep.equal(['session_revoked', 'openid_attached']);
    expect(await database.audit.list({ userId, limit: 10, cursor: last })).to.deep.equal(others);
  });

  it('a record may lack a user', async () => {
    await add({ userId: null, event: 'login_refused' });
  });

  describe('after a user is deleted', () => {
    const facts = { sessionId: randomUUID(), requestId: 'request-1', agent: 'WeChat on iOS', network: '192.0.2.0/24' };
    const signIn = { ...facts, at: later(0), event: 'signed_in', channel: 'mini' } as const;
    const seed = async (fields: Partial<User> = {}): Promise<string> => {
      const user = makeUser({ miniOpenid: randomUUID(), ...fields });
      await database.users.insert(user);
      return user.id;
    };
    const leave = async (id: string): Promise<void> => {
      await database.users.update(id, { miniOpenid: null, status: 'deleted' });
      await database.audit.forget({ userId: id });
    };

    it('only records of account changes are left, including those of merged accounts', async () => {
      const userId = await seed();
      const merged = await seed({ miniOpenid: null, mergedInto: userId });
      for (const owner of [userId, merged]) {
        await database.audit.addLate({ ...signIn, id: randomUUID(), userId: owner });
        await add({ ...facts, userId: owner, event: 'profile_changed' });
      }
      expect((await list(userId)).map(({ event }) => event).sort()).to.deep.equal([
        'profile_changed',
        'profile_changed',
        'signed_in',
        'signed_in',
      ]);
      await leave(userId);
      const left = await list(userId);
      expect(left).to.deep.equal(
        [merged, userId].map((id) => ({ at: later(0), event: 'profile_changed', userId: id })),
      );
    });

    it('a later cleanup removes records of an older version, and late records of merged accounts', async () => {
      const userId = await seed();
      const merged = await seed({ miniOpenid: null, mergedInto: userId });
      await leave(userId);
      await add({ userId, event: 'user_deleted' });
      for (const owner of [userId, merged]) await add({ ...signIn, userId: owner });
      await database.audit.forget({ deletedSince: later(1) });
      expect(await list(userId)).to.have.lengthOf(3);
      await database.audit.forget({ deletedSince: later(0) });
      expect((await list(userId)).map(({ event }) => event)).to.deep.equal(['user_deleted']);
    });

    it('a late record does not name the user, and a repeated record is written once', async () => {
      const userId = await seed();
      const record = { ...signIn, id: randomUUID(), userId };
      for (let count = 0; count < 2; count += 1) await database.audit.addLate(record);
      expect(await list(userId)).to.deep.equal([{ ...signIn, userId }]);
      await leave(userId);
      await database.audit.addLate({ ...signIn, id: randomUUID(), userId });
      expect(await list(userId)).to.deep.equal([]);
    });
  });

  it('records are removed when their retention is over, and not before', async () => {
    const userId = randomUUID();
    await add({ userId, at: later(-101) });
    await add({ userId, at: later(-100) });
    expect(await database.audit.removeBefore(later(-100))).to.be.at.least(1);
    expect(await database.audit.list({ userId, limit: 10 })).to.have.length(1);
  });
});
