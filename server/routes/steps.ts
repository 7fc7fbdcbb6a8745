// Steps that several endpoints share: who asks, how often, and where a browser goes when it fails.
import type { Context, Middleware } from 'koa';
import { Problem } from '../problem.ts';
import type { Channel, Limits, AuthenticatedSession } from '../types.ts';
import type { Parts } from './parts.ts';
import { addressOf, bearerOf, isBrowser } from './request.ts';

/** Session and user are read at every request: what was revoked is refused at once, on every instance. */
export function authenticate(
  { sessions }: Pick<Parts, 'sessions'>,
  options?: Parameters<Parts['sessions']['authenticate']>[1],
): Middleware {
  return async function authenticate(ctx, next) {
    const token = bearerOf(ctx);
    if (token === undefined) throw new Problem('access_token_missing');
    Object.assign(ctx.state, await sessions.authenticate(token, options));
    await next();
  };
}

/** Who asks, after `authenticate`. */
export const signedIn = (ctx: Context): AuthenticatedSession => ctx.state as unknown as AuthenticatedSession;

/** Signed-in calls of a user, before the work: each writes a record, reads pages of rows or asks the provider. */
export function countUser({ limits }: Pick<Parts, 'limits'>): Middleware {
  return async function countUser(ctx, next) {
    await limits.hit('account', signedIn(ctx).user.id);
    await next();
  };
}

/** Logins of an address: counted when they begin. */
export function countAddress({ limits }: Pick<Parts, 'limits'>): Middleware {
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
export function countFailures({ limits }: Pick<Parts, 'limits'>): Middleware {
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

export function observeLogin(parts: Pick<Parts, 'observe'>, channel: Channel): Middleware {
  const observeFailure = observeFailedLogin(parts, channel);
  return async function observeLogin(ctx, next) {
    await observeFailure(ctx, next);
    parts.observe({ kind: 'login', channel, result: 'ok' });
  };
}

/** Alone for what only begins a login: one that goes well is counted when it ends. */
export function observeFailedLogin({ observe }: Pick<Parts, 'observe'>, channel: Channel): Middleware {
  return async function observeFailedLogin(_ctx, next) {
    try {
      await next();
    } catch (error) {
      observe({ kind: 'login', channel, result: resultOf(error) });
      throw error;
    }
  };
}

/** For the operator's figures. */
export const resultOf = (error: unknown): string => (error instanceof Problem ? error.code : 'internal');

/** Where a browser waits for the outcome, if the operator named a page. The address is ours, never the request's. */
export function pageOf(ctx: Context, { config }: Pick<Parts, 'config'>): string | undefined {
  return isBrowser(ctx) ? config.loginReturnUrl : undefined;
}

/** A person who looks at an address of ours is shown the page, which offers to start again. */
export function returnFailuresToPage(parts: Pick<Parts, 'config'>): Middleware {
  return async function returnFailuresToPage(ctx, next) {
    try {
      await next();
    } catch (error) {
      const page = pageOf(ctx, parts);
      if (page === undefined) throw error;
      const problem = error instanceof Problem ? error : new Problem('internal', { cause: error });
      ctx.state.problem = problem.code;
      if (problem.status >= 500) ctx.state.failure = error;
      // 303: whatever the method was, the page is fetched with GET.
      redirect(ctx, 303, `${page}#error=${problem.error}`);
    }
  };
}

/** Koa would encode the address a second time: it is absolute and encoded. */
export function redirect(ctx: Context, status: 302 | 303, address: string): void {
  ctx.status = status;
  ctx.set('Location', address);
  ctx.body = '';
}

/** A GET that spends something must not be spent by a HEAD: link checkers and previews send those. */
export function refuseHead(): Middleware {
  return function refuseHead(ctx, next) {
    if (ctx.method === 'HEAD') throw new Problem('method_not_allowed', { allow: 'GET' });
    return next();
  };
}
