// The queue of callers for a limited number of connections.
import { expect } from 'chai';
import { createQueue } from '../../../server/db/connection-queue.ts';

const never = 60_000;

describe('turns', () => {
  it('are limited in number', async () => {
    const turns = createQueue({ size: 2, timeoutMs: never });
    const [first] = await Promise.all([turns.take(), turns.take()]);
    const third = turns.take();
    expect([turns.used, turns.waiting]).to.deep.equal([2, 1]);
    first!();
    await third;
    expect([turns.used, turns.waiting]).to.deep.equal([2, 0]);
  });

  it('are always given in the order of the requests', async () => {
    const turns = createQueue({ size: 1, timeoutMs: never });
    const order: number[] = [];
    const speak = async (number: number): Promise<void> => {
      const done = await turns.take();
      order.push(number);
      await Promise.resolve();
      done();
    };
    const first = await turns.take();
    const others = [1, 2, 3].map(speak);
    first();
    others.push(speak(4));
    await Promise.all(others);
    expect(order).to.deep.equal([1, 2, 3, 4]);
    expect([turns.used, turns.waiting]).to.deep.equal([0, 0]);
  });

  it('are refused after a timeout, and the next caller gets the turn', async () => {
    const turns = createQueue({ size: 1, timeoutMs: 20 });
    const first = await turns.take();
    const error = await turns.take().catch((reason: unknown) => reason);
    expect(error).to.include({ code: 'busy', unreachable: true });
    expect(turns.waiting).to.equal(0);
    const next = turns.take();
    first();
    (await next)();
    expect(turns.used).to.equal(0);
  });

  it('are given back only once, even if they are ended twice', async () => {
    const turns = createQueue({ size: 1, timeoutMs: never });
    const first = await turns.take();
    first();
    first();
    expect(turns.used).to.equal(0);
    const second = await turns.take();
    first();
    expect(turns.used).to.equal(1);
    second();
  });
});
