// Rows are removed after they expire, and not before.
import { expect } from 'chai';
import { createSweeper, retention } from '../../../server/process/sweeper.ts';

describe('sweeper', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const ago = (ms: number): Date => new Date(now.getTime() - ms);

  it('removes claims, ended sessions and audit records when their time is over', async () => {
    const calls: [string, Date][] = [];
    let done = (): void => undefined;
    const swept = new Promise<void>((resolve) => (done = resolve));
    const note = (what: string) => (before: Date) => {
      calls.push([what, before]);
      return Promise.resolve(0);
    };
    const sweeper = createSweeper({
      database: {
        codes: { removeClaimed: note('codes') },
        sessions: { removeEnded: note('sessions') },
        audit: {
          removeBefore: note('audit'),
          forget: () => Promise.resolve(done()),
        },
      } as never,
      clock: () => now,
      auditDays: 7,
      report: (error) => {
        throw error;
      },
    });
    await swept;
    sweeper.stop();
    expect(calls).to.deep.equal([
      ['codes', ago(retention.codes)],
      ['sessions', ago(retention.sessions)],
      ['audit', ago(7 * 86_400_000)],
    ]);
  });

  it('sweeps again every hour', async () => {
    const { setInterval } = globalThis;
    let again: { work: () => void; ms: number } | undefined;
    globalThis.setInterval = ((work: () => void, ms: number) => {
      again = { work, ms };
      return setInterval(() => {}, ms);
    }) as typeof setInterval;
    const reported: unknown[] = [];
    const failing = { codes: { removeClaimed: () => Promise.reject(new Error('down')) } } as never;
    let sweeper: ReturnType<typeof createSweeper>;
    try {
      sweeper = createSweeper({
        database: failing,
        clock: () => now,
        auditDays: 365,
        report: (error) => reported.push(error),
      });
    } finally {
      globalThis.setInterval = setInterval;
    }
    expect(again?.ms).to.equal(3_600_000);
    again?.work();
    await new Promise((resolve) => setImmediate(resolve));
    expect(reported).to.have.lengthOf(2);
    sweeper.stop();
  });

  it('reports rows that could not be removed', async () => {
    let report = (_error: unknown): void => undefined;
    const reported = new Promise((resolve) => (report = resolve));
    const failing = { codes: { removeClaimed: () => Promise.reject(new Error('down')) } } as never;
    const sweeper = createSweeper({ database: failing, clock: () => now, auditDays: 365, report });
    expect(await reported)
      .to.be.an('error')
      .with.property('message', 'down');
    sweeper.stop();
  });
});
