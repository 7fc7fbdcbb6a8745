// A log that nobody reads: the service continues, and lost lines are counted.
import { Writable } from 'node:stream';
import { expect } from 'chai';
import { openOutput } from '../../../server/process/output.ts';

describe('standard output', () => {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  /** A stream that can hold back its writes until `release`, and whose writes can fail. */
  const makeStream = () => {
    let taken = '';
    let writes = 0;
    let release = (): void => {};
    let failure: Error | undefined;
    let holds = false;
    const stream = new Writable({
      autoDestroy: false,
      write(chunk: Buffer, _encoding, done) {
        writes += 1;
        const take = (): void => {
          if (!failure) taken += chunk.toString();
          done(failure);
        };
        if (holds) release = take;
        else take();
      },
    });
    return {
      stream,
      taken: () => taken,
      writes: () => writes,
      fail: (error: Error | undefined) => (failure = error),
      hold: () => (holds = true),
      release() {
        holds = false;
        release();
      },
    };
  };

  it('combines the writes of one turn of the event loop', async () => {
    const { stream, taken, writes } = makeStream();
    const output = openOutput(stream);
    for (const line of ['one\n', 'two\n', 'three\n']) output.write(line);
    await turn();
    expect(taken()).to.equal('one\ntwo\nthree\n');
    expect(writes()).to.equal(1);
    expect(output.droppedCount()).to.equal(0);
  });

  it('drops and counts lines while a mebibyte waits for the reader, and writes again when the reader continues', async () => {
    const { stream, taken, hold, release } = makeStream();
    const output = openOutput(stream);
    hold();
    const kibibyte = `${'x'.repeat(1023)}\n`;
    for (let count = 0; count < 2_000; count += 1) {
      output.write(kibibyte);
      if (count % 100 === 99) await turn();
    }
    expect(stream.writableLength).to.be.within(900 * 1024, 1024 ** 2);
    const waiting = stream.writableLength / 1024;
    expect(output.droppedCount()).to.equal(2_000 - waiting);
    release();
    await turn();
    output.write('again\n');
    await turn();
    expect(taken()).to.have.lengthOf(waiting * 1024 + 'again\n'.length);
    expect(output.droppedCount()).to.equal(2_000 - waiting);
  });

  it('counts all lines of a write that failed', async () => {
    const { stream, fail } = makeStream();
    const output = openOutput(stream);
    fail(Object.assign(new Error('planted'), { code: 'ENOSPC' }));
    output.write('one\n');
    output.write('two\n');
    await turn();
    expect(output.droppedCount()).to.equal(2);
  });
});
