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

/** What the audit trail keeps of a request. */
export type Trace = {
  readonly requestId?: string | undefined;
  /** The kind of program, such as `WeChat on Android`. */
  readonly agent?: string | undefined;
  /** The network around its address, where AUDIT_ADDRESS says so. */
  readonly network?: string | undefined;
};

/** An event of one user. `details` never holds an identifier, a name or a secret: ids and words of ours only. */
export type AuditRecord = Trace & {
  readonly at: Date;
  readonly event: AuditEvent;
  readonly userId: string | null;
  readonly sessionId?: string | undefined;
  readonly channel?: Channel | undefined;
  readonly details?: Readonly<Record<string, string | number | boolean>> | undefined;
};

/** `turn` orders the records of a moment. */
export type KeptRecord = AuditRecord & { readonly turn: number };

export type AuditStore = {
  /** Within the transaction of what it tells of. */
  add(record: AuditRecord): Promise<void>;
  /**
   * After what it tells of: the account may be deleted by now, and then the record names nobody. The same `id` is written
   * once, so that a call whose answer was lost can be repeated.
   */
  addLate(record: AuditRecord & { readonly id: string }): Promise<void>;
  /** How often all sessions of a user were ended since a moment: by signing out everywhere, disabling or deletion. */
  countEndings(query: { readonly userId: string; readonly since: Date }): Promise<number>;
  /** At most `limit` records of a user and of those merged into it, the newest first, from behind the one that `after` names. */
  list(query: {
    readonly userId: string;
    readonly limit: number;
    readonly cursor?: Pick<KeptRecord, 'at' | 'turn'> | undefined;
  }): Promise<readonly KeptRecord[]>;
  /**
   * What is left of a deleted user, or of those deleted since a moment: changes of the account, under its id. Sign-ins and
   * refusals are nobody's from then on, without session, program and network.
   */
  forget(of: { readonly userId: string } | { readonly deletedSince: Date }): Promise<void>;
  removeBefore(cutoff: Date): Promise<number>;
};
