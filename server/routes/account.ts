// The account controller: what a signed-in person asks of the account, each with a Bearer token.
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Config } from '../config.ts';
import { Problem } from '../problem.ts';
import { maskPhone } from '../services/account.ts';
import type { Account } from '../services/account.ts';
import type { Phone } from '../services/phone.ts';
import type { Sessions } from '../services/sessions.ts';
import type { Live, User } from '../types.ts';
import type { Cookies } from './cookies.ts';
import { bearerOf, bodyOf, codeForm, demand, readBody, tokenForm } from './request.ts';
import type { Body, Form } from './request.ts';

export type AccountRoutesParts = {
  readonly config: Pick<Config, 'refreshCookie'>;
  readonly sessions: Sessions;
  readonly account: Account;
  readonly phone: Phone;
  readonly cookies: Cookies;
};

export function createAccountRoutes(parts: AccountRoutesParts): Router {
  const router = new Router({ prefix: '/api/auth' });
  const signedIn = authenticate(parts);
  router.get('/me', signedIn, showMe);
  router.patch('/me', readBody(), signedIn, changeMe(parts));
  // wx.request knows no PATCH, and mini-programs are those that bring no name.
  router.put('/me', readBody(), signedIn, changeMe(parts));
  router.delete('/me', signedIn, leave(parts));
  router.get('/sessions', signedIn, listSessions(parts));
  router.delete('/sessions/:id', signedIn, endSession(parts));
  router.post('/logout', readBody(), logout(parts));
  router.post('/logout-all', signedIn, logoutAll(parts));
  router.post('/idp/mini/phone', readBody(), signedIn, addPhone(parts));
  return router;
}

const stateOf = (ctx: Context): Live => ctx.state as unknown as Live;
const requestIdOf = (ctx: Context): string => ctx.state.requestId as string;

/** Session and user are read at every request: what was revoked is refused at once, on every instance. */
function authenticate({ sessions }: AccountRoutesParts): Middleware {
  return async function authenticate(ctx, next) {
    const token = bearerOf(ctx);
    if (token === undefined) throw new Problem('access_token_missing');
    Object.assign(ctx.state, await sessions.authenticate(token));
    await next();
  };
}

function showMe(ctx: Context): void {
  ctx.body = describe(stateOf(ctx).user);
}

function describe(user: User): Record<string, unknown> {
  return {
    id: user.id,
    nickname: user.nickname,
    avatar_url: user.avatarUrl,
    phone: user.phone === null ? null : maskPhone(user.phone),
    channels: [...(user.webOpenid === null ? [] : ['web']), ...(user.miniOpenid === null ? [] : ['mini'])],
    created_at: user.createdAt.toISOString(),
    last_login_at: user.lastLoginAt?.toISOString() ?? null,
    last_login_src: user.lastLoginSrc,
  };
}

/** PATCH or PUT /me: `{nickname?, avatar_url?}`; null takes one away. */
function changeMe({ account }: AccountRoutesParts): Middleware {
  return async function changeMe(ctx) {
    const { nickname, avatar_url: avatarUrl, ...others } = bodyOf(ctx);
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) {
      throw new Problem('malformed_parameter', { detail: 'Only nickname and avatar_url can be changed.' });
    }
    const patch = {
      ...(nickname === undefined ? {} : { nickname: readOptional(nickname, { name: 'nickname', form: nicknameForm }) }),
      ...(avatarUrl === undefined
        ? {}
        : { avatarUrl: readOptional(avatarUrl, { name: 'avatar_url', form: avatarForm }) }),
    };
    const user = await account.change({ userId: stateOf(ctx).user.id, patch, requestId: requestIdOf(ctx) });
    ctx.body = describe(user);
  };
}

/** Neither blanks at the ends nor characters that turn the text around or cannot be seen. */
const nicknameForm: Form = {
  pattern: /^(?=\S)[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]{1,64}(?<=\S)$/u,
  says: '1 to 64 visible characters without blanks at the ends, or null',
};
const avatarForm: Form = {
  pattern: /^https:\/\/[\x21-\x7e]{1,500}$/,
  says: 'an https address of at most 500 characters, or null',
};

function readOptional(value: unknown, parameter: { name: string; form: Form }): string | null {
  const text = value === null ? null : demand(value, parameter);
  if (parameter.form === avatarForm && text !== null && !URL.canParse(text)) {
    throw new Problem('malformed_parameter', { detail: `${parameter.name} must be ${parameter.form.says}.` });
  }
  return text;
}

