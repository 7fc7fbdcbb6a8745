// Makes the secrets of a login: flows and login codes.
import { randomBytes } from 'node:crypto';

/** 256 random bits for a cookie or a code. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}
