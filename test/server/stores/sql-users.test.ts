// The contract of the user store, on both databases.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import pg from 'pg';
import { openDatabase } from '../../../server/stores/database.ts';
import type { Identity } from '../../../server/ports/identity-provider.ts';
import type { Database } from '../../../server/ports/sql-database.ts';
import type { User, UserStore } from '../../../server/ports/user-store.ts';
import { eachDatabase } from '../../support/databases.ts';
import { errorOf } from '../../support/errors.ts';
import { makeSchema } from '../../support/services.ts';
import type { Schema } from '../../support/services.ts';
import { fresh, later, makeUser, morning } from './rows.ts';

/** Runs a call outside of the current transaction. */
const inAnotherFlow = AsyncLocalStorage.snapshot();

/** Values that every store must keep: any text without NUL. */
const anyText = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));

eachDatabase('users', (open) => {
  let database: Database;

  before(async function () {
    database = await open(this);
  });

  const insert = async (fields: Partial<User> = {}): Promise<User> => {
    const user = makeUser(fields);
    await database.users.insert(user);
    return user;
  };
  const find = (identity: Identity) => database.transaction(({ users }) => users.findByIdentity(identity));
  const codeOf = async (work: Promise<unknown>): Promise<unknown> => ((await errorOf(work)) as { code?: string }).code;

  describe('a row', () => {
    it('is read as it was inserted, to the millisecond', async () => {
      const user = makeUser({
        unionid: fresh(),
        webOpenid: fresh(),
        miniOpenid: fresh(),
        nickname: '小明 😀',
        avatarUrl: 'https://example.com/a.png',
        phone: '+8613800000000',
        status: 'disabled',
        createdAt: new Date('2026-01-02T03:04:05.678Z'),
        lastLoginAt: new Date('1969-12-31T23:59:59.999Z'),
        lastLoginSrc: 'mini',
      });
      await database.users.insert(user);
      expect(await database.users.get(user.id)).to.deep.equal(user);
    });

    it('with a picture of the stand-in gets the stand-in’s current address, and any other picture is kept', async () => {
      const path = '/sandbox/people/';
      const moved = { origin: 'http://localhost:4321', path };
      const pictures: readonly (readonly [before: string, after: string])[] = [
        [`http://localhost:1${path}lin.svg`, `http://localhost:4321${path}lin.svg`],
        [`http://localhost:43210${path}lin.svg`, `http://localhost:4321${path}lin.svg`],
        [`http://localhost:4321${path}lin.svg`, `http://localhost:4321${path}lin.svg`],
        [`https://example.com${path}lin.svg`, `https://example.com${path}lin.svg`],
        [`https://example.com/?http://localhost:1${path}`, `https://example.com/?http://localhost:1${path}`],
        ['http://localhost:1/lin.svg', 'http://localhost:1/lin.svg'],
      ];
      const users = await Promise.all(pictures.map(([avatarUrl]) => insert({ avatarUrl })));
      await database.users.movePictures(moved);
      for (const [index, { id }] of users.entries())
        expect((await database.users.get(id))!.avatarUrl).to.equal(pictures[index]![1]);
    });

    it('keeps any name and any picture (property)', async () => {
      await fc.assert(
        fc.asyncProperty(anyText, anyText, async (nickname, avatarUrl) => {
          const { id } = await insert({ nickname, avatarUrl });
          expect(await database.users.get(id)).to.include({ nickname, avatarUrl });
        }),
        { numRuns: 50 },
      );
    });

    it('changes only in the fields of a patch', async () => {
      const user = await insert({ unionid: fresh(), nickname: 'before' });
      const other = await insert({ nickname: 'other' });
      await database.users.update(user.id, { nickname: null, lastLoginAt: later(5), lastLoginSrc: 'web' });
      expect(await database.users.get(user.id)).to.deep.equal({
        ...user,
        nickname: null,
        lastLoginAt: later(5),
        lastLoginSrc: 'web',
      });
      expect(await database.users.get(other.id)).to.deep.equal(other);
    });

    it('is not changed by an empty patch', async () => {
      const user = await insert();
      await database.users.update(user.id, {});
      expect(await database.users.get(user.id)).to.deep.equal(user);
    });
  });

  describe('an identifier', () => {
    for (const column of ['unionid', 'webOpenid', 'miniOpenid'] as const) {
      it(`is in at most one row: ${column}`, async () => {
        const value = fresh();
        await insert({ [column]: value });
        expect(await codeOf(insert({ [column]: value }))).to.equal('23505');
        const other = await insert();
        expect(await codeOf(database.users.update(other.id, { [column]: value }))).to.equal('23505');
      });

      it(`is NULL, never '': ${column}`, async () => {
        expect(await codeOf(insert({ [column]: '' }))).to.equal('23514');
        await insert({ [column]: null });
        await insert({ [column]: null });
      });

      it(`has at most 64 characters, of any script: ${column}`, async () => {
        const { id } = await insert({ [column]: '\u{1F600}'.repeat(32) + randomUUID().slice(0, 32) });
        expect(await database.users.get(id)).to.not.equal(undefined);
        expect(await codeOf(insert({ [column]: 'x'.repeat(65) }))).to.equal('22001');
      });
    }

    it('is not found in a column of another kind', async () => {
      const value = fresh();
      await insert({ unionid: value });
      expect(await find({ channel: 'web', openid: value })).to.deep.equal({});
      expect(await find({ channel: 'mini', openid: value, unionid: fresh() })).to.deep.equal({});
    });

    it('is case-sensitive', async () => {
      const value = fresh();
      const upper = await insert({ webOpenid: value.toUpperCase() });
      const lower = await insert({ webOpenid: value.toLowerCase() });
      const found = await find({ channel: 'web', openid: value.toUpperCase() });
      expect(found.byOpenid?.id).to.equal(upper.id).and.not.equal(lower.id);
    });
  });

  describe('findByIdentity', () => {
    it('finds the row of the unionid and the row of this channel’s openid', async () => {
      const unionid = fresh();
      const openid = fresh();
      const one = await insert({ unionid });
      const other = await insert({ miniOpenid: openid });
      expect(await find({ channel: 'mini', openid, unionid })).to.deep.equal({ byUnionid: one, byOpenid: other });
      expect(await find({ channel: 'web', openid, unionid })).to.deep.equal({ byUnionid: one });
      expect(await find({ channel: 'mini', openid })).to.deep.equal({ byOpenid: other });
    });

    it('finds the same row by unionid and openid', async () => {
      const user = await insert({ unionid: fresh(), webOpenid: fresh() });
      const found = await find({ channel: 'web', openid: user.webOpenid!, unionid: user.unionid! });
      expect(found).to.deep.equal({ byUnionid: user, byOpenid: user });
    });

    it('finds no row for an absent unionid, although many rows lack one', async () => {
      await insert();
      expect(await find({ channel: 'web', openid: fresh() })).to.deep.equal({});
      expect(await find({ channel: 'web', openid: fresh(), unionid: undefined })).to.deep.equal({});
    });

    it('finds a disabled user, whom the service must refuse', async () => {
      const user = await insert({ webOpenid: fresh(), status: 'disabled' });
      expect((await find({ channel: 'web', openid: user.webOpenid! })).byOpenid).to.deep.equal(user);
    });
  });

  describe('two transactions for one person wait for each other', () => {
    const identity = (): Identity => ({ channel: 'mini', openid: fresh(), unionid: fresh() });
    type Take = (users: UserStore) => Promise<unknown>;

    /** The order of events when two transactions take the same lock. */
    async function race({ first, second }: { first: Take; second: Take }): Promise<string[]> {
      const order: string[] = [];
      let other: Promise<void> | undefined;
      await database.transaction(async ({ users }) => {
        await first(users);
        other ??= inAnotherFlow(() =>
          database.transaction(async (stores) => {
            await second(stores.users);
            order.push('second has it');
          }),
        );
        // Gives the second transaction enough time to take the lock, if it does not wait.
        for (let round = 0; round < 50; round += 1) await users.get(randomUUID());
        order.push('first is done');
      });
      await other;
      return order;
    }

    it('because of their identifiers, before there is a row', async () => {
      const { openid, unionid } = identity();
      const first: Take = (users) => users.lock({ channel: 'mini', openid, unionid });
      const alike: readonly Identity[] = [
        { channel: 'mini', openid },
        { channel: 'web', openid: fresh(), unionid },
      ];
      for (const one of alike) {
        expect(await race({ first, second: (users) => users.lock(one) })).to.deep.equal([
          'first is done',
          'second has it',
        ]);
      }
    });

    it('because of their row, once there is one', async () => {
      const { unionid, webOpenid } = await insert({ unionid: fresh(), webOpenid: fresh() });
      const first: Take = (users) => users.findByIdentity({ channel: 'mini', openid: fresh(), unionid: unionid! });
      const second: Take = (users) => users.findByIdentity({ channel: 'web', openid: webOpenid! });
      expect(await race({ first, second })).to.deep.equal(['first is done', 'second has it']);
    });

    it('and the transaction that waited for a merged row locks the survivor', async () => {
      const [survivor, merged] = [await insert(), await insert()];
      let held: User | undefined;
      await race({
        first: (users) => users.update(merged.id, { mergedInto: survivor.id }),
        second: async (users) => (held = await users.hold(merged.id)),
      });
      expect(held).to.deep.equal(survivor);
    });
  });

  describe('a merged row', () => {
    it('holds no identifier', async () => {
      const survivor = await insert();
      const merged = await insert({ webOpenid: fresh() });
      expect(await codeOf(database.users.update(merged.id, { mergedInto: survivor.id }))).to.equal('23514');
      await database.users.update(merged.id, { mergedInto: survivor.id, webOpenid: null });
      expect(await codeOf(database.users.update(merged.id, { webOpenid: fresh() }))).to.equal('23514');
    });

    it('leads to the survivor, after any number of merges', async () => {
      const last = await insert();
      const middle = await insert({ mergedInto: last.id });
      const first = await insert({ mergedInto: middle.id });
      for (const { id } of [first, middle, last]) expect((await database.users.resolve(id))?.id).to.equal(last.id);
      expect((await database.users.get(first.id))?.mergedInto).to.equal(middle.id);
    });

    it('is not merged into itself or into a missing row', async () => {
      const user = await insert();
      expect(await codeOf(database.users.update(user.id, { mergedInto: user.id }))).to.equal('23514');
      expect(await codeOf(database.users.update(user.id, { mergedInto: randomUUID() }))).to.equal('23503');
    });
  });

  it('a deleted user has no identifier', async () => {
    const user = await insert({ miniOpenid: fresh() });
    expect(await codeOf(database.users.update(user.id, { status: 'deleted' }))).to.equal('23514');
    await database.users.update(user.id, { status: 'deleted', miniOpenid: null });
    expect(await database.users.resolve(user.id)).to.include({ id: user.id, status: 'deleted' });
  });

  it('a status is one of three words', async () => {
    expect(await codeOf(insert({ status: 'enabled' as never }))).to.equal('23514');
  });

  describe('past identifiers', () => {
    const past = { kind: 'web_openid', at: morning } as const;

    it('are not found', async () => {
      const user = await insert();
      const value = fresh();
      await database.users.addPastIdentifier({ ...past, userId: user.id, value });
      expect(await find({ channel: 'web', openid: value })).to.deep.equal({});
      expect(await database.users.search(value)).to.deep.equal([]);
    });

    it('may be stored again, for several users, and moved to a user who already has them', async () => {
      const [one, other] = [await insert(), await insert()];
      const value = fresh();
      for (const { id: userId } of [one, one, other])
        await database.users.addPastIdentifier({ ...past, userId, value });
      await database.users.movePastIdentifiers({ from: one.id, to: other.id });
      expect(await database.users.listPastKinds(one.id)).to.deep.equal([]);
      expect(await database.users.listPastKinds(other.id)).to.deep.equal(['web_openid']);
      expect(await database.users.removePastIdentifiers(other.id)).to.deep.equal([{ kind: 'web_openid', value }]);
    });
  });

  describe('the operator’s search', () => {
    it('finds users by id, by each identifier and by phone number', async () => {
      const phone = `+86${Math.floor(Math.random() * 1e10)}`;
      const user = await insert({ unionid: fresh(), webOpenid: fresh(), miniOpenid: fresh(), phone });
      for (const word of [user.id, user.unionid, user.webOpenid, user.miniOpenid, phone]) {
        expect(await database.users.search(word!), word!).to.deep.equal([user]);
      }
    });

    it('finds every user of one phone number, the oldest first', async () => {
      const phone = `+86${Math.floor(Math.random() * 1e10)}`;
      const young = await insert({ phone, createdAt: later(60) });
      const old = await insert({ phone });
      expect(await database.users.search(phone)).to.deep.equal([old, young]);
    });
  });

  it('an unknown word of any characters finds nobody, and causes no error (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (word) => {
        expect(await database.users.get(word)).to.equal(undefined);
        expect(await database.users.resolve(word)).to.equal(undefined);
        expect(await database.users.search(word)).to.deep.equal([]);
      }),
      { numRuns: 50, examples: [['\0'], ['%'], ["'"], [''], ['\ud800'], [randomUUID().toUpperCase()]] },
    );
  });

  it('no error contains a value', async () => {
    const value = fresh();
    await insert({ unionid: value });
    const errors = await Promise.all(
      [
        insert({ unionid: value }),
        insert({ webOpenid: `${value}${value}` }),
        insert({ unionid: '', nickname: value }),
        insert({ id: value }),
        insert({ nickname: `${value}\0` }),
        insert({ createdAt: value as never }),
      ].map(errorOf),
    );
    for (const error of errors) {
      const told = `${error.stack} ${JSON.stringify(error)} ${JSON.stringify(Object.values(Object.getOwnPropertyDescriptors(error)))}`;
      expect(told).to.not.include(value);
      expect(error.cause).to.equal(undefined);
    }
  });
});

