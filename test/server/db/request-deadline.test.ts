// A request's deadline stops statements and commits that nobody waits for any more, on both databases.
import { expect } from 'chai';
import { maxStatementMs, runWithDeadline, remainingMs } from '../../../server/db/request-deadline.ts';
import type { Database, Stores } from '../../../server/ports/sql-database.ts';
import { eachDatabase } from '../../support/databases.ts';
import { codeOf } from '../../support/errors.ts';
import { makeSession, makeUser, morning } from '../stores/rows.ts';

describe('a deadline', () => {
  it('is visible to code that runs under it, and to no other code', async () => {
    expect(remainingMs()).to.equal(Infinity);
    const times = await Promise.all(
      [5_000, 60_000].map((ms) => runWithDeadline(performance.now() + ms, () => Promise.resolve().then(remainingMs))),
    );
    expect(times[0]).to.be.closeTo(5_000 - maxStatementMs, 200);
    expect(times[1]).to.be.closeTo(60_000 - maxStatementMs, 200);
    expect(remainingMs()).to.equal(Infinity);
  });

  it('of one request remains in force after another request ends', async () => {
    let go!: () => void;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const long = runWithDeadline(performance.now() + 60_000, async () => {
      await gate;
      return remainingMs();
    });
    await runWithDeadline(performance.now() + 5_000, () => Promise.resolve());
    go();
    expect(await long).to.be.above(50_000);
  });
});

eachDatabase('a request that took too long', (open) => {
  let database: Database;
  const late = <T>(work: () => Promise<T>): Promise<T> =>
    database.runWithDeadline(performance.now() + maxStatementMs - 1, work);

  before(async function () {
    database = await open(this);
  });

  it('starts no statement', async () => {
    const user = makeUser({ miniOpenid: 'late' });
    await database.users.insert(user);
    const { userId: _, ...session } = makeSession({ userId: user.id, channel: 'mini' });
    const calls: readonly (() => Promise<unknown>)[] = [
      () => database.codes.claim({ key: 'late', now: morning }),
      () => database.sessions.insertFor({ channel: 'mini', openid: 'late' }, session, {}),
      () => database.transaction(({ users }) => users.update(user.id, { nickname: 'late' })),
    ];
    for (const call of calls) expect(await codeOf(late(call))).to.equal('store_unavailable');
    expect(await database.codes.claim({ key: 'late', now: morning })).to.equal(true);
    expect(await database.sessions.get(session.id)).to.equal(undefined);
    expect(await database.users.get(user.id)).to.deep.equal(user);
  });

  it('does not commit a transaction that began in time', async () => {
    const user = makeUser();
    const work = async ({ users }: Stores): Promise<void> => {
      await users.insert(user);
      while (remainingMs() > 0) await new Promise(setImmediate);
    };
    const end = performance.now() + maxStatementMs + 300;
    expect(await codeOf(database.runWithDeadline(end, () => database.transaction(work)))).to.equal('store_unavailable');
    expect(await database.users.get(user.id)).to.equal(undefined);
  });

  it('does not wait for a connection beyond its deadline', async () => {
    let go!: () => void;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const holding = Array.from({ length: 10 }, () => database.transaction(() => gate));
    while (database.pool().free > 0) await new Promise(setImmediate);
    const began = performance.now();
    const claim = database.runWithDeadline(began + maxStatementMs + 50, () =>
      database.codes.claim({ key: 'turn', now: morning }),
    );
    expect(await codeOf(claim)).to.equal('store_unavailable');
    expect(performance.now() - began).to.be.below(maxStatementMs);
    go();
    await Promise.all(holding);
    expect(await database.codes.claim({ key: 'turn', now: morning })).to.equal(true);
  });
});
