// The audit trail: a record that cannot be written locks nobody out, and is never lost silently.
import { expect } from 'chai';
import { createTrail } from '../../../server/services/audit-trail.ts';
import type { AuditRecord } from '../../../server/ports/audit-store.ts';
import type { MetricEvent } from '../../../server/ports/metric-events.ts';

const record = { event: 'signed_in', userId: null, requestId: 'request-1' } as const;
type Written = AuditRecord & { readonly id: string };

describe('the trail', () => {
  let tries: Written[];
  let told: unknown[];
  const trailThat = (write: (written: Written) => Promise<void>, now = 0) => {
    const addLate = (written: Written): Promise<void> => {
      tries.push(written);
      return write(written);
    };
    return createTrail({
      database: { audit: { addLate } } as never,
      clock: () => new Date(now),
      observe: (event: MetricEvent) => told.push(event),
      report: (lost, error) => told.push([lost.requestId, (error as Error).message]),
    });
  };
  beforeEach(() => {
    tries = [];
    told = [];
  });

  it('retries once, with the same record', async () => {
    await trailThat(() => (tries.length === 1 ? Promise.reject(new Error('cut')) : Promise.resolve())).note(record);
    expect(tries).to.have.lengthOf(2);
    expect(tries[0]).to.deep.equal(tries[1]);
    expect(told).to.deep.equal([]);
  });

  it('reports a lost record, and does not throw', async () => {
    await trailThat(() => Promise.reject(new Error('away'))).note(record);
    expect(told).to.deep.equal([{ kind: 'unaudited', event: 'signed_in' }, ['request-1', 'away']]);
  });

  it('keeps one record per minute for similar refused logins of unknown users', async () => {
    const refused = { ...record, event: 'login_refused', agent: 'a', channel: 'web', details: { code: 'a' } } as const;
    for (const [second, more] of [
      [0, {}],
      [59, { requestId: 'request-2' }],
      [60, {}],
      [0, { agent: 'b' }],
      [0, { userId: 'somebody' }],
      [0, { userId: 'somebody' }],
    ] as const)
      await trailThat(() => Promise.resolve(), second * 1_000).note({ ...refused, ...more });
    const ids = tries.map(({ id }) => id);
    expect(ids.map((id) => ids.indexOf(id))).to.deep.equal([0, 0, 2, 3, 4, 5]);
  });

  it('keeps one record per hour for a session that is refused repeatedly, across all instances', async () => {
    const refused = { ...record, event: 'refresh_refused', sessionId: 's', details: { code: 'a' } } as const;
    for (const [minute, more] of [
      [0, {}],
      [59, {}],
      [60, {}],
      [60, { sessionId: 't' }],
    ] as const)
      await trailThat(() => Promise.resolve(), minute * 60_000).note({ ...refused, ...more });
    const [first, ...others] = tries.map(({ id }) => id);
    expect(others.map((id) => id === first)).to.deep.equal([true, false, false]);
    expect(first).to.match(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});
