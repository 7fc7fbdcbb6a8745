// The rules of the provider: how codes are issued and exchanged, and the error numbers.
import { createCipheriv, randomBytes } from 'node:crypto';
import words from './errmsgs.json' with { type: 'json' };
import type { Clock } from '../ports/clock.ts';
import type { App, Channel } from '../ports/identity-provider.ts';
import { createCodes } from './one-time-codes.ts';
import type { CodeRefusal } from './one-time-codes.ts';
import { openidOf, phoneNumberOf, unionidOf } from './people.ts';
import type { Person } from './people.ts';
import { createExpiringMap } from './expiring-map.ts';
import { createGlobalTokens } from './global-tokens.ts';

/** The JSON response of a call; an error if its `errcode` is not 0. */
export type PlatformAnswer = Readonly<Record<string, unknown>>;
/** Unvalidated parameters. Absent and empty are the same. */
export type Query = Readonly<Record<string, unknown>>;

export type Platform = {
  /** Issues a code, as after a person has confirmed the login on the phone. */
  issueWebCode(person: Person): string;
  /** Issues a code, as the mini-program's login function does. */
  issueMiniCode(person: Person): string;
  /** Issues a code, as a tap on the mini-program's phone button does. */
  issuePhoneCode(person: Person): string;
  /** Encrypts the number for the deprecated method; undefined if no backend has fetched the person's session_key. */
  encryptPhone(person: Person): { encryptedData: string; iv: string } | undefined;
  /** An error response, whose message ends with a random `rid`. */
  refuse(errcode: number): PlatformAnswer;
  exchangeWebCode(query: Query): PlatformAnswer;
  exchangeMiniCode(query: Query): PlatformAnswer;
  answerProfile(query: Query): PlatformAnswer;
  issueStableToken(body: Query): PlatformAnswer;
  answerPhone(request: { readonly accessToken: unknown; readonly code: unknown }): PlatformAnswer;
};

export type PlatformParts = {
  /** Both apps belong to one platform account, so both get the unionid of a person. */
  readonly apps: Readonly<Record<Channel, App>>;
  readonly clock: Clock;
  /** The address of a person's picture; '' without one. */
  readonly pictureOf: (person: Person) => string;
};

const webCodeSeconds = 600;
const miniCodeSeconds = 300;
const tokenSeconds = 7200;

