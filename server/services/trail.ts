// Refusals in the audit trail: written after what they tell of, which stands also where they cannot be written.
import { createHash, randomUUID } from 'node:crypto';
import type { AuditEvent, AuditRecord } from '../ports/audit-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Observe } from '../ports/metric-events.ts';
import type { Database } from '../ports/sql-database.ts';

export type TrailParts = {
  readonly database: Pick<Database, 'audit'>;
  readonly clock: Clock;
  readonly observe: Observe;
  /** Told of a record that could not be written. */
  readonly report: (
    lost: { readonly event: AuditEvent; readonly requestId?: string | undefined },
    error: unknown,
  ) => void;
};

export type Trail = {
  /** Waits until the record is written or reported as lost, and never throws. */
  note(record: Omit<AuditRecord, 'at'>): Promise<void>;
};

/** The second try is for a connection that broke. A database that hangs has used up the patience of who waits here. */
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
 * One record an hour for a session that is refused again and again, and one a minute for refused logins of nobody known that
 * look the same, from whichever instance: nobody fills the table so, with however many addresses.
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
