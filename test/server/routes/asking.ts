// Requests and expectations that tests of endpoints share.
import { createCipheriv } from 'node:crypto';
import path from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../../server/stores/database.ts';
import type { UserStatus } from '../../../server/ports/user-store.ts';
import { cookieOf, fresh, signInMini, tokensOf } from '../../support/login.ts';
import type { Answer, Backend } from '../../support/login.ts';

/** The headers that a browser sends when a page of another site leads to this service. */
export const browser = {
  Accept: 'text/html,application/xhtml+xml',
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Mode': 'navigate',
};

export function expectProblem(answer: Answer, status: number, [error, code]: readonly [string, string]): void {
  expect(answer.body, answer.text).to.include({ status, error, code });
  expect(answer.status).to.equal(status);
  expect(answer.headers.get('content-type')).to.equal('application/problem+json');
  expect(answer.headers.get('cache-control')).to.equal('no-store');
}

/** Checks only the status and the code. */
export function expectCode(answer: Answer, status: number, code: string): void {
  expect(answer.body, answer.text).to.include({ status, code });
}

/** Begins a web login; returns its state, the answer, and the cookie of the browser. */
export async function begin(at: Backend, headers: Record<string, string> = {}) {
  const state = fresh('state');
  const answer = await at.get(`/api/auth/idp/web/login?state=${state}`, { headers });
  return { state, answer, cookie: cookieOf(answer) };
}

/** Signs in a new user by the mini-program. */
export const arrive = async (at: Backend) => tokensOf(await signInMini(at, { openid: fresh('mini') }));

/** The session key that the provider of the tests returns for every login of a mini-program. */
export const sessionKey = 'tiihtNczf5v6AKRyjwEUhQ==';

/** Encrypts a phone number as a mini-program does for the old method. */
export function encryptPhone({
  phone,
  appid = 'wx-mini',
  key = sessionKey,
}: {
  phone: string;
  appid?: string;
  key?: string;
}) {
  const iv = Buffer.alloc(16, 7);
  const cipher = createCipheriv('aes-128-cbc', Buffer.from(key, 'base64'), iv);
  const data = {
    phoneNumber: phone,
    purePhoneNumber: phone,
    countryCode: '86',
    watermark: { timestamp: 1_700_000_000, appid },
  };
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(data)), cipher.final()]);
  return { encrypted_data: encrypted.toString('base64'), iv: iv.toString('base64') };
}

/** Sets the status of users in the embedded database. The process that locks the folder must be stopped. */
export async function setStatus(
  folder: string,
  { userIds, status }: { userIds: readonly string[]; status: UserStatus },
): Promise<void> {
  const place = { folder: path.join(folder, 'database'), clock: () => new Date(), report() {} };
  const database = await openDatabase(place);
  for (const userId of userIds) await database.users.update(userId, { status });
  await database.close();
}
