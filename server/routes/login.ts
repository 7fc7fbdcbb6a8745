// The login controller: five endpoints, each a row of named steps (contract section 6).
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Config } from '../config.ts';
import { Problem } from '../problem.ts';
import type { Login, Welcome } from '../services/login.ts';
import type { Sessions } from '../services/sessions.ts';
import type { Channel, Limits, Observe } from '../types.ts';
import type { Cookies } from './cookies.ts';
import {
  addressOf,
  bodyOf,
  codeForm,
  demand,
  isBrowser,
  readBody,
  readQuery,
  refuseHead,
  stateForm,
  tokenForm,
} from './request.ts';

export type LoginRoutesParts = {
  readonly config: Pick<Config, 'web' | 'idp' | 'loginReturnUrl' | 'stateBinding' | 'refreshCookie'>;
  readonly login: Login;
  readonly sessions: Pick<Sessions, 'refresh'>;
  readonly limits: Limits;
  readonly cookies: Cookies;
  readonly observe: Observe;
};

/** The seed's lifetime of a state, in seconds. */
export const stateSeconds = 300;

export function createLoginRoutes(parts: LoginRoutesParts): Router {
  const router = new Router({ prefix: '/api/auth' });
  router.get('/idp/web/login', ...startWebLogin(parts));
  router.get('/idp/web/callback', ...finishWebLogin(parts));
  router.post('/idp/web/code', ...submitWebCode(parts));
  router.post('/idp/mini/login', ...loginFromMiniProgram(parts));
  router.post('/refresh', ...refreshTokens(parts));
  return router;
}

/** GET /idp/web/login?state=S: 302 to the provider, or what the embedded QR code needs as JSON. */
function startWebLogin(parts: LoginRoutesParts): Middleware[] {
  const { config, login, limits, cookies } = parts;
  const returnToPage = returnFailuresToPage(parts);
  return [
    refuseHead(),
    function returnNavigations(ctx, next) {
      // A person left a page of the site for this address; a script that asks reads the problem itself.
      return ctx.get('Sec-Fetch-Dest') === 'document' ? returnToPage(ctx, next) : next();
    },
    countAddress(limits),
    async function storeState(ctx, next) {
      const state = demand(readQuery(ctx, 'state'), { name: 'state', form: stateForm });
      await login.begin({ state, flow: cookies.ensureFlow(ctx) });
      ctx.state.login = state;
      await next();
    },
    function sendToProvider(ctx) {
      const state = ctx.state.login as string;
      ctx.vary('Accept');
      if (ctx.accepts('text/html', 'application/json') !== 'application/json') {
        const address = authorizeUrl(config, { state, redirectUri: config.web.redirectUri });
        // Koa would encode the address a second time: the query's order and encoding are the seed's.
        ctx.status = 302;
        ctx.set('Location', address);
        ctx.body = '';
        return;
      }
      const redirectUri = config.web.embedRedirectUri;
      ctx.body = {
        authorize_url: authorizeUrl(config, { state, redirectUri }),
        script_url: config.idp.staticUrl,
        appid: config.web.appId,
        scope,
        redirect_uri: redirectUri,
        state,
        expires_in: stateSeconds,
      };
    },
  ];
}

const scope = 'snsapi_login';

/** The provider's page for a login: the query in the seed's order, each value encoded once. */
export function authorizeUrl(
  { idp, web }: Pick<Config, 'idp' | 'web'>,
  { state, redirectUri }: { state: string; redirectUri: string },
): string {
  const query = new Map([
    ['appid', web.appId],
    ['redirect_uri', redirectUri],
    ['response_type', 'code'],
    ['scope', scope],
    ['state', state],
  ]);
  const pairs = [...query].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${idp.authorizeUrl}?${pairs.join('&')}#${idp.redirectFragment}`;
}

