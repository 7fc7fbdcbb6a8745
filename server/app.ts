// The Koa application: the middleware of every request, in order, and the routes.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cors from '@koa/cors';
import type Router from '@koa/router';
import Koa from 'koa';
import type { Context, Middleware } from 'koa';
import type { Config } from './login-config.ts';
import type { Logger } from './process/log.ts';
import type { Metrics } from './process/metric-registry.ts';
import { Problem, isOfProvider, toAnswer } from './problem.ts';
import { readAddress } from './routes/client-address.ts';

export type AppParts = {
  readonly config: Pick<Config, 'trustedProxyHops' | 'corsOrigins'>;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'observeRequest'>;
  readonly router: Router;
  /** Middleware that sets its own headers: the stand-in for the provider. */
  readonly extensions?: readonly Middleware[];
  /** True after the process received a signal to stop. */
  readonly stopping: () => boolean;
  /**
   * The longest time from the headers of a request to its response, in milliseconds. It must be shorter than the
   * timeout of the proxy (deploy/nginx.conf: 20 s).
   */
  readonly requestMs?: number;
};

/** Creates the application. Every error is answered as problem+json: see `toAnswer`. */
export function createApp(parts: AppParts): Koa {
  const { config, log, metrics, router, extensions = [], stopping, requestMs = 11_500 } = parts;
  const app = new Koa({ proxy: config.trustedProxyHops > 0, maxIpsCount: config.trustedProxyHops });
  app.use(nameRequest({ hops: config.trustedProxyHops }));
  app.use(reportRequests({ log, metrics }));
  app.use(answerProblems());
  app.use(answerInTime(requestMs));
  app.use(refuseBadTargets());
  app.use(warnOfForwarding({ hops: config.trustedProxyHops, log }));
  app.use(refuseWhenStopping(stopping));
  for (const extension of extensions) app.use(extension);
  app.use(setHeaders());
  app.use(allowOrigins(config.corsOrigins));
  app.use(router.routes());
  app.use(refuseUnknown());
  // Errors after the headers were sent, mostly because the client hung up, can only be logged.
  app.on('error', (error) => log.debug({ err: error }, 'a response broke off'));
  return app;
}

/**
 * Gives each request an id for responses, logs and audit records. An id that a trusted proxy has set is kept. Without a
 * proxy the header would come from the client, which could give the requests of two people the same id.
 */
function nameRequest({ hops }: { hops: number }): Middleware {
  return function nameRequest(ctx, next) {
    const proxyId = hops > 0 ? ctx.get('X-Request-Id') : '';
    ctx.state.requestId = /^[\w-]{8,64}$/.test(proxyId) ? proxyId : randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    return next();
  };
}

function reportRequests({ log, metrics }: Pick<AppParts, 'log' | 'metrics'>): Middleware {
  // These lines have only the fields below, so nothing needs redacting.
  const lines = log.child({}, { redact: [] });
  return async function reportRequests(ctx, next) {
    const began = performance.now();
    await next();
    const seconds = (performance.now() - began) / 1000;
    const { method, status } = ctx;
    // The route's pattern, not the path: a path may contain anything, and metrics need few label values.
    const route = (ctx._matchedRoute as string | undefined) ?? 'none';
    metrics.observeRequest({ route, method: toMethodLabel(method), status, seconds });
    const { requestId, problem, failure } = ctx.state;
    const line: Record<string, unknown> = { request_id: requestId, method, route, status };
    line.ms = Math.round(seconds * 1000);
    if (problem) line.problem = problem;
    if (failure) line.err = failure;
    // The level depends on `failure` and not on the status: after an internal error a browser is redirected to a page
    // (303).
    lines[failure ? 'error' : 'info'](line, 'request');
  };
}

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];
const toMethodLabel = (method: string): string => (methods.includes(method) ? method : 'other');

function answerProblems(): Middleware {
  return async function answerProblems(ctx, next) {
    try {
      await next();
    } catch (error) {
      answerWith(ctx, error);
    }
  };
}

/**
 * Limits the time of the whole request: each operation has a timeout, but a request may consist of several operations.
 * Logins also receive the deadline, so that nobody is signed in after the client has received an error.
 */
