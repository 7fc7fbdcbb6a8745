// Steps that several endpoints share: authentication, rate limits, metrics and redirects after errors.
import type { Context } from 'koa';
import { Problem, isOfProvider } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import type { Channel } from '../ports/identity-provider.ts';
import type { AuthenticatedSession } from '../ports/session-store.ts';
import type { Step } from './endpoint.ts';
import type { Parts } from './endpoint-parts.ts';
import { bearerOf } from './bearer-token.ts';
import { isBrowser, isForeignFetch } from './browser-requests.ts';
import { limitKeyOf, networkOf } from './client-address.ts';
import { callerOf } from './request-trace.ts';

/** Reads session and user from the database on every request, so that a revocation takes effect immediately. */
export const authenticate = (options: Parameters<Parts['sessions']['authenticate']>[1] = {}): Step => ({
  problems: [
    'access_token_missing',
    'access_token_invalid',
    'access_token_expired',
    'session_revoked',
    ...(options.admitsDisabled ? [] : (['account_disabled'] as const)),
  ],
  async run(ctx, next, { sessions }) {
    const token = bearerOf(ctx);
    if (token === undefined) throw new Problem('access_token_missing');
    ctx.state.signedIn = await sessions.authenticate(token, options);
    await next();
  },
});

/** The session and user of the request, after `authenticate`. */
export const signedIn = (ctx: Context): AuthenticatedSession => ctx.state.signedIn;

/**
 * Counts a request of a signed-in user before the request does its work, because that work writes a record, reads many
 * rows or calls the provider.
 */
export const countUser: Step = {
  problems: ['rate_limited_user'],
  async run(ctx, next, { limits }) {
    await limits.hit('account', signedIn(ctx).user.id);
    await next();
  },
};

/**
 * Refuses requests that a page of another site makes a browser send. This happens before requests are counted,
 * otherwise the page could use up the login limit of the visitor's address. Origins in CORS_ORIGINS are allowed.
 */
export const refuseForeign = ({
  unless = () => false,
}: { readonly unless?: (ctx: Context) => boolean } = {}): Step => ({
  problems: ['state_unknown'],
  run(ctx, next, { config }) {
    if (!isForeignFetch(ctx) || config.corsOrigins.includes(ctx.get('Origin')) || unless(ctx)) return next();
    throw new Problem('state_unknown', {
      detail: 'Navigate the browser to this address, or add the origin of the page to CORS_ORIGINS.',
    });
  },
});

/** Counts the logins of an address when they start. */
export const countAddress: Step = {
  problems: ['rate_limited_address'],
  async run(ctx, next, { limits }) {
    await limits.hit('address', limitKeyOf(ctx));
    await next();
  },
};

/**
 * Counts failed logins that may be guesses. After too many, all logins of the address are refused, even correct ones.
 * Malformed requests do not count: they are cheap, and a page of any site can make a browser send them. Declined,
 * repeated and reloaded logins do not count either, because people who share an address would lock each other out.
 */
export const countFailures = (channel: Channel): Step => ({
  problems: ['rate_limited_address'],
  async run(ctx, next, parts) {
    const { limits, trail } = parts;
    const [address, network] = [limitKeyOf(ctx), networkOf(ctx)];
    // The checks run in parallel, because each of them waits if Redis hangs.
    await Promise.all([limits.check('failure', address), limits.check('network', network, address)]);
    try {
      await next();
    } catch (error) {
      const mayBeGuess = isGuess(error);
      if (mayBeGuess || isRefusal(error)) {
        const { audited, code } = error;
        const record = { ...callerOf(ctx, parts).trace, event: 'login_refused', userId: null, channel } as const;
        if (!audited) await trail.note({ ...record, details: { code } });
      }
      if (mayBeGuess) await Promise.all([limits.hit('failure', address), limits.hit('network', network)]);
      throw error;
    }
    void limits.exempt(address);
  },
});

/** An unknown state or code, or a code that the provider rejects. */
const guesses: readonly ProblemCode[] = ['state_unknown', 'login_code_invalid', 'idp_code_invalid', 'idp_code_used'];
const isGuess = (error: unknown): error is Problem =>
  error instanceof Problem && guesses.includes(error.code) && !error.recognized;

/** The provider identified the person, but the login is refused. This is recorded, but is not counted as a guess. */
const refusals: readonly ProblemCode[] = [
  'idp_user_blocked',
  'idp_user_snapshot',
  'account_disabled',
  'identity_conflict',
];
const isRefusal = (error: unknown): error is Problem => error instanceof Problem && refusals.includes(error.code);

/**
 * Limits invalid mini-program codes from all addresses together, because each of these codes uses up a quota at the
 * provider, and an attacker with a botnet has many addresses. A code counts as invalid until it is accepted, so that
 * concurrent requests do not exceed the limit.
 */
export const boundBadCodes: Step = {
  problems: ['rate_limited_address'],
  async run(ctx, next, { limits }) {
    let isBad = false;
    try {
      await limits.hit('code', 'of all', limitKeyOf(ctx));
      await next();
    } catch (error) {
      isBad = error instanceof Problem && error.code === 'idp_code_invalid';
      throw error;
    } finally {
      if (!isBad) void limits.giveBack('code', 'of all');
    }
  },
};

export const observeLogin = (channel: Channel): Step => ({
  problems: [],
  async run(ctx, next, parts) {
    await observeFailedLogin(channel).run(ctx, next, parts);
    parts.observe({ kind: 'login', channel, result: 'ok' });
  },
});

/** Counts failures only, for steps that do not finish a login. Successful logins are counted when they finish. */
export const observeFailedLogin = (channel: Channel): Step => ({
  problems: [],
  async run(_ctx, next, { observe }) {
    try {
      await next();
    } catch (error) {
      observe({ kind: 'login', channel, result: resultOf(error) });
      throw error;
    }
  },
});

/** The result label of the metrics: the code of the problem, or `internal`. */
export const resultOf = (error: unknown): string => (error instanceof Problem ? error.code : 'internal');

/** The page that browsers return to, from the configuration and never from the request. */
export function pageOf(ctx: Context, { config }: Pick<Parts, 'config'>): string | undefined {
  return isBrowser(ctx) ? config.loginReturnUrl : undefined;
}

/** Redirects a browser to the login page after an error. The page offers to start again. */
export const returnFailuresToPage: Step = {
  problems: [],
  async run(ctx, next, parts) {
    try {
      await next();
    } catch (error) {
      const page = pageOf(ctx, parts);
      if (page === undefined) throw error;
      const problem = error instanceof Problem ? error : new Problem('internal', { cause: error });
      ctx.state.problem = problem.code;
      if (problem.status >= 500 && !isOfProvider(problem)) ctx.state.failure = error;
      // 303: the browser fetches the page with GET after any method.
      redirect(ctx, 303, `${page}#error=${problem.error}`);
    }
  },
};

/** Redirects without `ctx.redirect`, which would encode the address a second time. */
export function redirect(ctx: Context, status: 302 | 303, address: string): void {
  ctx.status = status;
  ctx.set('Location', address);
  ctx.body = '';
}

/** Refuses HEAD where GET uses up a state or a code, because link checkers and previews send HEAD requests. */
export const refuseHead: Step = {
  // `method_not_allowed` is not listed, because the OpenAPI document only describes the endpoint's own method.
  problems: [],
  run(ctx, next) {
    if (ctx.method === 'HEAD') throw new Problem('method_not_allowed', { allow: 'GET' });
    return next();
  },
};
