// The contract of the session store, on both databases.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Identity } from '../../../server/ports/identity-provider.ts';
import type { Session } from '../../../server/ports/session-store.ts';
import type { Database } from '../../../server/ports/sql-database.ts';
import type { User } from '../../../server/ports/user-store.ts';
import { eachDatabase } from '../../support/databases.ts';
import { fresh, later, makeSession, makeUser } from './rows.ts';

eachDatabase('sessions', (open) => {
  let database: Database;

  before(async function () {
    database = await open(this);
  });

  const begin = async (fields: Partial<Session> = {}, user: Partial<User> = {}): Promise<Session> => {
    const owner = makeUser(user);
    if (fields.userId === undefined) await database.users.insert(owner);
    const session = makeSession({ userId: owner.id, ...fields });
    await database.sessions.insert(session);
    return session;
  };
  const read = (session: Session) => database.sessions.get(session.id);

  it('a session is read as it was inserted', async () => {
    const session = await begin({
      channel: 'mini',
      generation: 3,
      userAgent: 'Mozilla/5.0 (手机)',
      rotatedAt: later(1),
      lastUsedAt: later(2),
      revokedAt: later(3),
    });
    expect(await read(session)).to.deep.equal(session);
  });

  it('a session cannot be inserted for a user who does not exist', async () => {
    const stray = database.sessions.insert(makeSession({ userId: randomUUID() }));
    expect((await stray.catch((error: unknown) => error)) as object).to.include({ code: '23503' });
  });

  it('an invalid id finds nothing, without an error', async () => {
    for (const id of ['', 'x', '\0', randomUUID()]) {
      expect(await database.sessions.get(id)).to.equal(undefined);
      expect(await database.sessions.revoke({ id, now: later(0) })).to.equal(false);
      expect(await database.sessions.getLive(id)).to.equal(undefined);
      const step = { generation: 0, now: later(0), graceMs: 0 };
      expect(await database.sessions.advance({ ...step, id, userId: randomUUID() })).to.equal(undefined);
      expect(await database.sessions.advance({ ...step, id: randomUUID(), userId: id })).to.equal(undefined);
      expect(await database.transaction(({ sessions }) => sessions.hold(id, 0))).to.equal(undefined);
      expect(
        await database.sessions.listOpen({ userId: id, now: later(0), refreshedAfter: later(-9), limit: 1 }),
      ).to.deep.equal([]);
    }
  });

  it('getLive also returns the row of the user, whatever the state of the user is', async () => {
    const survivor = makeUser();
    await database.users.insert(survivor);
    for (const fields of [{ nickname: '晓雨', phone: '+8613800000000' }, { mergedInto: survivor.id }]) {
      const user = makeUser({ ...fields, createdAt: later(-60), lastLoginAt: later(-30), lastLoginSrc: 'mini' });
      await database.users.insert(user);
      const session = await begin({ userId: user.id });
      const { id, userId, expiresAt, revokedAt } = session;
      const live = { session: { id, userId, expiresAt, revokedAt }, user };
      expect(await database.sessions.getLive(session.id)).to.deep.equal(live);
    }
  });

  describe('insertFor', () => {
    const fromNow = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
    const opening = (fields: Partial<Session> = {}): Omit<Session, 'userId'> => {
      const { userId: _, ...session } = makeSession({
        userId: '',
        createdAt: fromNow(1),
        expiresAt: fromNow(2),
        ...fields,
      });
      return session;
    };
    const expectNobody = async (identity: Identity, fields?: Partial<Session>): Promise<void> => {
      const session = opening(fields);
      expect(await database.sessions.insertFor(identity, session, {})).to.equal(undefined);
      expect(await database.sessions.get(session.id)).to.equal(undefined);
    };

    it('begins a session for the user whom the identifiers name, and stores the login', async () => {
      for (const [channel, column] of [
        ['web', 'webOpenid'],
        ['mini', 'miniOpenid'],
      ] as const) {
        for (const unionid of [undefined, fresh()]) {
          const user = makeUser({ [column]: fresh(), unionid: unionid ?? null, nickname: 'x' });
          await database.users.insert(user);
          const session = opening({ channel, userAgent: '手机' });
          const identity = { channel, openid: user[column]!, unionid };
          const trace = { requestId: 'request-1', agent: 'WeChat on Android', network: '192.0.2.0/24' };
          const live = await database.sessions.insertFor(identity, session, trace);
          const after = { ...user, lastLoginAt: session.createdAt, lastLoginSrc: channel };
          expect(live?.user).to.deep.equal({ id: user.id, nickname: 'x', avatarUrl: null });
          expect({ ...live?.session, userId: user.id }).to.deep.equal(await database.sessions.get(session.id));
          expect(await database.users.get(user.id)).to.deep.equal(after);
          const [record, ...others] = await database.audit.list({ userId: user.id, limit: 9 });
          const { id: sessionId, createdAt: at } = session;
          expect(record).to.deep.include({ ...trace, at, event: 'signed_in', userId: user.id, sessionId, channel });
          expect(others).to.deep.equal([]);
        }
      }
    });

    it('signs in a user who has a unionid even if the login has none (case 2)', async () => {
      const user = makeUser({ miniOpenid: fresh(), unionid: fresh() });
      await database.users.insert(user);
      const live = await database.sessions.insertFor({ channel: 'mini', openid: user.miniOpenid! }, opening(), {});
      expect(live?.user.id).to.equal(user.id);
    });

    it('returns undefined for users who do not match exactly or may not sign in', async () => {
      const known = makeUser({ miniOpenid: fresh(), unionid: fresh() });
      const late = makeUser({ miniOpenid: fresh() });
      const disabled = makeUser({ miniOpenid: fresh(), status: 'disabled' });
      for (const user of [known, late, disabled]) await database.users.insert(user);
      const nobodies: readonly Identity[] = [
        { channel: 'mini', openid: fresh() },
        { channel: 'web', openid: known.miniOpenid! },
        { channel: 'mini', openid: known.miniOpenid!, unionid: fresh() },
        { channel: 'mini', openid: known.miniOpenid!, unionid: '' },
        { channel: 'mini', openid: fresh(), unionid: known.unionid! },
        { channel: 'mini', openid: late.miniOpenid!, unionid: known.unionid! },
        { channel: 'mini', openid: disabled.miniOpenid! },
        { channel: 'mini', openid: '\0' },
      ];
      for (const identity of nobodies) await expectNobody(identity);
      await expectNobody({ channel: 'mini', openid: late.miniOpenid! }, { createdAt: fromNow(-1) });
      for (const user of [known, late, disabled]) expect(await database.users.get(user.id)).to.deep.equal(user);
    });
  });

  describe('advance', () => {
    const advance = ({ id, userId }: Session, { generation = 0, at = 10 } = {}) =>
      database.sessions.advance({ id, userId, generation, now: later(at), graceMs: 10_000 });

    it('begins the next generation, and returns the user', async () => {
      const session = await begin({ channel: 'mini' }, { nickname: '晓雨' });
      const { id, channel, userId } = session;
      expect(await advance(session)).to.deep.equal({
        session: { id, channel, generation: 1, rotatedAt: later(10) },
        user: { id: userId, nickname: '晓雨', avatarUrl: null },
      });
      const next = { ...session, generation: 1, rotatedAt: later(10), lastUsedAt: later(10) };
      expect(await read(session)).to.deep.equal(next);
    });

    it('returns a session to exactly one of 40 simultaneous calls', async () => {
      for (let round = 0; round < 5; round += 1) {
        const session = await begin();
        const steps = Array.from({ length: 40 }, () => advance(session));
        const winners = (await Promise.all(steps)).filter((live) => live !== undefined);
        expect(winners.map(({ session: { generation } }) => generation)).to.deep.equal([1]);
      }
    });

    const refused: readonly [string, Partial<Session>, Partial<User>][] = [
      ['of a later generation', { generation: 1 }, {}],
      ['that was revoked', { revokedAt: later(1) }, {}],
      ['that expired', { expiresAt: later(5) }, {}],
      ['that expires this very moment', { expiresAt: later(10) }, {}],
      ['of a disabled user', {}, { status: 'disabled' }],
      ['of a deleted user', {}, { status: 'deleted' }],
    ];
    for (const [which, fields, user] of refused) {
      it(`does not change a session ${which}`, async () => {
        const session = await begin(fields, user);
        expect(await advance(session)).to.equal(undefined);
        expect(await read(session)).to.deep.equal(session);
      });
    }

    it('does not change a session of an earlier generation', async () => {
      expect(await advance(await begin(), { generation: 1 })).to.equal(undefined);
    });

    it('does not change a session that a merge moved to another user, unless that user is given', async () => {
      const session = await begin();
      const survivor = makeUser();
      await database.users.insert(survivor);
      await database.sessions.move({ from: session.userId, to: survivor.id });
      expect(await advance(session)).to.equal(undefined);
      expect((await advance({ ...session, userId: survivor.id }))?.user.id).to.equal(survivor.id);
    });

    it('remembers when each generation was replaced by the next, for as long as the grace period lasts', async () => {
      const session = await begin();
      const succeededAt = (generation: number) =>
        database.transaction(({ sessions }) => sessions.hold(session.id, generation).then((held) => held?.succeededAt));
      for (const [generation, at] of [10, 21, 25, 30, 31, 36].entries()) await advance(session, { generation, at });
      expect(await Promise.all([0, 1, 2, 3, 4, 5, 6, 9].map(succeededAt))).to.deep.equal([
        ...[undefined, undefined, undefined, later(30), later(31), later(36), undefined, undefined],
      ]);
      await advance(session, { generation: 6, at: 46 });
      expect(await Promise.all([4, 5, 6].map(succeededAt))).to.deep.equal([undefined, undefined, later(46)]);
    });

    it('does not change a session whose user was merged', async () => {
      const survivor = makeUser();
      await database.users.insert(survivor);
      expect(await advance(await begin({}, { mergedInto: survivor.id }))).to.equal(undefined);
    });
  });

  describe('an end', () => {
    it('happens once: revoke returns true for exactly one of many calls', async () => {
      const { id } = await begin();
      const ends = await Promise.all(Array.from({ length: 10 }, () => database.sessions.revoke({ id, now: later(1) })));
      expect(ends.filter((ended) => ended)).to.have.length(1);
      expect((await database.sessions.get(id))?.revokedAt).to.deep.equal(later(1));
    });

    it('of all sessions of a user returns their number, and does not affect other users', async () => {
      const one = await begin();
      const two = await begin({ userId: one.userId });
      await begin({ userId: one.userId, revokedAt: later(1) });
      const other = await begin();
      expect(await database.sessions.revokeAll({ userId: one.userId, now: later(2) })).to.equal(2);
      expect(await database.sessions.revokeAll({ userId: one.userId, now: later(3) })).to.equal(0);
      expect((await read(two))?.revokedAt).to.deep.equal(later(2));
      expect((await read(other))?.revokedAt).to.equal(null);
    });
  });

  it('listOpen returns sessions that are neither revoked nor expired nor unused for too long, newest first, in pages', async () => {
    const first = await begin({ createdAt: later(1), rotatedAt: later(1) });
    const { userId } = first;
    const same = [
      await begin({ userId, createdAt: later(2), rotatedAt: later(2) }),
      await begin({ userId, createdAt: later(2), rotatedAt: later(2) }),
    ].sort((one, other) => (one.id < other.id ? 1 : -1));
    await begin({ userId, revokedAt: later(3) });
    await begin({ userId, expiresAt: later(60) });
    await begin({ userId, createdAt: later(-8), rotatedAt: later(-8) });
    await begin();
    const query = { userId, now: later(60), refreshedAfter: later(-8), limit: 10 };
    const all = await database.sessions.listOpen(query);
    expect(all).to.deep.equal([...same, first]);
    expect(await database.sessions.listOpen({ ...query, limit: 1 })).to.deep.equal([same[0]]);
    expect(await database.sessions.listOpen({ ...query, cursor: same[0] })).to.deep.equal([same[1], first]);
    expect(await database.sessions.listOpen({ ...query, cursor: first })).to.deep.equal([]);
  });

  it('removeAll removes only the sessions of the user', async () => {
    const one = await begin();
    const other = await begin();
    await database.sessions.removeAll(one.userId);
    expect(await read(one)).to.equal(undefined);
    expect(await read(other)).to.deep.equal(other);
  });

  it('removeEnded removes sessions that ended before a moment, however many, and no others', async () => {
    const { userId } = await begin();
    const day = 86_400;
    const old = { userId, createdAt: later(-9 * day), expiresAt: later(-8 * day) };
    await database.transaction(async ({ sessions }) => {
      for (let count = 0; count < 1500; count += 1) await sessions.insert(makeSession(old));
    });
    const revoked = await begin({ userId, revokedAt: later(-8 * day) });
    const kept = [
      await begin({ userId, expiresAt: later(-7 * day) }),
      await begin({ userId, revokedAt: later(-7 * day) }),
      await begin({ userId }),
    ];
    expect(await database.sessions.removeEnded(later(-7 * day))).to.equal(1501);
    expect(await read(revoked)).to.equal(undefined);
    for (const session of kept) expect(await read(session)).to.deep.equal(session);
  });
});