/** GET /idp/web/callback?code=C&state=S: tokens, or a browser back to the page that waits for it. */
function finishWebLogin(parts: LoginRoutesParts): Middleware[] {
  const { login, limits } = parts;
  return [
    refuseHead(),
    returnFailuresToPage(parts),
    observeLogin(parts, 'web'),
    countFailures(limits),
    async function takeState(ctx, next) {
      ctx.state.login = await spendState(ctx, { parts, state: readQuery(ctx, 'state') });
      await next();
    },
    async function exchangeCode(ctx) {
      const given = readQuery(ctx, 'code');
      // Who declines is sent back without a code; `authdeny` is seen as well.
      if (given === undefined || given === 'authdeny') throw new Problem('user_denied');
      const code = demand(given, { name: 'code', form: codeForm });
      const page = pageOf(ctx, parts);
      // A GET that any page can make a browser send: it shows tokens to whoever sent it, and sets no refresh cookie.
      if (page === undefined) return showTokens(ctx, parts, await login.signInWeb({ code, ...callerOf(ctx) }));
      const state = ctx.state.login as string;
      const loginCode = await login.announceWeb({ code, state, requestId: requestIdOf(ctx) });
      // In the fragment: it reaches the page, and no server's log. The code alone is worth nothing without the state.
      redirect(ctx, `${page}#login_code=${loginCode}&state=${state}`);
    },
  ];
}

/** POST /idp/web/code: `{code, state}` from the embedded QR code, or `{login_code, state}` from the callback. */
function submitWebCode(parts: LoginRoutesParts): Middleware[] {
  const { login, limits } = parts;
  return [
    readBody(),
    observeLogin(parts, 'web'),
    countFailures(limits),
    async function redeemCode(ctx) {
      const { code, login_code: loginCode, state } = bodyOf(ctx);
      if (code !== undefined && loginCode !== undefined) {
        throw new Problem('malformed_parameter', { detail: 'Send code or login_code, not both.' });
      }
      if (loginCode === undefined) {
        const given = await takeStateAndCode(ctx, { parts, code, state });
        return answerTokens(ctx, parts, await login.signInWeb({ code: given, ...callerOf(ctx) }));
      }
      const redemption = {
        loginCode: demand(loginCode, { name: 'login_code', form: codeForm }),
        state: demand(state, { name: 'state', form: stateForm }),
      };
      answerTokens(ctx, parts, await login.redeemLoginCode({ ...redemption, ...callerOf(ctx) }));
    },
  ];
}

/** A missing member is told before the state is spent: nothing that could finish the login was sent yet. */
async function takeStateAndCode(
  ctx: Context,
  { parts, code, state }: { parts: LoginRoutesParts; code: unknown; state: unknown },
): Promise<string> {
  const given = demand(code, { name: 'code', form: codeForm });
  if (state !== undefined && typeof state !== 'string') {
    throw new Problem('malformed_parameter', { detail: `state must be ${stateForm.says}.` });
  }
  await spendState(ctx, { parts, state });
  if (given === 'authdeny') throw new Problem('user_denied');
  return given;
}

/** POST /idp/mini/login: `{code}` of the mini-program's login function. */
function loginFromMiniProgram(parts: LoginRoutesParts): Middleware[] {
  const { login, limits } = parts;
  return [
    countAddress(limits),
    readBody(),
    observeLogin(parts, 'mini'),
    async function exchangeCode(ctx) {
      const code = demand(bodyOf(ctx).code, { name: 'code', form: codeForm });
      answerTokens(ctx, parts, await login.signInMini({ code, ...callerOf(ctx) }));
    },
  ];
}

/** POST /refresh: `{refresh_token}`, or the refresh cookie of a page of this origin. */
function refreshTokens({ config, sessions, limits, cookies, observe }: LoginRoutesParts): Middleware[] {
  return [
    readBody(),
    async function refresh(ctx) {
      const given = bodyOf(ctx).refresh_token ?? (config.refreshCookie ? cookies.readRefresh(ctx) : undefined);
      const token = demand(given, { name: 'refresh_token', form: tokenForm });
      try {
        const signedIn = await sessions.refresh(token, {
          requestId: requestIdOf(ctx),
          count: (sessionId) => limits.hit('session', sessionId),
        });
        answerTokens(ctx, { config, cookies }, { ...signedIn, created: false });
        observe({ kind: 'refresh', result: 'ok' });
      } catch (error) {
        observe({ kind: 'refresh', result: error instanceof Problem ? error.code : 'internal' });
        throw error;
      }
    },
  ];
}

/** A state that could not have been stored is unknown like any other. Throws `missing_parameter`, `state_unknown`. */
async function spendState(
  ctx: Context,
  { parts, state }: { parts: LoginRoutesParts; state: string | undefined },
): Promise<string> {
  if (state === undefined || state === '') throw new Problem('missing_parameter', { detail: 'state is missing.' });
  if (!stateForm.pattern.test(state)) throw new Problem('state_unknown');
  const { config, login, cookies } = parts;
  // Login CSRF: a victim's browser that is led to somebody else's callback lacks the cookie of that login.
  const bound = config.stateBinding === 'auto' && isBrowser(ctx);
  await login.takeState({ state, flow: cookies.readFlow(ctx), bound });
  return state;
}

