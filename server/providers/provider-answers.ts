// Validates the provider's responses.
import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { Problem } from '../problem.ts';
import { readPhoneInfo } from '../phone-number.ts';
import { cleanNickname, readPicture } from '../profile.ts';
import { ProviderRefusal } from './errcodes.ts';
import type { Channel, Identity, Profile, ProviderCall } from '../ports/identity-provider.ts';

/**
 * Parses a response. Throws the Problem for its `errcode`, or `idp_bad_response` if it is not an object or its
 * `errcode` is not a number.
 */
export function parseAnswer(text: string, call: ProviderCall): Readonly<Record<string, unknown>> {
  const answer = Envelope.safeParse(parseJson(text));
  if (!answer.success) throw new Problem('idp_bad_response');
  const { errcode = 0 } = answer.data;
  if (errcode !== 0) throw new ProviderRefusal(errcode, call);
  return answer.data;
}

const Envelope = z.looseObject({ errcode: z.number().int().optional() });

/** 1 to 64 characters without control characters or lone surrogates, which the tables cannot store. */
const Identifier = z.string().refine((text) => {
  const { length } = [...text];
  return length >= 1 && length <= 64 && !/[\p{Cc}\p{Cs}]/u.test(text);
});

const Grant = z.object({
  openid: Identifier,
  // Empty or null counts as absent: two people without a unionid must not match.
  unionid: z.union([Identifier, z.literal('').transform(() => undefined)]).nullish(),
  access_token: z.string().max(2048).nullish(),
  session_key: z.string().max(512).nullish(),
});

export type Grant = Identity & { readonly accessToken: string; readonly sessionKey: string };

/** Reads who signed in. Fields that the channel lacks are ''. Throws `idp_user_snapshot`, `idp_bad_response`. */
export function readGrant(answer: Readonly<Record<string, unknown>>, channel: Channel): Grant {
  // Checked first, because a snapshot user is only a visitor who viewed a page without signing in.
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

/** A phone number in E.164. Throws `idp_bad_response`, and `phone_rejected` if it was issued to another app. */
export function readPhone(answer: Readonly<Record<string, unknown>>, appId: string): string {
  const phone = readPhoneInfo(answer.phone_info);
  if (!phone) throw new Problem('idp_bad_response');
  if (phone.appId !== appId) throw new Problem('phone_rejected');
  return phone.number;
}

const UserInfo = z.object({ openid: Identifier, nickname: z.unknown().optional(), headimgurl: z.unknown().optional() });

/**
 * Reads nickname and picture, and drops invalid values. Returns an empty profile if the response is about another
 * person. Throws `idp_bad_response`.
 */
export function readProfile(
  answer: unknown,
  { openid, plainHosts }: { readonly openid: string; readonly plainHosts?: RegExp | undefined },
): Profile {
  const { nickname, headimgurl, ...info } = check(UserInfo, answer);
  if (info.openid !== openid) return {};
  return {
    nickname: typeof nickname === 'string' ? cleanNickname(nickname) : undefined,
    avatarUrl: typeof headimgurl === 'string' ? readPicture(headimgurl, plainHosts) : undefined,
  };
}

function check<T>(form: z.ZodType<T>, answer: unknown): T {
  const parsed = form.safeParse(answer);
  // The validation errors are dropped, because they may quote the response.
  if (!parsed.success) throw new Problem('idp_bad_response');
  return parsed.data;
}
