// The contract between a database and its services, on both databases.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Failure } from '../../../server/command-failure.ts';
import { openDatabase } from '../../../server/stores/database.ts';
import { Problem } from '../../../server/problem.ts';
import type { Database, Stores } from '../../../server/ports/sql-database.ts';
import { eachDatabase, eachPlace } from '../../support/databases.ts';
import type { Place } from '../../support/databases.ts';
import { errorOf } from '../../support/errors.ts';
import { fresh, makeUser, morning } from './rows.ts';

const parts = { clock: () => morning, report() {} };
/** Runs a call outside of the current transaction. */
const inAnotherFlow = AsyncLocalStorage.snapshot();

eachDatabase('a transaction', (open) => {
  let database: Database;

  before(async function () {
    database = await open(this);
  });

  it('returns the result of its work, and commits all of its writes', async () => {
    const users = [makeUser(), makeUser()];
    const result = await database.transaction(async (stores) => {
      for (const user of users) await stores.users.insert(user);
      return 'done';
    });
    expect(result).to.equal('done');
    for (const user of users) expect(await database.users.get(user.id)).to.deep.equal(user);
  });

  it('commits nothing if its work fails, and passes the error on', async () => {
    const user = makeUser();
    const problem = new Problem('account_disabled');
    const work = async (stores: Stores): Promise<void> => {
      await stores.users.insert(user);
      throw problem;
    };
    expect(await errorOf(database.transaction(work))).to.equal(problem);
    expect(await database.users.get(user.id)).to.equal(undefined);
  });

  it('runs again from the start after a unique violation', async () => {
    const taken = makeUser({ webOpenid: fresh() });
    await database.users.insert(taken);
    const user = makeUser();
    let runs = 0;
    await database.transaction(async ({ users }) => {
      runs += 1;
      await users.insert({ ...user, webOpenid: runs < 3 ? taken.webOpenid : null });
    });
    expect(runs).to.equal(3);
    expect(await database.users.get(user.id)).to.deep.equal(user);
  });

  it('reports a unique violation that persists', async () => {
    const taken = makeUser({ webOpenid: fresh() });
    await database.users.insert(taken);
    let runs = 0;
    const work = database.transaction(({ users }) => {
      runs += 1;
      return users.insert(makeUser({ webOpenid: taken.webOpenid }));
    });
    expect(await errorOf(work)).to.include({ code: '23505' });
    expect(runs).to.be.greaterThan(3);
  });

  it('runs once if another run would not help', async () => {
    let runs = 0;
    const work = database.transaction(({ users }) => {
      runs += 1;
      return users.insert(makeUser({ unionid: '' }));
    });
    expect(await errorOf(work)).to.include({ code: '23514' });
    expect(runs).to.equal(1);
  });

  it('is rejected if a statement failed, even if its work caught the error', async () => {
    const user = makeUser();
    const work = database.transaction(async ({ users }) => {
      await users.insert(user);
      await users.insert(makeUser({ unionid: '' })).catch(() => {});
    });
    expect(await errorOf(work)).to.include({ code: '23514' });
    expect(await database.users.get(user.id)).to.equal(undefined);
  });

  it('hides uncommitted data from other callers, and does not block these callers for ever', async () => {
    const user = makeUser();
    let seen: Promise<unknown> | undefined;
    await database.transaction(async ({ users }) => {
      await users.insert(user);
      // This query is outside of the open transaction: PostgreSQL answers it now, the embedded database later.
      seen = inAnotherFlow(() => database.users.get(randomUUID()));
      await users.update(user.id, { nickname: 'x' });
    });
    expect(await seen).to.equal(undefined);
    expect((await database.users.get(user.id))?.nickname).to.equal('x');
  });

  it('immediately refuses calls that bypass its stores, because such calls would wait for the transaction itself', async () => {
    const past: readonly (() => Promise<unknown>)[] = [
      () => database.users.get(randomUUID()),
      () => database.transaction(async () => {}),
      () => database.codes.claim({ key: randomUUID(), now: morning }),
      () => database.ping(),
    ];
    for (const call of past) {
      const error = await errorOf(database.transaction(call));
      expect(error).to.have.property('message', 'Inside a transaction use the stores that it passes.');
    }
  });

  it('has stores that can be used only while it is open', async () => {
    const user = makeUser();
    const stores = await database.transaction((own) => Promise.resolve(own));
    for (const call of [() => stores.users.insert(user), () => stores.users.update(user.id, { nickname: 'x' })]) {
      expect(await errorOf(call()))
        .to.have.property('message')
        .that.includes('This transaction is over.');
    }
    expect(await database.users.get(user.id)).to.equal(undefined);
  });

  it('allows work that begins during the transaction and continues after its end', async () => {
    let start: (() => void) | undefined;
    const afterwards = await database.transaction(async () => ({
      call: new Promise<void>((resolve) => (start = resolve)).then(() => database.users.get(randomUUID())),
    }));
    start!();
    expect(await afterwards.call).to.equal(undefined);
  });

  it('is committed or rolled back as a whole, even if many transactions run at once', async () => {
    const pairs = Array.from({ length: 60 }, () => [makeUser(), makeUser()] as const);
    const outcomes = await Promise.allSettled(
      pairs.map(([one, other], index) =>
        database.transaction(async ({ users }) => {
          await users.insert(one);
          if (index % 3 === 0) throw new Problem('account_disabled');
          await users.insert(other);
        }),
      ),
    );
    for (const [index, pair] of pairs.entries()) {
      const kept = index % 3 !== 0;
      expect(outcomes[index]?.status).to.equal(kept ? 'fulfilled' : 'rejected');
      for (const { id } of pair) expect((await database.users.get(id)) !== undefined).to.equal(kept);
    }
  });

  it('makes one row for simultaneous first logins of one person: the unique columns let one transaction commit, and the others run again', async () => {
    const openid = fresh();
    const ids = await Promise.all(
      Array.from({ length: 32 }, () =>
        database.transaction(async ({ users }) => {
          const { byOpenid } = await users.findByIdentity({ channel: 'mini', openid });
          if (byOpenid) return byOpenid.id;
          const user = makeUser({ miniOpenid: openid });
          await users.insert(user);
          return user.id;
        }),
      ),
    );
    expect(new Set(ids)).to.have.property('size', 1);
  });

  it('leaves no connection in use', () => {
    expect(database.pool()).to.include({ used: 0, waiting: 0 });
  });
});

