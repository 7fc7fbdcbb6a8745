// Schemas check the provider's answers, and a table turns its error numbers into Problems.
import { z } from 'zod';
import { parseJson } from '../json.ts';
import { Problem } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import { readPhoneInfo } from '../phone-number.ts';
import { cleanProfile } from './profile.ts';
import type { Channel, Identity, Profile } from '../types.ts';

const busySeconds = 5;
const minuteSeconds = 60;

/** The provider's error numbers. Its texts are never looked at: they change, and may quote what was sent. */
const errcodes = new Map<number, { readonly code: ProblemCode; readonly retryAfter?: number }>([
  [-1, { code: 'idp_busy', retryAfter: busySeconds }],
  [40029, { code: 'idp_code_invalid' }],
  [42003, { code: 'idp_code_invalid' }],
  [41008, { code: 'idp_code_invalid' }],
  [40163, { code: 'idp_code_used' }],
  [40226, { code: 'idp_user_blocked' }],
  [45009, { code: 'idp_quota', retryAfter: minuteSeconds }],
  [45011, { code: 'idp_quota', retryAfter: minuteSeconds }],
  [40001, { code: 'idp_misconfigured' }],
  [40013, { code: 'idp_misconfigured' }],
  [40125, { code: 'idp_misconfigured' }],
  [41002, { code: 'idp_misconfigured' }],
  [41004, { code: 'idp_misconfigured' }],
]);

/** "The global token is not valid": the answers after which a new one is asked for. */
export const tokenErrcodes: readonly number[] = [40001, 40014, 42001];

/** A Problem with the number that the provider gave for it, for the operator's log. */
export class ProviderRefusal extends Problem {
  readonly errcode: number;

  constructor(errcode: number) {
    const { code, retryAfter } = errcodes.get(errcode) ?? { code: 'idp_bad_response' };
    super(code, { retryAfter });
    this.errcode = errcode;
  }
}

/**
 * Parses an answer. Of doubled keys the last counts, as everywhere in JSON.parse. Throws the Problem of its `errcode`;
 * `idp_bad_response` for what is no object, and for an `errcode` that is no number.
 */
export function parseAnswer(text: string): Readonly<Record<string, unknown>> {
  const answer = Envelope.safeParse(parseJson(text));
  if (!answer.success) throw new Problem('idp_bad_response');
  const { errcode = 0 } = answer.data;
  if (errcode !== 0) throw new ProviderRefusal(errcode);
  return answer.data;
}

const Envelope = z.looseObject({ errcode: z.number().int().optional() });

/** 1 to 64 characters that a table can hold: no control characters, no halves of a surrogate pair. */
const Identifier = z.string().refine((text) => {
  const { length } = [...text];
  return length >= 1 && length <= 64 && !/[\p{Cc}\p{Cs}]/u.test(text);
});

const Grant = z.object({
  openid: Identifier,
  // Empty or null is absent: two people without one must never look like the same person.
  unionid: z.union([Identifier, z.literal('').transform(() => undefined)]).nullish(),
  access_token: z.string().max(2048).nullish(),
  session_key: z.string().max(512).nullish(),
});

export type Grant = Identity & { readonly accessToken: string; readonly sessionKey: string };

/** Reads who signed in. What the channel does not bring is ''. Throws `idp_user_snapshot`, `idp_bad_response`. */
export function readGrant(answer: Readonly<Record<string, unknown>>, channel: Channel): Grant {
  // Before all else: somebody who only looked at a page without an account must never make a user.
  if ([1, '1', true].includes(answer.is_snapshotuser as never)) throw new Problem('idp_user_snapshot');
  const { openid, unionid, access_token, session_key } = check(Grant, answer);
  return {
    channel,
    openid,
    ...(unionid ? { unionid } : {}),
    accessToken: access_token ?? '',
    sessionKey: session_key ?? '',
  };
}

const GlobalToken = z.object({
  access_token: z.string().min(1).max(2048),
  expires_in: z.number().int().positive(),
});

/** The global token and its lifetime in seconds. Throws `idp_bad_response`. */
export function readGlobalToken(answer: unknown): { readonly token: string; readonly seconds: number } {
  const { access_token: token, expires_in: seconds } = check(GlobalToken, answer);
  return { token, seconds };
}

/** A phone number in E.164. Throws `idp_bad_response`, and `phone_rejected` for one that was told to another app. */
export function readPhone(answer: Readonly<Record<string, unknown>>, appId: string): string {
  const phone = readPhoneInfo(answer.phone_info);
  if (!phone) throw new Problem('idp_bad_response');
  if (phone.appId !== appId) throw new Problem('phone_rejected');
  return phone.number;
}

const UserInfo = z.object({ openid: Identifier, nickname: z.unknown().optional(), headimgurl: z.unknown().optional() });

/** Reads nickname and picture; an empty profile where the answer is about somebody else. Throws `idp_bad_response`. */
export function readProfile(answer: unknown, openid: string): Profile {
  const info = check(UserInfo, answer);
  return info.openid === openid ? cleanProfile({ nickname: info.nickname, avatarUrl: info.headimgurl }) : {};
}

function check<T>(form: z.ZodType<T>, answer: unknown): T {
  const parsed = form.safeParse(answer);
  // Without the reasons: they may quote the answer.
  if (!parsed.success) throw new Problem('idp_bad_response');
  return parsed.data;
}