describe('past identifiers in their table', () => {
  let schema: Schema;
  let database: Database;
  let client: pg.Client;

  before(async function () {
    schema = await makeSchema(this);
    database = await openDatabase({ url: schema.url, folder: '/nowhere', clock: () => morning, report() {} });
    await database.migrate();
    client = new pg.Client({ connectionString: schema.url });
    await client.connect();
  });

  after(async () => {
    await database?.close();
    await client?.end();
    await schema?.drop();
  });

  const insert = async (): Promise<string> => {
    const user = makeUser();
    await database.users.insert(user);
    return user.id;
  };
  const rowsOf = async (userId: string) =>
    (
      await client.query<{ kind: string; value: string; replaced_at: Date }>(
        'select kind, value, replaced_at from past_identifiers where user_id = $1 order by value',
        [userId],
      )
    ).rows.map(({ kind, value, replaced_at }) => [kind, value, (+replaced_at - +morning) / 1000]);

  it('an identifier is kept once per user, with the time of its last replacement', async () => {
    const userId = await insert();
    for (const at of [later(1), later(5)]) {
      await database.users.addPastIdentifier({ userId, kind: 'web_openid', value: 'a', at });
    }
    expect(await rowsOf(userId)).to.deep.equal([['web_openid', 'a', 5]]);
  });

  it('a merge moves past identifiers to the survivor, each once and with its latest time', async () => {
    const [from, to] = [await insert(), await insert()];
    const past = [
      { userId: from, kind: 'web_openid', value: 'a', at: later(9) },
      { userId: from, kind: 'mini_openid', value: 'b', at: later(1) },
      { userId: to, kind: 'web_openid', value: 'a', at: later(2) },
      { userId: to, kind: 'mini_openid', value: 'b', at: later(3) },
      { userId: from, kind: 'unionid', value: 'c', at: later(4) },
    ] as const;
    for (const one of past) await database.users.addPastIdentifier(one);
    await database.users.movePastIdentifiers({ from, to });
    expect(await rowsOf(from)).to.deep.equal([]);
    expect(await rowsOf(to)).to.deep.equal([
      ['web_openid', 'a', 9],
      ['mini_openid', 'b', 3],
      ['unionid', 'c', 4],
    ]);
  });

  it('past identifiers of a deleted user are removed, and no others', async () => {
    const [one, other] = [await insert(), await insert()];
    for (const userId of [one, other]) {
      await database.users.addPastIdentifier({ userId, kind: 'unionid', value: 'd', at: later(0) });
    }
    await database.users.removePastIdentifiers(one);
    expect([await rowsOf(one), await rowsOf(other)]).to.deep.equal([[], [['unionid', 'd', 0]]]);
  });
});
