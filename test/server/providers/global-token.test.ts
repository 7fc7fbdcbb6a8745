// The app's own token: requested once for all callers, and kept until shortly before it expires.
import { expect } from 'chai';
import { createGlobalToken } from '../../../server/providers/global-token.ts';

function createBench(seconds = 7200) {
  let ms = Date.UTC(2026, 10, 20);
  let asked = 0;
  let fails = false;
  const token = createGlobalToken({
    clock: () => new Date(ms),
    fetchToken: async () => {
      asked += 1;
      const name = `token-${asked}`;
      await Promise.resolve();
      if (fails) throw new Error('no token');
      return { token: name, seconds };
    },
  });
  return { token, wait: (s: number) => (ms += s * 1000), asked: () => asked, fail: (now: boolean) => (fails = now) };
}

describe('the global token', () => {
  it('is requested once, for any number of concurrent callers', async () => {
    const { token, asked } = createBench();
    const tokens = await Promise.all(Array.from({ length: 100 }, () => token.get()));
    expect(new Set(tokens)).to.deep.equal(new Set(['token-1']));
    expect(await token.get()).to.equal('token-1');
    expect(asked()).to.equal(1);
  });

  it('is kept until shortly before it expires', async () => {
    const { token, wait } = createBench();
    await token.get();
    wait(6899);
    expect(await token.get()).to.equal('token-1');
    wait(1);
    expect(await token.get()).to.equal('token-2');
  });

  it('is kept for half of its lifetime if the lifetime is short', async () => {
    const { token, wait } = createBench(100);
    await token.get();
    wait(49);
    expect(await token.get()).to.equal('token-1');
    wait(1);
    expect(await token.get()).to.equal('token-2');
  });

  it('is requested again after a failure, which all concurrent callers share', async () => {
    const { token, asked, fail } = createBench();
    fail(true);
    const results = await Promise.allSettled([token.get(), token.get()]);
    expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(asked()).to.equal(1);
    fail(false);
    expect(await token.get()).to.equal('token-2');
  });

  it('is dropped if it was refused, but a newer token is kept', async () => {
    const { token } = createBench();
    const first = await token.get();
    token.drop(first);
    const second = await token.get();
    expect(second).to.equal('token-2');
    token.drop(first);
    expect(await token.get()).to.equal(second);
  });
});
