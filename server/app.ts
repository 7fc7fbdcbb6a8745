// The Koa application: what every request passes through, in order, and the routes.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cors from '@koa/cors';
import type Router from '@koa/router';
import Koa from 'koa';
import type { Context, Middleware } from 'koa';
import type { Config } from './config.ts';
import type { Logger } from './process/log.ts';
import type { Metrics } from './process/metrics.ts';
import { Problem, isOfProvider, toAnswer } from './problem.ts';
import { readAddress } from './routes/request.ts';

export type AppParts = {
  readonly config: Pick<Config, 'trustedProxyHops' | 'corsOrigins'>;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'observeRequest'>;
  readonly router: Router;
  /** Routes that bring their own pages and headers: the provider stand-in. */
  readonly extensions?: readonly Middleware[];
  /** True once the process was told to stop. */
  readonly stopping: () => boolean;
  /**
   * Milliseconds from a request's head to its answer, whatever it waits for. A proxy waits longer (deploy/nginx.conf:
   * 20 s).
   */
  readonly requestMs?: number;
};

/** Makes the application. Every error leaves it as problem+json; see `toAnswer`. */
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
  // A response that breaks after its headers, mostly by a client that hangs up, can no longer report an error.
  app.on('error', (error) => log.debug({ err: error }, 'a response broke off'));
  return app;
}

/**
 * The name of a request in answers, logs and audit records. A proxy's is kept, if it is one; without a proxy it would be a
 * stranger's, who could give two people's records one name.
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
  // Every member of these lines is named below: nothing can slip in that would have to be looked for.
  const lines = log.child({}, { redact: [] });
  return async function reportRequests(ctx, next) {
    const began = performance.now();
    await next();
    const seconds = (performance.now() - began) / 1000;
    const { method, status } = ctx;
    // The pattern, never the path: a path may hold anything, and a label must be one of few.
    const route = (ctx._matchedRoute as string | undefined) ?? 'none';
    metrics.observeRequest({ route, method: knownMethod(method), status, seconds });
    const { requestId, problem, failure } = ctx.state;
    const line: Record<string, unknown> = { request_id: requestId, method, route, status };
    line.ms = Math.round(seconds * 1000);
    if (problem) line.problem = problem;
    if (failure) line.err = failure;
    // A person's browser is led back to a page, by a 303, also where the trouble is ours.
    lines[failure ? 'error' : 'info'](line, 'request');
  };
}

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];
const knownMethod = (method: string): string => (methods.includes(method) ? method : 'other');

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
 * Every wait has an end of its own, and a request may have several. Logins get the deadline as well, so that nobody is
 * signed in after this answer.
 */
function answerInTime(requestMs: number): Middleware {
  return async function answerInTime(ctx, next) {
    ctx.state.deadline = performance.now() + requestMs;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(toLate(ctx.req)), requestMs);
    });
    try {
      // What it still comes to is nobody's: the answer is out, and Koa changes no answer that is.
      await Promise.race([next(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** A body that has not come by then is its sender's fault: strangers must not raise the operator's alarm with it. */
function toLate({ complete }: IncomingMessage): Problem {
  if (complete) return new Problem('store_unavailable');
  return new Problem('malformed_body', { detail: 'The body did not come to its end in time.' });
}

/** The one way an error leaves. */
function answerWith(ctx: Context, error: unknown): void {
  const { status, headers, body } = toAnswer(error, ctx.state.requestId);
  ctx.status = status;
  ctx.set({ ...headers });
  ctx.body = JSON.stringify(body);
  ctx.state.problem = body.code;
  if (status >= 500 && !isOfProvider(error)) ctx.state.failure = error;
}

/**
 * RFC 9112 section 3.2: a path, or a whole address, of which the path counts. Anything else would throw in the parsers of
 * Koa and Node, and some of it Node prints, query and all.
 */
function refuseBadTargets(): Middleware {
  return function refuseBadTargets(ctx, next) {
    const { url = '' } = ctx.req;
    if (url.startsWith('/') || url === '*') return next();
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
      throw new Problem('malformed_parameter', { detail: 'The address of the request is malformed.' });
    }
    const { pathname, search } = new URL(url);
    ctx.url = `${pathname}${search}`;
    return next();
  };
}

/** Once, and never the header's value: everybody whose address is not known shares the limits of one. */
function warnOfForwarding({ hops, log }: { hops: number; log: Logger }): Middleware {
  let warned = false;
  return function warnOfForwarding(ctx, next) {
    if (warned || ctx.get('X-Forwarded-For') === '') return next();
    const ignored = hops === 0;
    if (ignored || readAddress(ctx.ip) === undefined) {
      warned = true;
      log.warn(
        ignored
          ? 'X-Forwarded-For came and is ignored: if a proxy of yours sends it, set TRUSTED_PROXY_HOPS to the number of proxies'
          : 'X-Forwarded-For came without an address where TRUSTED_PROXY_HOPS looks for one: compare it with the number of proxies',
      );
    }
    return next();
  };
}

/** A kept connection may bring another request after SIGTERM: it goes to another instance. */
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
      // The callback's address holds a code: no page may learn it.
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    });
    return next();
  };
}

/** Sites that may call from another origin, with the flow cookie where they share a site with this service. */
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
    const matched = (ctx as Context & { matched?: readonly { methods: readonly string[] }[] }).matched ?? [];
    const allowed = [...new Set(matched.flatMap(({ methods }) => methods))];
    if (allowed.length === 0) throw new Problem('not_found');
    throw new Problem('method_not_allowed', { allow: allowed.join(', ') });
  };
}
