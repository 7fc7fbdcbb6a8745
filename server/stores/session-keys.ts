// Stores the `session_key` of mini-program users for the deprecated phone method: encrypted, for 30 minutes.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { deriveKey } from '../derived-key.ts';
import type { SessionKeyStore } from '../ports/session-key-store.ts';
import type { KeyvConnection } from './keyv.ts';

const ttlMs = 30 * 60_000;
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export type SessionKeyParts = {
  readonly keyv: Pick<KeyvConnection, 'store'>;
  /** JWT_SECRET: the keys here are derived from it. */
  readonly secret: string;
  /** JWT_SECRET_PREVIOUS: values stored with them can still be read. */
  readonly previous: readonly string[];
};

/** The methods throw `store_unavailable`. */
export function createSessionKeyStore({ keyv, secret, previous }: SessionKeyParts): SessionKeyStore {
  const values = keyv.store<string>('session-keys', ttlMs);
  const newest = toLock(secret);
  const locks = [newest, ...previous.map(toLock)];

  return {
    async put(openid, sessionKey) {
      await values.set(newest.toKey(openid), seal(sessionKey, { key: newest.cipher, openid }));
    },

    async get(openid) {
      for (const { cipher, toKey } of locks) {
        const sealed = await values.get(toKey(openid));
        const sessionKey = sealed === undefined ? undefined : unseal(sealed, { key: cipher, openid });
        if (sessionKey !== undefined) return sessionKey;
      }
      return undefined;
    },

    async remove(openid) {
      for (const { toKey } of locks) await values.delete(toKey(openid));
    },
  };
}

/** The key of an openid's entry, by HMAC so that openids cannot be guessed, and the key that decrypts the entry. */
function toLock(secret: string) {
  const lookup = deriveKey(secret, 'session key lookup');
  return {
    cipher: deriveKey(secret, 'session key'),
    toKey: (openid: string): string => createHmac('sha256', lookup).update(openid).digest('base64url'),
  };
}

/** The openid is authenticated too: a value that is moved to another openid's entry cannot be decrypted. */
type Seal = { readonly key: KeyObject; readonly openid: string };

function seal(text: string, { key, openid }: Seal): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(openid));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** Undefined if the value cannot be decrypted, for example because its secret was removed. */
function unseal(sealed: string, { key, openid }: Seal): string | undefined {
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(openid))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const body = bytes.subarray(nonceBytes + tagBytes);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
