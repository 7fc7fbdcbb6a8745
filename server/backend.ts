// Assembles the login backend: opens the stores, and creates services and routes from them. Ports and signals are in
// login-server.ts.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type Koa from 'koa';
import type { Middleware } from 'koa';
import { createApp } from './app.ts';
import { createSharedClock } from './process/shared-clock.ts';
import type { SharedClock } from './process/shared-clock.ts';
import type { Config } from './login-config.ts';
import { takeLock } from './db/instance-lock.ts';
import type { Lock } from './db/instance-lock.ts';
import { Failure } from './command-failure.ts';
import { openDatabase } from './stores/database.ts';
import type { Logger } from './process/log.ts';
import { createMetrics } from './process/metric-registry.ts';
import { endpoints } from './login-endpoints.ts';
import { describeApi } from './openapi/openapi-document.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { createProvider } from './providers/wechat.ts';
import { createCookies } from './routes/login-cookies.ts';
import { createRouter, routeOf } from './routes/endpoint.ts';
import type { Parts } from './routes/endpoint-parts.ts';
import { createStoreCheck } from './routes/readyz.ts';
import { makeToken } from './routes/random-token.ts';
import { stateSeconds } from './routes/idp/web/login.ts';
import { createAccount } from './services/account-service.ts';
import { createIdentity } from './services/identity-service.ts';
import { createLogin } from './services/sign-in-service.ts';
import { createPhone } from './services/phone-service.ts';
import { createSessions } from './services/session-service.ts';
import { createTokens } from './services/token-service.ts';
import { createTrail } from './services/audit-trail.ts';
import { openKeyv } from './stores/keyv.ts';
import type { KeyvConnection } from './stores/keyv.ts';
import { createLimits } from './stores/limits.ts';
import { createOneTimeStore } from './stores/one-time.ts';
import { createSessionKeyStore } from './stores/session-keys.ts';
import { createSweeper } from './process/sweeper.ts';
import type { Clock } from './ports/clock.ts';
import type { Observe } from './ports/metric-events.ts';
import type { LoginCodeRecord, StateRecord } from './ports/one-time-store.ts';
import type { Database } from './ports/sql-database.ts';

export type BackendParts = {
  readonly config: Config;
  readonly log: Logger;
  readonly stopping: () => boolean;
  readonly clock?: Clock;
  /** How many log lines have been dropped. */
  readonly linesDropped?: () => number;
};

export type Backend = {
  readonly app: Koa;
  readonly close: () => Promise<void>;
};

const loginCodeSeconds = 60;

/** Opens the stores and creates the application. While this waits for a store, the log says for which. */
export async function createBackend(parts: BackendParts): Promise<Backend> {
  const { config, log, stopping, linesDropped = () => 0 } = parts;
  const stores = await openStores(parts);
  const { database, shared, clock } = stores;
  const metrics = createMetrics({
    pool: database.pool,
    secondsAhead: shared.secondsAhead,
    linesDropped,
    routes: endpoints.map(({ method, path }) => ({ method, route: routeOf(path) })),
  });
  const router = createRouter(endpoints, {
    ...createServices(parts, { ...stores, observe: metrics.observe }),
    config,
    cookies: createCookies(config),
    metrics,
    checkStores: createStoreCheck({ pingDatabase: database.ping, pingRedis: stores.keyv.ping }),
    stopping,
    description: describeApi(config.baseUrl, endpoints),
  });
  const app = createApp({
    config,
    log,
    metrics,
    router,
    stopping,
    extensions: config.sandbox ? [redirectFrontPage(config), standIn(config, clock)] : [],
  });
  const sweeper = createSweeper({
    database,
    clock,
    auditDays: config.auditDays,
    report: (error) => log.warn({ err: error }, 'sweeping failed'),
  });
  return {
    app,
    async close() {
      sweeper.stop();
      await stores.close();
    },
  };
}

type OpenStores = {
  readonly database: Database;
  readonly keyv: KeyvConnection;
  readonly shared: SharedClock;
  readonly clock: Clock;
  readonly close: () => Promise<void>;
};

/**
 * Opens the database and Redis, and applies migrations if AUTO_MIGRATE is set. Throws an error with a remedy if opening
 * fails. Connections that are already open are then closed when the process ends.
 */
