// The account on both databases: its changes, its deletion and its export.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { pageSize } from '../../../server/row-pages.ts';
import { createAccount, maskPhone } from '../../../server/services/account-service.ts';
import type { SessionKeyStore } from '../../../server/ports/session-key-store.ts';
import type { Database } from '../../../server/ports/sql-database.ts';
import { eachDatabase } from '../../support/databases.ts';
import { codeOf } from '../../support/errors.ts';
import { makeSession, makeUser } from '../stores/rows.ts';

eachDatabase('an account', (open) => {
  let database: Database;
  before(async function () {
    database = await open(this);
  });

  const accountWith = (remove: SessionKeyStore['remove'], warned: string[] = [], on = database) =>
    createAccount({
      database: on,
      sessionKeys: { put: async () => {}, get: async () => undefined, remove },
      clock: () => new Date(),
      warn: (message) => void warned.push(message),
    });
  const seed = async () => {
    const user = makeUser({
      unionid: randomUUID(),
      miniOpenid: randomUUID(),
      nickname: '晓雨',
      phone: '+8613800001234',
    });
    await database.users.insert(user);
    await database.sessions.insert(makeSession({ userId: user.id }));
    const past = { web_openid: randomUUID(), mini_openid: randomUUID() };
    for (const kind of ['web_openid', 'mini_openid'] as const) {
      await database.users.addPastIdentifier({ userId: user.id, kind, value: past[kind], at: new Date() });
    }
    return { user, past };
  };

  it('has no identifier, present or past, no name, no phone number and no session after its deletion', async () => {
    const { user } = await seed();
    await accountWith(async () => {}).remove({ userId: user.id });
    expect(await database.users.get(user.id)).to.deep.include({
      unionid: null,
      webOpenid: null,
      miniOpenid: null,
      nickname: null,
      phone: null,
      status: 'deleted',
    });
    expect(await database.users.removePastIdentifiers(user.id)).to.deep.equal([]);
    const all = { userId: user.id, now: new Date(0), refreshedAfter: new Date(0), limit: 9 };
    expect(await database.sessions.listOpen(all)).to.deep.equal([]);
  });

  it('has no session key after its deletion, under the present openid or a past one', async () => {
    const { user, past } = await seed();
    const removed: string[] = [];
    await accountWith(async (openid) => void removed.push(openid)).remove({ userId: user.id });
    expect(removed).to.have.members([user.miniOpenid, past.mini_openid]);
  });

  it('is deleted, with a warning, even if the store of session keys is down', async () => {
    const { user } = await seed();
    const warned: string[] = [];
    await accountWith(() => Promise.reject(new Error('away')), warned).remove({ userId: user.id });
    expect((await database.users.get(user.id))!.status).to.equal('deleted');
    expect(warned.join()).to.contain('30 minutes');
  });

  it('keeps the name and picture that the user chose, even if the provider sends others during a login', async () => {
    const { user } = await seed();
    const account = accountWith(async () => {});
    await account.change({ userId: user.id, patch: { avatarUrl: 'https://a.test/mine', nickname: '我' } });
    const profile = { nickname: '他', avatarUrl: 'https://thirdwx.qlogo.cn/0' };
    const kept = { nickname: '我', avatarUrl: 'https://a.test/mine' };
    expect(await account.fillProfile({ userId: user.id, profile })).to.include(kept);
    expect(await database.users.get(user.id)).to.include(kept);
    await account.change({ userId: user.id, patch: { avatarUrl: null } });
    await account.fillProfile({ userId: user.id, profile });
    expect(await database.users.get(user.id)).to.include({ ...kept, avatarUrl: profile.avatarUrl });
  });

  it('can be disabled and enabled', async () => {
    const { user } = await seed();
    const account = accountWith(async () => {});
    for (const status of ['disabled', 'active'] as const) {
      await account.setStatus({ userId: user.id, status });
      expect((await database.users.get(user.id))?.status).to.equal(status);
    }
  });

  it('is changed, disabled or deleted together with its audit record, or not at all', async () => {
    const { user } = await seed();
    const add = () => Promise.reject(new Error('full'));
    const transaction: Database['transaction'] = (work) =>
      database.transaction((stores) => work({ ...stores, audit: { ...stores.audit, add } }));
    const account = accountWith(async () => {}, [], { ...database, transaction });
    const attempts = [
      account.change({ userId: user.id, patch: { nickname: '晴' } }),
      account.setStatus({ userId: user.id, status: 'disabled' }),
      account.remove({ userId: user.id }),
    ].map((attempt) => attempt.catch(({ message }: Error) => message));
    expect(await Promise.all(attempts)).to.deep.equal(['full', 'full', 'full']);
    expect(await database.users.get(user.id)).to.include({ nickname: '晓雨', status: 'active' });
  });

  it('stays deleted: it cannot be changed, filled, enabled or deleted again', async () => {
    const { user } = await seed();
    const account = accountWith(async () => {});
    await account.remove({ userId: user.id });
    for (const attempt of [
      () => account.change({ userId: user.id, patch: { phone: '+8613800001234' } }),
      () => account.fillProfile({ userId: user.id, profile: { nickname: '晓雨' } }),
      () => account.setStatus({ userId: user.id, status: 'active' }),
      () => account.remove({ userId: user.id }),
    ]) {
      expect(await codeOf(attempt())).to.equal('session_revoked');
    }
    expect(await database.users.get(user.id)).to.include({ status: 'deleted', phone: null, nickname: null });
  });
});

eachDatabase('an account with more sessions than fit on a page', (open) => {
  it('is exported completely, each session once', async function () {
    const database = await open(this);
    const user = makeUser({ miniOpenid: randomUUID() });
    await database.users.insert(user);
    const sessions = Array.from({ length: pageSize + 1 }, () => makeSession({ userId: user.id }));
    await database.transaction(async (stores) => {
      for (const session of sessions) await stores.sessions.insert(session);
    });
    const keys = { put: async () => {}, get: async () => undefined, remove: async () => {} };
    const account = createAccount({ database, sessionKeys: keys, clock: () => new Date(), warn: () => undefined });
    const ids: string[] = [];
    for await (const page of (await account.collect(user.id)).sessions) {
      ids.push(...page.map(({ id }) => id));
      expect(ids.length).to.be.at.most(sessions.length);
    }
    expect(ids).to.have.members(sessions.map(({ id }) => id));
  });
});

describe('a masked phone number', () => {
  it('lets its owner recognize the number, and shows only the country code of a short number', () => {
    for (const [number, shown] of [
      ['+8613800001234', '+86138******34'],
      ['+12025550123', '+12*******23'],
      ['+861234567', '+86*******'],
    ] as const) {
      expect(maskPhone(number)).to.equal(shown);
    }
  });
});
