// The phone number of a mini-program's user, by either of the provider's methods.
import { createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../json.ts';
import { readPhoneInfo } from '../phone-number.ts';
import { Problem } from '../problem.ts';
import type { Clock } from '../ports/clock.ts';
import type { CodeStore } from '../ports/code-store.ts';
import type { Provider } from '../ports/identity-provider.ts';
import type { SessionKeyStore } from '../ports/session-key-store.ts';
import type { User } from '../ports/user-store.ts';
import { sendOnce } from './send-once.ts';
import { digestOf } from './digest.ts';

export type PhoneRequest = { readonly user: Pick<User, 'miniOpenid'> } & (
  { readonly code: string } | { readonly encryptedData: string; readonly iv: string }
);

export type Phone = {
  /**
   * The number behind a code, or, by the old method, inside what the mini-program handed over: E.164. Throws
   * `phone_rejected`, `session_key_stale`, and the provider's Problems.
   */
  read(request: PhoneRequest): Promise<string>;
};

export type PhoneParts = {
  readonly provider: Pick<Provider, 'fetchPhone'>;
  readonly codes: CodeStore;
  readonly sessionKeys: Pick<SessionKeyStore, 'get'>;
  readonly clock: Clock;
  /** The mini-program's. */
  readonly appId: string;
};

/** Makes the phone service. */
export function createPhone({ provider, codes, sessionKeys, clock, appId }: PhoneParts): Phone {
  return {
    async read(request) {
      if ('code' in request) {
        const { code } = request;
        const send = (): Promise<string> => provider.fetchPhone(code);
        return sendOnce({ codes, clock }, { key: digestOf('phone code', code), send }).catch(rejectUsed);
      }
      const { user, encryptedData, iv } = request;
      const sessionKey = user.miniOpenid === null ? undefined : await sessionKeys.get(user.miniOpenid);
      if (sessionKey === undefined) throw new Problem('session_key_stale');
      return decryptPhone({ sessionKey, encryptedData, iv, appId });
    },
  };
}

/** A code that went out before is to the caller like one that the provider refuses. */
function rejectUsed(error: unknown): never {
  throw error instanceof Problem && error.code === 'idp_code_used' ? rejection() : error;
}

export type Encrypted = {
  /** The user's newest login brought it: 16 bytes in base64. */
  readonly sessionKey: string;
  /** Base64. */
  readonly encryptedData: string;
  /** 16 bytes in base64. */
  readonly iv: string;
  /** The mini-program's, that the watermark must name. */
  readonly appId: string;
};

/** Far above what the provider sends, far below what costs anything. */
const maxBytes = 4096;

/** The old method: decrypts a phone number, E.164. Throws `phone_rejected`, and nothing else. */
export function decryptPhone(encrypted: Encrypted): string {
  const phone = readPhoneInfo(decryptData(encrypted));
  if (!phone) throw rejection();
  return phone.number;
}

/** Decrypts what the mini-program handed over, a JSON object. Throws `phone_rejected`, and nothing else. */
export function decryptData({ sessionKey, encryptedData, iv, appId }: Encrypted): Readonly<Record<string, unknown>> {
  const parts = { key: readBase64(sessionKey), iv: readBase64(iv), data: readBase64(encryptedData) };
  const data = Watermarked.safeParse(parseJson(decipher(parts) ?? ''));
  if (!data.success || data.data.watermark.appid !== appId) throw rejection();
  return data.data;
}

const Watermarked = z.looseObject({ watermark: z.looseObject({ appid: z.string() }) });

/**
 * One and the same for all that can go wrong, without a cause: whoever may tell bad padding from bad JSON can decrypt
 * anything block by block.
 */
const rejection = (): Problem => new Problem('phone_rejected');

/** AES-128-CBC with PKCS#7 padding; undefined when it does not decrypt. */
function decipher({ key, iv, data }: { key: Buffer; iv: Buffer; data: Buffer }): string | undefined {
  if (data.length > maxBytes) return undefined;
  try {
    // It refuses a key or an iv that is not 16 bytes long.
    const cipher = createDecipheriv('aes-128-cbc', key, iv);
    const bytes = Buffer.concat([cipher.update(data), cipher.final()]);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Empty when it is no base64: Buffer alone skips what it does not know. */
function readBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : Buffer.alloc(0);
}
