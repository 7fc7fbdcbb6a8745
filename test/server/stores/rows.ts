// Complete rows for the store suites, with the fields that a test sets.
import { randomUUID } from 'node:crypto';
import type { Session } from '../../../server/ports/session-store.ts';
import type { User } from '../../../server/ports/user-store.ts';

export const morning = new Date('2026-11-20T08:00:00.123Z');
export const later = (seconds: number): Date => new Date(morning.getTime() + seconds * 1000);

/** An active user without identifiers. */
export function makeUser(fields: Partial<User> = {}): User {
  return {
    id: randomUUID(),
    unionid: null,
    webOpenid: null,
    miniOpenid: null,
    nickname: null,
    avatarUrl: null,
    phone: null,
    status: 'active',
    mergedInto: null,
    createdAt: morning,
    lastLoginAt: null,
    lastLoginSrc: null,
    ...fields,
  };
}

/** An open session that lasts an hour. */
export function makeSession(fields: Partial<Session> & { userId: string }): Session {
  return {
    id: randomUUID(),
    channel: 'web',
    generation: 0,
    userAgent: null,
    createdAt: morning,
    rotatedAt: morning,
    lastUsedAt: morning,
    expiresAt: later(3600),
    revokedAt: null,
    ...fields,
  };
}

/** An identifier that no other row has. */
export const fresh = (): string => `o-${randomUUID()}`;
