// The login backend in one piece: stores opened, services made of them, routes made of those. Knows no port and no signal.
import path from 'node:path';
import type Koa from 'koa';
import type { Middleware } from 'koa';
import { createApp } from './app.ts';
import { createSharedClock } from './process/shared-clock.ts';
import type { Config } from './config.ts';
import { takeLock } from './db/instances.ts';
import type { Lock } from './db/instances.ts';
import { Failure } from './failure.ts';
import { openDatabase } from './stores/database.ts';
import type { Logger } from './process/log.ts';
import { createMetrics } from './process/metrics.ts';
import { endpoints } from './endpoints.ts';
import { describeApi } from './openapi/document.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { createProvider } from './providers/wechat.ts';
import { createCookies } from './routes/cookies.ts';
import { createRouter, routeOf } from './routes/endpoint.ts';
import { createStoreCheck } from './routes/readyz.ts';
import { makeToken } from './routes/request.ts';
import { stateSeconds } from './routes/idp/web/login.ts';
import { createAccount } from './services/account.ts';
import { createIdentity } from './services/identity.ts';
import { createLogin } from './services/login.ts';
import { createPhone } from './services/phone.ts';
import { createSessions } from './services/sessions.ts';
import { createTokens } from './services/tokens.ts';
import { createTrail } from './services/trail.ts';
import { openKeyv } from './stores/keyv.ts';
import { createLimits } from './stores/limits.ts';
import { createOneTimeStore } from './stores/one-time.ts';
import { createSessionKeyStore } from './stores/session-keys.ts';
import { createSweeper } from './process/sweeper.ts';
import type { Clock } from './ports/clock.ts';
import type { LoginCodeRecord, StateRecord } from './ports/one-time-store.ts';

export type BackendParts = {
  readonly config: Config;
  readonly log: Logger;
  readonly stopping: () => boolean;
  readonly clock?: Clock;
  /** The log has dropped so many so far. */
  readonly linesDropped?: () => number;
};

export type Backend = {
  readonly app: Koa;
  readonly close: () => Promise<void>;
};

const loginCodeSeconds = 60;

/**
 * Opens the stores, migrates where AUTO_MIGRATE says so, and joins the rooms; the log says what it waits for. Throws with a
 * remedy when it cannot: what is open then ends with the process.
 */
