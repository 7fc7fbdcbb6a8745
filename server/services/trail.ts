// Sign-ins and refusals in the audit trail: written after what they tell of, which stands also where they cannot be written.
import { createHash, randomUUID } from 'node:crypto';
import type { AuditEvent, AuditRecord, Clock, Database, Observe } from '../types.ts';

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
const patienceMs = 1_000;
const hourMs = 3_600_000;

export function createTrail({ database, clock, observe, report }: TrailParts): Trail {
  return {
    async note(record) {
      const at = clock();
      const write = (): Promise<void> => database.audit.addLate({ ...record, at, id });
      const id = idOf(record, at);
      const began = performance.now();
      try {
        await write().catch((error: unknown) => {
          if (performance.now() - began > patienceMs) throw error;
          return write();
        });
      } catch (error) {
        observe({ kind: 'unaudited', event: record.event });
        report(record, error);
      }
    },
  };
}

/** One record an hour for a session that is refused again and again, from whichever instance: nobody fills the table so. */
function idOf({ event, sessionId, details }: Omit<AuditRecord, 'at'>, at: Date): string {
  if (event !== 'refresh_refused') return randomUUID();
  const hour = Math.floor(at.getTime() / hourMs);
  const digest = createHash('sha256')
    .update(JSON.stringify([event, sessionId, details, hour]))
    .digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