eachPlace('a database', (makePlace) => {
  let place: Place;

  beforeEach(async function () {
    place = await makePlace(this as unknown as Mocha.Context);
  });

  it('without its tables reports that it must be migrated, and how', async () => {
    const database = await openDatabase({ ...parts, ...place });
    const error = await errorOf(database.checkMigrated());
    expect(error.message).to.include('2026-11-20-accounts').and.include('npm run migrate');
    expect(error).to.be.instanceOf(Failure);
    await database.close();
  });

  it('is migrated once, and returns the applied migrations', async () => {
    const database = await openDatabase({ ...parts, ...place });
    expect(await database.migrate()).to.deep.equal([
      '2026-11-20-accounts',
      '2026-11-24-audit-of-sign-ins',
      '2026-11-25-recent-rotations',
    ]);
    expect(await database.migrate()).to.deep.equal([]);
    await database.checkMigrated();
    await database.close();
  });

  it('keeps all data over a restart', async () => {
    const first = await openDatabase({ ...parts, ...place });
    await first.migrate();
    const user = makeUser({ unionid: fresh() });
    await first.users.insert(user);
    await first.close();
    const second = await openDatabase({ ...parts, ...place });
    expect(await second.migrate()).to.deep.equal([]);
    expect(await second.users.get(user.id)).to.deep.equal(user);
    await second.close();
  });

  it('closes when the running work is done, and then throws store_unavailable', async () => {
    const database = await openDatabase({ ...parts, ...place });
    await database.migrate();
    const user = makeUser();
    let closing: Promise<void> | undefined;
    await database.transaction(async ({ users }) => {
      await users.insert(user);
      closing = database.close();
      await users.update(user.id, { nickname: 'kept' });
    });
    await Promise.all([closing, database.close()]);
    for (const call of [
      () => database.ping(),
      () => database.users.get(user.id),
      () => database.transaction(async () => {}),
    ]) {
      expect(await errorOf(call()))
        .to.be.instanceOf(Problem)
        .and.include({ code: 'store_unavailable' });
    }
    const again = await openDatabase({ ...parts, ...place });
    expect((await again.users.get(user.id))?.nickname).to.equal('kept');
    await again.close();
  });

  it('answers a ping', async () => {
    const database = await openDatabase({ ...parts, ...place });
    await database.ping();
    await database.close();
  });
});
