// The audit trail: its events, its records, and the store that keeps them.
import type { Channel } from './identity-provider.ts';

export const auditEvents = [
  'signed_in',
  'user_created',
  'unionid_filled',
  'openid_attached',
  'openid_replaced',
  'users_merged',
  'unionid_mismatch',
  'identity_conflict',
  'login_refused',
  'refresh_refused',
  'session_reused',
  'session_revoked',
  'sessions_revoked',
  'profile_changed',
  'phone_changed',
  'user_disabled',
  'user_enabled',
  'user_deleted',
] as const;
export type AuditEvent = (typeof auditEvents)[number];

/** The data of the request in an audit record. */
export type Trace = {
  readonly requestId?: string | undefined;
  /** The kind of program, such as `WeChat on Android`. */
  readonly agent?: string | undefined;
  /** The network of the client's address, if AUDIT_ADDRESS is set. */
  readonly network?: string | undefined;
};

/** An event of one user. `details` has only ids and codes of this service, never an identifier, a name or a secret. */
export type AuditRecord = Trace & {
  readonly at: Date;
  readonly event: AuditEvent;
  readonly userId: string | null;
  readonly sessionId?: string | undefined;
  readonly channel?: Channel | undefined;
  readonly details?: Readonly<Record<string, string | number | boolean>> | undefined;
};

/** `turn` orders the records of the same millisecond. */
export type KeptRecord = AuditRecord & { readonly turn: number };

export type AuditStore = {
  /** Writes a record within the transaction of the event. */
  add(record: AuditRecord): Promise<void>;
  /**
   * Writes a record after the event. If the account was deleted meanwhile, the record does not name a user. A second
   * record with the same `id` is ignored, so the call can be repeated after a lost response.
   */
  addLate(record: AuditRecord & { readonly id: string }): Promise<void>;
  /** How often all sessions of a user were ended since a time: by signing out everywhere, disabling or deletion. */
  countEndings(query: { readonly userId: string; readonly since: Date }): Promise<number>;
  /** At most `limit` records of a user and of users merged into it, newest first, starting after `cursor`. */
  list(query: {
    readonly userId: string;
    readonly limit: number;
    readonly cursor?: Pick<KeptRecord, 'at' | 'turn'> | undefined;
  }): Promise<readonly KeptRecord[]>;
  /**
   * Anonymizes the records of a deleted user, or of users deleted since a time. Account changes keep the user's id;
   * sign-ins and refusals lose it, together with session, program and network.
   */
  forget(of: { readonly userId: string } | { readonly deletedSince: Date }): Promise<void>;
  removeBefore(cutoff: Date): Promise<number>;
};
