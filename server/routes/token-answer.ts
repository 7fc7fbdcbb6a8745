// The responses that set and clear the refresh cookie: of a login, a refresh and a sign-out.
import type { Context } from 'koa';
import { json } from '../openapi/describe.ts';
import type { LoginResult } from '../services/sign-in-service.ts';
import type { Parts } from './endpoint-parts.ts';

export const withTokens = (description: string) => json('Tokens', description);

/** Returns the tokens (RFC 6749 section 5.1), and sets the refresh cookie if AUTH_REFRESH_COOKIE is set. */
export function answerTokens(ctx: Context, parts: Pick<Parts, 'config' | 'cookies'>, login: LoginResult): void {
  const { refreshToken: value, refreshExpiresIn: seconds } = login.pair;
  if (isForCookie(parts, login)) parts.cookies.setRefresh(ctx, { value, seconds });
  showTokens(ctx, parts, login);
}

/** With AUTH_REFRESH_COOKIE the refresh token of a web login is only in the cookie. */
const isForCookie = ({ config }: Pick<Parts, 'config'>, { session }: LoginResult): boolean =>
  config.refreshCookie && session.channel === 'web';

/** Returns the tokens and sets no cookie. For GET requests, because any page can make a browser send one. */
export function showTokens(ctx: Context, parts: Pick<Parts, 'config'>, login: LoginResult): void {
  const { pair, user, created } = login;
  ctx.status = 200;
  ctx.body = {
    access_token: pair.accessToken,
    token_type: 'Bearer',
    expires_in: pair.expiresIn,
    ...(isForCookie(parts, login) ? {} : { refresh_token: pair.refreshToken }),
    refresh_expires_in: pair.refreshExpiresIn,
    user: { id: user.id, nickname: user.nickname, avatar_url: user.avatarUrl, created },
  };
}

/** Answers a sign-out, and clears the refresh cookie. */
export function answerSignOut(ctx: Context, { config, cookies }: Pick<Parts, 'config' | 'cookies'>): void {
  if (config.refreshCookie) cookies.clearRefresh(ctx);
  ctx.status = 204;
}
