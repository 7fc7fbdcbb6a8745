// The contract of the store of spent codes, on both databases.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Database } from '../../../server/ports/sql-database.ts';
import { eachDatabase } from '../../support/databases.ts';
import { later } from './rows.ts';

eachDatabase('codes', (open) => {
  let database: Database;

  before(async function () {
    database = await open(this);
  });

  const claim = (key: string, now = later(0)) => database.codes.claim({ key, now });

  it('a code is claimed at most once: exactly one of 40 simultaneous claims succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = randomUUID();
      const claims = await Promise.all(Array.from({ length: 40 }, () => claim(key)));
      expect(claims.filter((mine) => mine)).to.have.length(1);
    }
  });

  it('codes are independent of each other', async () => {
    expect(await claim(randomUUID())).to.equal(true);
    expect(await claim(randomUUID())).to.equal(true);
  });

  it('a code that was released may be claimed again, once', async () => {
    const key = randomUUID();
    await claim(key);
    await database.codes.release(key);
    expect([await claim(key), await claim(key)]).to.deep.equal([true, false]);
  });

  it('releasing an unclaimed code does nothing', async () => {
    await database.codes.release(randomUUID());
  });

  it('removeClaimed removes all claims that are older than a moment, however many, and no others', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    await claim(old, later(-100));
    await claim(young, later(-50));
    await database.transaction(async ({ codes }) => {
      for (let count = 0; count < 1000; count += 1) await codes.claim({ key: randomUUID(), now: later(-100) });
    });
    expect(await database.codes.removeClaimed(later(-50))).to.equal(1001);
    expect([await claim(old), await claim(young)]).to.deep.equal([true, false]);
  });
});