export async function createBackend({ config, log, stopping, ...options }: BackendParts): Promise<Backend> {
  log.info('waiting for the database');
  const database = await openDatabase({
    url: config.databaseUrl,
    folder: path.join(config.dataDir, 'database'),
    clock: options.clock ?? (() => new Date()),
    report: (message, cause) => log.warn({ err: cause }, message),
  });
  const shared = createSharedClock({
    database,
    report: (seconds) =>
      log.warn({ seconds }, "this machine's clock is off: the database's time is used (NTP mends it)"),
  });
  const clock = options.clock ?? shared.now;
  const keyv = openKeyv({ url: config.keyvUrl });
  // Before the tables are looked at: from here on nobody takes a migration back.
  const lock = await demandLock(config, log);
  if (config.autoMigrate) {
    const onWait = (): void => log.info('waiting for another process that migrates the tables');
    for (const name of await database.migrate({ onWait })) log.info({ migration: name }, 'migrated');
  } else {
    await database.checkMigrated();
  }
  if (config.sandbox) await database.users.movePictures({ origin: originOf(config), path: `${standInPath}/people/` });
  if (keyv.redis) log.info('waiting for Redis');
  const redis = keyv.ping().catch((error: unknown) => {
    log.warn(
      { err: error },
      'Redis (KEYV_URL) does not answer: until it does, no web login begins; `npm run doctor` says why',
    );
  });
  await Promise.all([shared.measure(), redis]);

  const { secret, previous } = config.jwt;
  const metrics = createMetrics({
    pool: database.pool,
    secondsAhead: shared.secondsAhead,
    linesDropped: options.linesDropped ?? (() => 0),
    routes: endpoints.map(({ method, path }) => ({ method, route: routeOf(path) })),
  });
  const { observe } = metrics;
  const limits = createLimits({ keyv, secret, ...config.limits, observe });
  const sessionKeys = createSessionKeyStore({ keyv, secret, previous });
  const provider = createProvider({
    web: config.web,
    mini: config.mini,
    apiUrl: config.idp.apiUrl,
    clock,
    observe,
    log: ({ level, message, ...facts }) => log[level](facts, message),
  });
  const tokens = createTokens({ secret, previous, issuer: config.baseUrl, clock });
  const trail = createTrail({
    database,
    clock,
    observe,
    report: ({ event, requestId }, error) =>
      log.error({ event, request_id: requestId, err: error }, 'an audit record could not be written'),
  });
  const sessions = createSessions({
    database,
    trail,
    tokens,
    clock,
    maxAgeSeconds: config.sessionMaxAgeSeconds,
    graceSeconds: config.refreshGraceSeconds,
    observe,
  });
  const warn = (message: string, error: unknown): void => log.warn({ err: error }, message);
  const account = createAccount({ database, sessionKeys, clock, warn });
  const login = createLogin({
    provider,
    identities: createIdentity({ database, clock, observe, mode: config.identityMode }),
    sessions,
    states: createOneTimeStore<StateRecord>({ keyv, namespace: 'state', ttlMs: stateSeconds * 1000 }),
    loginCodes: createOneTimeStore<LoginCodeRecord>({ keyv, namespace: 'login-code', ttlMs: loginCodeSeconds * 1000 }),
    codes: database.codes,
    sessionKeys,
    limits,
    endBy: database.endBy,
    clock,
    makeToken,
    account,
    warn,
  });

  const router = createRouter(endpoints, {
    config,
    login,
    sessions,
    account,
    phone: createPhone({ provider, codes: database.codes, sessionKeys, clock, appId: config.mini.appId }),
    trail,
    limits,
    cookies: createCookies(config),
    observe,
    metrics,
    checkStores: createStoreCheck({ pingDatabase: database.ping, pingRedis: keyv.ping }),
    stopping,
    description: describeApi(config.baseUrl, endpoints),
  });
  const sweeper = createSweeper({
    database,
    clock,
    auditDays: config.auditDays,
    report: (error) => log.warn({ err: error }, 'sweeping failed'),
  });
  const app = createApp({
    config,
    log,
    metrics,
    router,
    stopping,
    extensions: config.sandbox ? [redirectFrontPage(config), standIn(config, clock)] : [],
  });
  return {
    app,
    async close() {
      sweeper.stop();
      shared.stop();
      lock?.leave();
      await keyv.close();
      await database.close();
    },
  };
}

/** Beside others without KEYV_URL in development alone: whoever tries things out may start what they like. */
async function demandLock({ production, databaseUrl: url, keyvUrl }: Config, log: Logger): Promise<Lock | undefined> {
  if (url === undefined) return undefined;
  const alone = production && keyvUrl === undefined;
  const onWait = (): void => log.warn('waiting for another instance on this database to end: see KEYV_URL');
  const lock = await takeLock({ url, alone, timeoutMs: 30_000, onWait });
  if (lock) return lock;
  const conflict = alone
    ? 'Another instance runs on this database, and KEYV_URL is not set'
    : 'Another instance runs on this database without KEYV_URL';
  throw new Failure(
    `${conflict}: a login that begins on one would be unknown to the other. Set KEYV_URL to one Redis for all, or stop the other.`,
  );
}

/**
 * The service has no front page. In development a browser that looks for one is led to the site's page for logins, or,
 * where the service runs by itself, into a login, whose outcome the stand-in shows.
 */
function redirectFrontPage({ baseUrl, loginReturnUrl }: Config): Middleware {
  return function redirectFrontPage(ctx, next) {
    const isVisit = ctx.path === '/' && ctx.method === 'GET' && ctx.accepts('json', 'html') === 'html';
    if (!isVisit) return next();
    ctx.set('Cache-Control', 'no-store');
    ctx.redirect(loginReturnUrl ?? `${baseUrl}/api/auth/idp/web/login?state=${makeToken()}`);
  };
}

const standInPath = '/sandbox';
const originOf = ({ port }: Config): string => `http://localhost:${port}`;

/** The provider's stand-in, at the addresses that the configuration gave it. Never in production: see `readConfig`. */
function standIn(config: Config, clock: Clock): Middleware {
  const { web, mini, loginReturnUrl } = config;
  return createSandbox({
    origin: originOf(config),
    path: standInPath,
    web,
    mini,
    redirectUris: [web.redirectUri, web.embedRedirectUri],
    ...(loginReturnUrl === undefined ? { lonelyCallback: web.redirectUri } : {}),
    clock,
  });
}
