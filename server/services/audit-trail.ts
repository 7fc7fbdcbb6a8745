// Writes audit records of refusals, after the event and outside its transaction: if writing fails, the request is still
// refused.
import { createHash, randomUUID } from 'node:crypto';
import type { AuditEvent, AuditRecord } from '../ports/audit-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Observe } from '../ports/metric-events.ts';
import type { Database } from '../ports/sql-database.ts';

export type TrailParts = {
  readonly database: Pick<Database, 'audit'>;
  readonly clock: Clock;
  readonly observe: Observe;
  /** Called for a record that could not be written. */
  readonly report: (
    lost: { readonly event: AuditEvent; readonly requestId?: string | undefined },
    error: unknown,
  ) => void;
};

export type Trail = {
  /** Waits until the record is written or reported as lost, and never throws. */
  note(record: Omit<AuditRecord, 'at'>): Promise<void>;
};

/**
 * A failed attempt is repeated if it took at most this long: after a broken connection, but not after a long wait for a
 * database that hangs.
 */
const retryWithinMs = 1_000;

export function createTrail({ database, clock, observe, report }: TrailParts): Trail {
  return {
    async note(record) {
      const at = clock();
      const write = (): Promise<void> => database.audit.addLate({ ...record, at, id });
      const id = idOf(record, at);
      const began = performance.now();
      try {
        await write().catch((error: unknown) => {
          if (performance.now() - began > retryWithinMs) throw error;
          return write();
        });
      } catch (error) {
        observe({ kind: 'unaudited', event: record.event });
        report(record, error);
      }
    },
  };
}

/**
 * Derives the id from the content, so that repeated refusals write one record, even on several instances: one per hour
 * for the refreshes of a session, and one per minute for similar logins of unknown users. Otherwise anybody could fill
 * the table.
 */
function idOf(
  { event, userId, sessionId, channel, agent, network, details }: Omit<AuditRecord, 'at'>,
  at: Date,
): string {
  const isRefresh = event === 'refresh_refused';
  if (!isRefresh && userId !== null) return randomUUID();
  const [minutes, facts] = isRefresh ? [60, [sessionId]] : [1, [channel, agent, network]];
  const turn = Math.floor(at.getTime() / (minutes * 60_000));
  const digest = createHash('sha256')
    .update(JSON.stringify([event, facts, details, turn]))
    .digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