function answerInTime(requestMs: number): Middleware {
  return async function answerInTime(ctx, next) {
    ctx.state.deadline = performance.now() + requestMs;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(toLate(ctx.req)), requestMs);
    });
    try {
      // The middleware may go on after the timeout. Koa ignores its result because the response is already sent.
      await Promise.race([next(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * The problem of a request that takes too long. An incomplete body is the client's fault, so it must not count as a
 * server error, which would trigger the operator's alerts.
 */
function toLate({ complete }: IncomingMessage): Problem {
  if (complete) return new Problem('store_unavailable');
  return new Problem('malformed_body', { detail: 'The body was not received in time.' });
}

/** Sends the response to an error. */
function answerWith(ctx: Context, error: unknown): void {
  const { status, headers, body } = toAnswer(error, ctx.state.requestId);
  ctx.status = status;
  ctx.set({ ...headers });
  ctx.body = JSON.stringify(body);
  ctx.state.problem = body.code;
  if (status >= 500 && !isOfProvider(error)) ctx.state.failure = error;
}

/**
 * Accepts a path, or an absolute URL whose path is used (RFC 9112 section 3.2). Anything else would throw in the
 * parsers of Koa and Node, and Node prints some of these targets, including the query.
 */
function refuseBadTargets(): Middleware {
  return function refuseBadTargets(ctx, next) {
    const { url = '' } = ctx.req;
    if (url.startsWith('/') || url === '*') return next();
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
      throw new Problem('malformed_parameter', { detail: 'The request target is malformed.' });
    }
    const { pathname, search } = new URL(url);
    ctx.url = `${pathname}${search}`;
    return next();
  };
}

/**
 * Warns once if X-Forwarded-For is unusable, because clients without a valid address share one rate limit. The warning
 * does not contain the header's value.
 */
function warnOfForwarding({ hops, log }: { hops: number; log: Logger }): Middleware {
  let hasWarned = false;
  return function warnOfForwarding(ctx, next) {
    if (hasWarned || ctx.get('X-Forwarded-For') === '') return next();
    const isIgnored = hops === 0;
    if (isIgnored || readAddress(ctx.ip) === undefined) {
      hasWarned = true;
      log.warn(
        isIgnored
          ? 'a request has X-Forwarded-For, which is ignored: if it comes from your proxy, set TRUSTED_PROXY_HOPS to the number of proxies'
          : 'X-Forwarded-For does not contain an address at the position that TRUSTED_PROXY_HOPS selects: check the number of proxies',
      );
    }
    return next();
  };
}

/**
 * After SIGTERM, requests on open keep-alive connections are refused, so that the proxy sends them to another instance.
 */
function refuseWhenStopping(stopping: () => boolean): Middleware {
  return function refuseWhenStopping(ctx, next) {
    if (!stopping()) return next();
    ctx.set('Connection', 'close');
    if (ctx.path !== '/healthz' && ctx.path !== '/readyz') throw new Problem('shutting_down');
    return next();
  };
}

function setHeaders(): Middleware {
  return function setHeaders(ctx, next) {
    ctx.set({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      // The URL of the callback contains a code, which must not appear in the Referer header of other pages.
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    });
    return next();
  };
}

/**
 * CORS for the configured origins. Credentials are allowed, so that pages of the same site can send the flow cookie.
 */
function allowOrigins(origins: readonly string[]): Middleware {
  return cors({
    origin: (ctx: Context) => (origins.includes(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    credentials: true,
    allowMethods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type'],
    exposeHeaders: ['Retry-After', 'X-Request-Id'],
    maxAge: 600,
    keepHeadersOnError: true,
  });
}

function refuseUnknown(): Middleware {
  return function refuseUnknown(ctx) {
    const matchedRoutes = (ctx as Context & { matched?: readonly { methods: readonly string[] }[] }).matched ?? [];
    const allowed = [...new Set(matchedRoutes.flatMap(({ methods }) => methods))];
    if (allowed.length === 0) throw new Problem('not_found');
    throw new Problem('method_not_allowed', { allow: allowed.join(', ') });
  };
}
