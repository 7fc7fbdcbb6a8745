// The account controller: what a signed-in person asks of the account, each with a Bearer token.
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Config } from '../config.ts';
import { Problem } from '../problem.ts';
import { maskPhone } from '../services/account.ts';
import type { Account } from '../services/account.ts';
import type { Phone } from '../services/phone.ts';
import type { Sessions } from '../services/sessions.ts';
import type { Limits, Live, Session, User } from '../types.ts';
import type { Cookies } from './cookies.ts';
import { bearerOf, bodyOf, codeForm, demand, readBody, readQuery, tokenForm } from './request.ts';
import type { Body, Form } from './request.ts';

export type AccountRoutesParts = {
  readonly config: Pick<Config, 'refreshCookie'>;
  readonly sessions: Sessions;
  readonly account: Account;
  readonly phone: Phone;
  readonly limits: Limits;
  readonly cookies: Cookies;
};

export function createAccountRoutes(parts: AccountRoutesParts): Router {
  const router = new Router({ prefix: '/api/auth' });
  const signedIn = authenticate(parts);
  const counted = countUser(parts);
  router.get('/me', signedIn, counted, showMe);
  router.patch('/me', readBody(), signedIn, counted, changeMe(parts));
  // wx.request knows no PATCH, and mini-programs are those that bring no name.
  router.put('/me', readBody(), signedIn, counted, changeMe(parts));
  router.delete('/me', signedIn, counted, leave(parts));
  router.get('/sessions', signedIn, counted, listSessions(parts));
  router.post('/idp/mini/phone', readBody(), signedIn, counted, addPhone(parts));
  // Signing out and ending sessions is never counted: whoever wants a thief out must not have to wait.
  router.delete('/sessions/:id', signedIn, endSession(parts));
  router.post('/logout', readBody(), logout(parts));
  router.post('/logout-all', signedIn, logoutAll(parts));
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

/** Before the work: each writes a record, reads pages of rows or asks the provider. */
function countUser({ limits }: AccountRoutesParts): Middleware {
  return async function countUser(ctx, next) {
    await limits.hit('account', stateOf(ctx).user.id);
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
      ...(nickname === undefined ? {} : { nickname: readNickname(nickname) }),
      ...(avatarUrl === undefined ? {} : { avatarUrl: readPicture(avatarUrl) }),
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
  says: 'an https address of at most 500 characters without a user name, or null',
};

const readNickname = (value: unknown): string | null =>
  value === null ? null : demand(value, { name: 'nickname', form: nicknameForm });

/** As browsers read it: what is kept leads to the host that it seems to name. */
function readPicture(value: unknown): string | null {
  if (value === null) return null;
  const text = demand(value, { name: 'avatar_url', form: avatarForm });
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && url.username === '' && url.password === '' && url.href.length <= 512) return url.href;
  throw new Problem('malformed_parameter', { detail: `avatar_url must be ${avatarForm.says}.` });
}

function leave({ account, cookies, config }: AccountRoutesParts): Middleware {
  return async function leave(ctx) {
    await account.remove({ userId: stateOf(ctx).user.id, requestId: requestIdOf(ctx) });
    if (config.refreshCookie) cookies.clearRefresh(ctx);
    ctx.status = 204;
  };
}

/** GET /sessions?cursor=&limit=: a page of them, the newest first; `next_cursor` where more follow. */
function listSessions({ sessions }: AccountRoutesParts): Middleware {
  return async function listSessions(ctx) {
    const { user, session } = stateOf(ctx);
    const limit = readLimit(readQuery(ctx, 'limit'));
    const after = readCursor(readQuery(ctx, 'cursor'));
    const page = await sessions.list({ userId: user.id, limit, after });
    const last = page.sessions.at(-1);
    ctx.body = {
      ...(page.more && last ? { next_cursor: toCursor(last) } : {}),
      sessions: page.sessions.map((one) => ({
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

/** Sessions of a page: what is given where nothing is asked for, and the most. */
export const sessionPage = { usual: 50, most: 100 };

function readLimit(text: string | undefined): number {
  if (text === undefined) return sessionPage.usual;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= sessionPage.most) return limit;
  throw new Problem('malformed_parameter', { detail: `limit must be a whole number from 1 to ${sessionPage.most}.` });
}

type Place = Pick<Session, 'createdAt' | 'id'>;

/** Names the last session of a page, not a number: what begins or ends meanwhile shifts nothing. */
function toCursor({ createdAt, id }: Place): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

function readCursor(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined;
  const [, time, id] =
    /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (id !== undefined) return { createdAt: new Date(Number(time)), id };
  throw new Problem('malformed_parameter', { detail: 'cursor must be a next_cursor, as it was given.' });
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
    if (refreshToken !== undefined) await unlessOver(sessions.revokeByToken({ refreshToken }, { requestId }));
    else if (accessToken !== undefined) await sessions.revokeByToken({ accessToken }, { requestId });
    else throw new Problem('access_token_missing');
    if (config.refreshCookie) cookies.clearRefresh(ctx);
    ctx.status = 204;
  };
}

/** Idempotent: whose refresh token has expired is signed out already. */
async function unlessOver(end: Promise<unknown>): Promise<void> {
  try {
    await end;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'refresh_token_expired') throw error;
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
function addPhone({ phone, account, limits }: AccountRoutesParts): Middleware {
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
    // The provider takes money for each of these, from a quota that all users share.
    if ('code' in given) await limits.hit('phone', user.id);
    const number = await phone.read({ user, ...given });
    await account.change({ userId: user.id, patch: { phone: number }, requestId: requestIdOf(ctx) });
    ctx.body = { phone: number };
  };
}
