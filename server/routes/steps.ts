// Steps that several endpoints share: who asks, how often, and where a browser goes when it fails.
import type { Context } from 'koa';
import { Problem, isOfProvider } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import type { Channel } from '../ports/identity-provider.ts';
import type { AuthenticatedSession } from '../ports/session-store.ts';
import type { Step } from './endpoint.ts';
import type { Parts } from './parts.ts';
import { addressOf, bearerOf, isBrowser, isForeignFetch, networkOf } from './request.ts';
import { createStepValue } from './step-value.ts';
import { callerOf } from './trace.ts';

/** Session and user are read at every request: what was revoked is refused at once, on every instance. */
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
    authenticated.set(ctx, await sessions.authenticate(token, options));
    await next();
  },
});

const authenticated = createStepValue<AuthenticatedSession>('the session');

/** Who asks, after `authenticate`. */
export const signedIn = (ctx: Context): AuthenticatedSession => authenticated.get(ctx);

/** Signed-in calls of a user, before the work: each writes a record, reads pages of rows or asks the provider. */
export const countUser: Step = {
  problems: ['rate_limited_user'],
  async run(ctx, next, { limits }) {
    await limits.hit('account', signedIn(ctx).user.id);
    await next();
  },
};

/**
 * Refuses, uncounted, a request that another site's page makes a browser send: it could use up the logins of its
 * reader's address. A page that an operator has named may.
 */
export const refuseForeign = ({
  unless = () => false,
}: { readonly unless?: (ctx: Context) => boolean } = {}): Step => ({
  problems: ['state_unknown'],
  run(ctx, next, { config }) {
    if (!isForeignFetch(ctx) || config.corsOrigins.includes(ctx.get('Origin')) || unless(ctx)) return next();
    throw new Problem('state_unknown', {
      detail: 'Lead the browser here by a navigation, or name the origin of the page in CORS_ORIGINS.',
    });
  },
});

/** Logins of an address: counted when they begin. */
export const countAddress: Step = {
  problems: ['rate_limited_address'],
  async run(ctx, next, { limits }) {
    await limits.hit('address', addressOf(ctx));
    await next();
  },
};

/**
 * Logins that fail and may be guesses. An address that guessed too often is refused before the work from then on, also with
 * the right guess. What is malformed is no guess: it costs nothing, and a page of any site can make a browser send it. Nor is
 * what a person declines, repeats or reloads: ten people who share an address would lock each other out.
 */
export const countFailures = (channel: Channel): Step => ({
  problems: ['rate_limited_address'],
  async run(ctx, next, parts) {
    const { limits, trail } = parts;
    const [address, network] = [addressOf(ctx), networkOf(ctx)];
    // Together: a Redis that hangs keeps each of them waiting.
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
    void limits.remember(address);
  },
});

/** A state or a code that this service never saw, or that the provider calls bad. */
const guesses: readonly ProblemCode[] = ['state_unknown', 'login_code_invalid', 'idp_code_invalid', 'idp_code_used'];
const isGuess = (error: unknown): error is Problem =>
  error instanceof Problem && guesses.includes(error.code) && !error.recognized;

/** Somebody whom the provider named and who may not come in: the trail has it, and each costs an exchange. */
const refusals: readonly ProblemCode[] = [
  'idp_user_blocked',
  'idp_user_snapshot',
  'account_disabled',
  'identity_conflict',
];
const isRefusal = (error: unknown): error is Problem => error instanceof Problem && refusals.includes(error.code);

/**
 * The mini-program codes of all addresses that the provider calls bad: asking it uses up a quota, and who has a botnet has
 * addresses without end. A code counts as bad until it proves good, so that many at once are no more.
 */
export const boundBadCodes: Step = {
  problems: ['rate_limited_address'],
  async run(ctx, next, { limits }) {
    let isBad = false;
    try {
      await limits.hit('code', 'of all', addressOf(ctx));
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

/** Counts failures alone: the start of a login uses it, and the callback counts the login that succeeds. */
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

/** For the operator's figures. */
export const resultOf = (error: unknown): string => (error instanceof Problem ? error.code : 'internal');

/** Where a browser waits for the outcome, if the operator named a page. The address is ours, never the request's. */
export function pageOf(ctx: Context, { config }: Pick<Parts, 'config'>): string | undefined {
  return isBrowser(ctx) ? config.loginReturnUrl : undefined;
}

/** A person who looks at an address of ours is shown the page, which offers to start again. */
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
      // 303: whatever the method was, the page is fetched with GET.
      redirect(ctx, 303, `${page}#error=${problem.error}`);
    }
  },
};

/** Koa would encode the address a second time: it is absolute and encoded. */
export function redirect(ctx: Context, status: 302 | 303, address: string): void {
  ctx.status = status;
  ctx.set('Location', address);
  ctx.body = '';
}

/** A GET that spends something must not be spent by a HEAD: link checkers and previews send those. */
export const refuseHead: Step = {
  // Not `method_not_allowed`: the description lists the answers to the methods of an endpoint only.
  problems: [],
  run(ctx, next) {
    if (ctx.method === 'HEAD') throw new Problem('method_not_allowed', { allow: 'GET' });
    return next();
  },
};