export function createPlatform({ apps, clock, pictureOf }: PlatformParts): Platform {
  const webCodes = createCodes<Person>({ clock, seconds: webCodeSeconds });
  const miniCodes = createCodes<Person>({ clock, seconds: miniCodeSeconds });
  const phoneCodes = createCodes<Person>({ clock, seconds: miniCodeSeconds });
  const credentials = createExpiringMap<Person>({ clock, seconds: tokenSeconds });
  const globalTokens = createGlobalTokens(clock);
  /** The latest session key of each person; older ones are invalid. */
  const sessionKeys = new Map<string, Buffer>();

  const refuse = (errcode: number): PlatformAnswer => ({
    errcode,
    errmsg: `${errmsgs[errcode] ?? 'system error'}, rid: ${makeRid(clock)}`,
  });
  const identify = (channel: Channel, person: Person): PlatformAnswer => ({
    openid: openidOf(person, apps[channel].appId),
    unionid: unionidOf(person),
  });
  const describePhone = (person: Person): PlatformAnswer => ({
    phoneNumber: phoneNumberOf(person),
    purePhoneNumber: person.phone.number,
    countryCode: person.phone.countryCode,
    watermark: { timestamp: Math.floor(clock().getTime() / 1000), appid: apps.mini.appId },
  });
  /** Checks the id and secret of the app; returns the error number. */
  const checkApp = (channel: Channel, { appid, secret }: Query): number | undefined => {
    if (!appid) return 41002;
    if (appid !== apps[channel].appId) return 40013;
    if (!secret) return 41004;
    return secret === apps[channel].secret ? undefined : 40125;
  };

  return {
    issueWebCode: webCodes.issue,
    issueMiniCode: miniCodes.issue,
    issuePhoneCode: phoneCodes.issue,
    refuse,

    encryptPhone(person) {
      const key = sessionKeys.get(person.id);
      if (!key) return undefined;
      const iv = randomBytes(16);
      const cipher = createCipheriv('aes-128-cbc', key, iv);
      const text = JSON.stringify(describePhone(person));
      const encryptedData = Buffer.concat([cipher.update(text), cipher.final()]).toString('base64');
      return { encryptedData, iv: iv.toString('base64') };
    },

    exchangeWebCode(query) {
      const mistake = checkApp('web', query) ?? checkGrant(query, 'authorization_code') ?? checkCode(query.code);
      if (mistake !== undefined) return refuse(mistake);
      const result = webCodes.take(query.code as string);
      if (!('value' in result)) return refuse(refusals[result.refusal]);
      const accessToken = randomBytes(64).toString('base64url');
      credentials.put(accessToken, result.value);
      return {
        access_token: accessToken,
        expires_in: tokenSeconds,
        refresh_token: randomBytes(64).toString('base64url'),
        scope: 'snsapi_login',
        ...identify('web', result.value),
      };
    },

    exchangeMiniCode(query) {
      const mistake = checkApp('mini', query) ?? checkGrant(query, 'authorization_code') ?? checkCode(query.js_code);
      if (mistake !== undefined) return refuse(mistake);
      const result = miniCodes.take(query.js_code as string);
      if (!('value' in result)) return refuse(refusals[result.refusal]);
      const key = randomBytes(16);
      sessionKeys.set(result.value.id, key);
      return { session_key: key.toString('base64'), ...identify('mini', result.value) };
    },

    answerProfile({ access_token: accessToken, openid }) {
      if (!accessToken) return refuse(41001);
      const credential = credentials.find(String(accessToken));
      if (!credential) return refuse(40001);
      if (credential.expired) return refuse(42001);
      if (!openid) return refuse(41003);
      const { value: person } = credential;
      const identity = identify('web', person);
      if (openid !== identity.openid) return refuse(40003);
      return {
        ...identity,
        nickname: person.nickname,
        sex: 0,
        language: '',
        city: '',
        province: '',
        country: '',
        headimgurl: pictureOf(person),
        privilege: [],
      };
    },

    issueStableToken(body) {
      const mistake = checkApp('mini', body) ?? checkGrant(body, 'client_credential');
      return mistake === undefined ? globalTokens.issue() : refuse(mistake);
    },

    answerPhone({ accessToken, code }) {
      if (!accessToken) return refuse(41001);
      const tokenState = globalTokens.check(String(accessToken));
      if (tokenState !== 'valid') return refuse(tokenState === 'expired' ? 42001 : 40001);
      const mistake = checkCode(code);
      if (mistake !== undefined) return refuse(mistake);
      const result = phoneCodes.take(code as string);
      if (!('value' in result)) return refuse(refusals[result.refusal]);
      return { errcode: 0, errmsg: 'ok', phone_info: describePhone(result.value) };
    },
  };
}

function checkGrant({ grant_type: grantType }: Query, expectedType: string): number | undefined {
  return grantType === expectedType ? undefined : 40002;
}

function checkCode(code: unknown): number | undefined {
  if (!code) return 41008;
  return typeof code === 'string' ? undefined : 40029;
}

const refusals: Readonly<Record<CodeRefusal, number>> = {
  unknown: 40029,
  used: 40163,
  expired: 42003,
};

/** The provider's messages. Clients must not rely on them: only the numbers are stable. */
const errmsgs: Readonly<Record<number, string>> = words;

/** A random `rid` in the provider's format: the time and two random values. */
function makeRid(clock: Clock): string {
  const seconds = Math.floor(clock().getTime() / 1000);
  return [seconds.toString(16), randomBytes(4).toString('hex'), randomBytes(4).toString('hex')].join('-');
}
