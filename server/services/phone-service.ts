// Reads the phone number of a mini-program's user, by either of the provider's methods.
import { createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { readPhoneInfo } from '../phone-number.ts';
import { Problem } from '../problem.ts';
import type { Clock } from '../ports/clock.ts';
import type { CodeStore } from '../ports/code-store.ts';
import type { Provider } from '../ports/identity-provider.ts';
import type { SessionKeyStore } from '../ports/session-key-store.ts';
import type { User } from '../ports/user-store.ts';
import { sendOnce } from './send-once.ts';
import { digestOf } from './labelled-digest.ts';

export type PhoneRequest = { readonly user: Pick<User, 'miniOpenid'> } & (
  { readonly code: string } | { readonly encryptedData: string; readonly iv: string }
);

export type Phone = {
  /**
   * Returns the number in E.164. Asks the provider for the number of a code, or, with the deprecated method, decrypts
   * the data from the mini-program. Throws `phone_rejected`, `session_key_stale`, and the provider's Problems.
   */
  read(request: PhoneRequest): Promise<string>;
};

export type PhoneParts = {
  readonly provider: Pick<Provider, 'fetchPhone'>;
  readonly codes: CodeStore;
  readonly sessionKeys: Pick<SessionKeyStore, 'get'>;
  readonly clock: Clock;
  /** The AppID of the mini-program. */
  readonly appId: string;
};

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

/**
 * Turns `idp_code_used` into `phone_rejected`: for the caller, a code that was already sent is the same as a code that
 * the provider rejects.
 */
function rejectUsed(error: unknown): never {
  throw error instanceof Problem && error.code === 'idp_code_used' ? rejection() : error;
}

export type EncryptedData = {
  /** From the user's latest login: 16 bytes in base64. */
  readonly sessionKey: string;
  /** Base64. */
  readonly encryptedData: string;
  /** 16 bytes in base64. */
  readonly iv: string;
  /** The AppID of the mini-program. The watermark must contain it. */
  readonly appId: string;
};

/** Much more than the provider sends, but cheap to decrypt. */
const maxBytes = 4096;

/** The deprecated method: decrypts a phone number, E.164. Throws only `phone_rejected`. */
export function decryptPhone(encrypted: EncryptedData): string {
  const phone = readPhoneInfo(decryptData(encrypted));
  if (!phone) throw rejection();
  return phone.number;
}

/** Decrypts a JSON object from the mini-program. Throws only `phone_rejected`. */
export function decryptData({
  sessionKey,
  encryptedData,
  iv,
  appId,
}: EncryptedData): Readonly<Record<string, unknown>> {
  const parts = { key: readBase64(sessionKey), iv: readBase64(iv), data: readBase64(encryptedData) };
  const data = WatermarkedData.safeParse(parseJson(decipher(parts) ?? ''));
  if (!data.success || data.data.watermark.appid !== appId) throw rejection();
  return data.data;
}

const WatermarkedData = z.looseObject({ watermark: z.looseObject({ appid: z.string() }) });

/**
 * The same error for every failure, without a cause: if bad padding could be distinguished from bad JSON, an attacker
 * could decrypt any data block by block (padding oracle).
 */
const rejection = (): Problem => new Problem('phone_rejected');

/** AES-128-CBC with PKCS#7 padding; undefined if decryption fails. */
function decipher({ key, iv, data }: { key: Buffer; iv: Buffer; data: Buffer }): string | undefined {
  if (data.length > maxBytes) return undefined;
  try {
    // Throws if the key or the iv is not 16 bytes long.
    const cipher = createDecipheriv('aes-128-cbc', key, iv);
    const bytes = Buffer.concat([cipher.update(data), cipher.final()]);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns no bytes if the text is not base64. The check is necessary because Buffer ignores invalid characters. */
function readBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : Buffer.alloc(0);
}