/** The token answer of the contract, and the refresh cookie where AUTH_REFRESH_COOKIE asks for it. */
function answerTokens(
  ctx: Context,
  { config, cookies }: Pick<LoginRoutesParts, 'config' | 'cookies'>,
  welcome: Welcome,
): void {
  const { refreshToken: value, refreshExpiresIn: seconds } = welcome.pair;
  if (isForCookie(config, welcome)) cookies.setRefresh(ctx, { value, seconds });
  showTokens(ctx, { config }, welcome);
}

/** With AUTH_REFRESH_COOKIE the refresh token of a web login stands in no answer. */
function isForCookie({ refreshCookie }: Pick<Config, 'refreshCookie'>, { session }: Welcome): boolean {
  return refreshCookie && session.channel === 'web';
}

function showTokens(ctx: Context, { config }: Pick<LoginRoutesParts, 'config'>, welcome: Welcome): void {
  const { pair, user, created } = welcome;
  ctx.status = 200;
  ctx.body = {
    access_token: pair.accessToken,
    token_type: 'Bearer',
    expires_in: pair.expiresIn,
    ...(isForCookie(config, welcome) ? {} : { refresh_token: pair.refreshToken }),
    refresh_expires_in: pair.refreshExpiresIn,
    user: { id: user.id, nickname: user.nickname, avatar_url: user.avatarUrl, created },
  };
}

const requestIdOf = (ctx: Context): string => ctx.state.requestId as string;
const callerOf = (ctx: Context) => ({ requestId: requestIdOf(ctx), userAgent: ctx.get('User-Agent') });

/** Logins of an address: counted when they begin. */
function countAddress(limits: Limits): Middleware {
  return async function countAddress(ctx, next) {
    await limits.hit('address', addressOf(ctx));
    await next();
  };
}

/**
 * What finishes a login that was counted when it began is counted only when it fails: then it may be guessing. An
 * address that fails beyond its limit is refused before the work from then on, also with the right guess; one that only
 * began too many logins may finish those that it has begun.
 */
function countFailures(limits: Limits): Middleware {
  return async function countFailures(ctx, next) {
    const address = addressOf(ctx);
    await limits.check('guess', address);
    try {
      await next();
    } catch (error) {
      // Our own trouble and the provider's are no guesses.
      if (error instanceof Problem && error.status < 500) await countFailure(limits, address);
      throw error;
    }
  };
}

async function countFailure(limits: Limits, address: string): Promise<void> {
  try {
    await limits.hit('address', address);
  } catch (refusal) {
    await limits.hit('guess', address);
    throw refusal;
  }
}

function observeLogin({ observe }: LoginRoutesParts, channel: Channel): Middleware {
  return async function observeLogin(_ctx, next) {
    try {
      await next();
      observe({ kind: 'login', channel, result: 'ok' });
    } catch (error) {
      observe({ kind: 'login', channel, result: error instanceof Problem ? error.code : 'internal' });
      throw error;
    }
  };
}

/** Where a browser waits for the outcome, if the operator named a page. The address is ours, never the request's. */
function pageOf(ctx: Context, { config }: LoginRoutesParts): string | undefined {
  return isBrowser(ctx) ? config.loginReturnUrl : undefined;
}

/** A person who looks at an address of ours is shown the page, which offers to start again. */
function returnFailuresToPage(parts: LoginRoutesParts): Middleware {
  return async function returnFailuresToPage(ctx, next) {
    try {
      await next();
    } catch (error) {
      const page = pageOf(ctx, parts);
      if (page === undefined) throw error;
      const problem = error instanceof Problem ? error : new Problem('internal', { cause: error });
      ctx.state.problem = problem.code;
      if (problem.status >= 500) ctx.state.failure = error;
      redirect(ctx, `${page}#error=${problem.error}`);
    }
  };
}

function redirect(ctx: Context, address: string): void {
  // 303: whatever the method was, the page is fetched with GET. The address is absolute and encoded.
  ctx.status = 303;
  ctx.set('Location', address);
  ctx.body = '';
}