function leave({ account, cookies, config }: AccountRoutesParts): Middleware {
  return async function leave(ctx) {
    await account.remove({ userId: stateOf(ctx).user.id, requestId: requestIdOf(ctx) });
    if (config.refreshCookie) cookies.clearRefresh(ctx);
    ctx.status = 204;
  };
}

function listSessions({ sessions }: AccountRoutesParts): Middleware {
  return async function listSessions(ctx) {
    const { user, session } = stateOf(ctx);
    const list = await sessions.list(user.id);
    ctx.body = {
      sessions: list.map((one) => ({
        id: one.id,
        channel: one.channel,
        user_agent: one.userAgent,
        created_at: one.createdAt.toISOString(),
        last_used_at: one.lastUsedAt.toISOString(),
        expires_at: one.expiresAt.toISOString(),
        current: one.id === session.id,
      })),
    };
  };
}

function endSession({ sessions }: AccountRoutesParts): Middleware {
  return async function endSession(ctx) {
    const { id: sessionId } = (ctx as Context & { params: { id: string } }).params;
    const ended = await sessions.revoke({ userId: stateOf(ctx).user.id, sessionId, requestId: requestIdOf(ctx) });
    if (!ended) throw new Problem('not_found', { detail: 'You have no such session.' });
    ctx.status = 204;
  };
}

/** POST /logout: by the Bearer token, or by `{refresh_token}` (or its cookie) instead. */
function logout({ sessions, cookies, config }: AccountRoutesParts): Middleware {
  return async function logout(ctx) {
    const requestId = requestIdOf(ctx);
    const accessToken = bearerOf(ctx);
    const refreshToken = refreshTokenOf(ctx, { body: bodyOf(ctx), cookies, config });
    if (refreshToken !== undefined) await unlessOver(sessions.revokeByToken(refreshToken, { requestId }));
    else if (accessToken !== undefined) await unlessOver(endOwn(sessions, { accessToken, requestId }));
    else throw new Problem('access_token_missing');
    if (config.refreshCookie) cookies.clearRefresh(ctx);
    ctx.status = 204;
  };
}

async function endOwn(
  sessions: Sessions,
  { accessToken, requestId }: { accessToken: string; requestId: string },
): Promise<void> {
  const { user, session } = await sessions.authenticate(accessToken);
  await sessions.revoke({ userId: user.id, sessionId: session.id, requestId });
}

/** Idempotent: whose session is over already wanted just that. */
async function unlessOver(end: Promise<unknown>): Promise<void> {
  try {
    await end;
  } catch (error) {
    const over: readonly string[] = ['session_revoked', 'account_disabled', 'refresh_token_expired'];
    if (!(error instanceof Problem) || !over.includes(error.code)) throw error;
  }
}

function refreshTokenOf(
  ctx: Context,
  { body, cookies, config }: { body: Body } & Pick<AccountRoutesParts, 'cookies' | 'config'>,
): string | undefined {
  if (body.refresh_token !== undefined) {
    return demand(body.refresh_token, { name: 'refresh_token', form: tokenForm });
  }
  return bearerOf(ctx) === undefined && config.refreshCookie ? cookies.readRefresh(ctx) : undefined;
}

function logoutAll({ sessions, cookies, config }: AccountRoutesParts): Middleware {
  return async function logoutAll(ctx) {
    await sessions.revokeAll({ userId: stateOf(ctx).user.id, requestId: requestIdOf(ctx) });
    if (config.refreshCookie) cookies.clearRefresh(ctx);
    ctx.status = 204;
  };
}

const base64Form: Form = { pattern: /^[A-Za-z0-9+/]{1,4096}={0,2}$/, says: 'base64' };

/** POST /idp/mini/phone: `{code}`, or the deprecated `{encrypted_data, iv}`. */
function addPhone({ phone, account }: AccountRoutesParts): Middleware {
  return async function addPhone(ctx) {
    const { code, encrypted_data: encryptedData, iv } = bodyOf(ctx);
    const { user } = stateOf(ctx);
    const given =
      encryptedData === undefined && iv === undefined
        ? { code: demand(code, { name: 'code', form: codeForm }) }
        : {
            encryptedData: demand(encryptedData, { name: 'encrypted_data', form: base64Form }),
            iv: demand(iv, { name: 'iv', form: base64Form }),
          };
    const number = await phone.read({ user, ...given });
    await account.change({ userId: user.id, patch: { phone: number }, requestId: requestIdOf(ctx) });
    ctx.body = { phone: number };
  };
}