async function openStores({ config, log, clock }: BackendParts): Promise<OpenStores> {
  const folder = path.join(config.dataDir, 'database');
  const isNew = config.databaseUrl === undefined && !existsSync(folder);
  log.info(isNew ? 'creating the embedded database, which takes some seconds' : 'waiting for the database');
  const database = await openDatabase({
    url: config.databaseUrl,
    folder,
    clock: clock ?? (() => new Date()),
    report: (message, cause) => log.warn({ err: cause }, message),
  });
  const shared = createSharedClock({
    database,
    report: (seconds) =>
      log.warn({ seconds }, "this machine's clock is wrong, so the database's time is used: check NTP"),
  });
  const keyv = openKeyv({ url: config.keyvUrl });
  // Taken before the tables are checked: while this lock is held, no migration can be reverted.
  const lock = await demandLock(config, log);
  await prepareTables(database, { config, log });
  if (keyv.redis) log.info('waiting for Redis');
  const redis = keyv.ping().catch((error: unknown) => {
    log.warn({ err: error }, 'Redis (KEYV_URL) does not answer, so web logins cannot start: see `npm run doctor`');
  });
  await Promise.all([shared.measure(), redis]);
  return {
    database,
    keyv,
    shared,
    clock: clock ?? shared.now,
    async close() {
      shared.stop();
      lock?.leave();
      await keyv.close();
      await database.close();
    },
  };
}

async function prepareTables(database: Database, { config, log }: Pick<BackendParts, 'config' | 'log'>): Promise<void> {
  if (config.autoMigrate) {
    const onWait = (): void => log.info('waiting for another process that is migrating the tables');
    for (const name of await database.migrate({ onWait })) log.info({ migration: name }, 'migrated');
  } else {
    await database.checkMigrated();
  }
  if (config.sandbox) await database.users.movePictures({ origin: originOf(config), path: `${standInPath}/people/` });
}

type Services = Pick<Parts, 'login' | 'sessions' | 'account' | 'phone' | 'trail' | 'limits' | 'observe'>;

function createServices(
  { config, log }: BackendParts,
  { database, keyv, clock, observe }: OpenStores & { readonly observe: Observe },
): Services {
  const { secret, previous } = config.jwt;
  const { codes, runWithDeadline } = database;
  const warn = (message: string, error: unknown): void => log.warn({ err: error }, message);
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
    tokens: createTokens({ secret, previous, issuer: config.baseUrl, clock }),
    clock,
    maxAgeSeconds: config.sessionMaxAgeSeconds,
    graceSeconds: config.refreshGraceSeconds,
    observe,
  });
  const account = createAccount({ database, sessionKeys, clock, warn });
  const login = createLogin({
    provider,
    identities: createIdentity({ database, clock, observe, mode: config.identityMode }),
    sessions,
    states: createOneTimeStore<StateRecord>({ keyv, namespace: 'state', ttlMs: stateSeconds * 1000 }),
    loginCodes: createOneTimeStore<LoginCodeRecord>({ keyv, namespace: 'login-code', ttlMs: loginCodeSeconds * 1000 }),
    codes,
    sessionKeys,
    limits,
    runWithDeadline,
    clock,
    makeToken,
    account,
    warn,
  });
  const phone = createPhone({ provider, codes, sessionKeys, clock, appId: config.mini.appId });
  return { login, sessions, account, phone, trail, limits, observe };
}

/** Without KEYV_URL, production allows one instance only. In development several may run. */
async function demandLock({ production, databaseUrl: url, keyvUrl }: Config, log: Logger): Promise<Lock | undefined> {
  if (url === undefined) return undefined;
  const alone = production && keyvUrl === undefined;
  const onWait = (): void => log.warn('waiting for another instance on this database to stop: see KEYV_URL');
  const lock = await takeLock({ url, alone, timeoutMs: 30_000, onWait });
  if (lock) return lock;
  const conflict = alone
    ? 'Another instance is running on this database, and KEYV_URL is not set'
    : 'Another instance is running on this database without KEYV_URL';
  throw new Failure(
    `${conflict}: a login that starts on one instance would be unknown to the other. Set KEYV_URL to one Redis for all instances, or stop the other instance.`,
  );
}

/**
 * The service does not have a front page. In development it redirects browsers to the login page of the site, or,
 * without a site, directly to a login, whose result the stand-in shows.
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

/** The stand-in for the provider, at the configured addresses. Never in production: see `readConfig`. */
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
