// Runs the login service over real HTTP; nock plays the provider. Every answer is compared with /openapi.json.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import type Koa from 'koa';
import nock from 'nock';
import { readConfig } from '../../server/login-config.ts';
import type { Environment } from '../../server/login-config.ts';
import { createLog } from '../../server/process/log.ts';
import { endpoints } from '../../server/login-endpoints.ts';
import { describeApi } from '../../server/openapi/openapi-document.ts';
import { createBackend } from '../../server/backend.ts';
import type { Clock } from '../../server/ports/clock.ts';
import { fillDataFolder } from './databases.ts';

export const idp = 'https://idp.test';
export const baseUrl = 'https://login.test';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON, or {}. */
  readonly body: Record<string, unknown>;
  readonly text: string;
};

export type Call = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly bearer?: string;
};

export type Backend = {
  readonly origin: string;
  readonly app: Koa;
  readonly request: (method: string, target: string, call?: Call) => Promise<Answer>;
  readonly get: (target: string, call?: Call) => Promise<Answer>;
  readonly post: (target: string, json?: unknown, call?: Call) => Promise<Answer>;
  /** All lines of the log since the start. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
};

/**
 * Starts a service on a free port, with the embedded database in DATA_DIR, or else with a new one. Limits are off
 * unless a test sets them.
 */
export async function startBackend(env: Environment = {}, { clock }: { clock?: Clock } = {}): Promise<Backend> {
  const folder = env.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'duplex-'));
  await fillDataFolder({ ...(env as Record<string, string>), DATA_DIR: folder });
  const config = readConfig({
    DATA_DIR: folder,
    BASE_URL: baseUrl,
    IDP_API_URL: idp,
    IDP_AUTHORIZE_URL: `${idp}/authorize`,
    IDP_STATIC_URL: `${idp}/login.js`,
    WEB_APP_ID: 'wx-web',
    WEB_APP_SECRET: 'planted-web-secret',
    MINI_APP_ID: 'wx-mini',
    MINI_APP_SECRET: 'planted-mini-secret',
    JWT_SECRET: 'planted-jwt-secret-of-at-least-32-bytes',
    LIMIT_ADDRESS_PER_MINUTE: '0',
    LIMIT_ADDRESS_FAILURES_PER_MINUTE: '0',
    LIMIT_USER_PER_HOUR: '0',
    LIMIT_REFRESH_PER_MINUTE: '0',
    LIMIT_ACCOUNT_PER_MINUTE: '0',
    LIMIT_PHONE_PER_MINUTE: '0',
    ...env,
  });
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const log = createLog('trace', sink);
  const service = await createBackend({ config, log, stopping: () => false, ...(clock ? { clock } : {}) });
  const server = createServer(service.app.callback());
  // On a busy machine the server would close an idle connection while the client sends the next request on it.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  nock.disableNetConnect();
  nock.enableNetConnect('127.0.0.1');

  const request: Backend['request'] = async (method, target, { headers = {}, json, form, bearer } = {}) => {
    const response = await fetch(`${origin}${target}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const body = text !== '' && type.includes('json') ? (JSON.parse(text) as Record<string, unknown>) : {};
    const answer = { status: response.status, headers: response.headers, body, text };
    checkDescribed({ method, target, answer });
    return answer;
  };
  return {
    origin,
    app: service.app,
    request,
    get: (target, call) => request('GET', target, call),
    post: (target, json, call) => request('POST', target, { ...call, json }),
    log: () => lines.join(''),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await service.close();
      nock.cleanAll();
      nock.enableNetConnect();
      if (env.DATA_DIR === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a service during the tests of a suite. After each test the provider's unused answers are removed. */
export function useBackend(env?: Environment): Backend {
  const backend = {} as Backend;
  before(async () => Object.assign(backend, await startBackend(env)));
  after(() => backend.stop());
  afterEach(() => nock.cleanAll());
  return backend;
}

type Description = {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>
  >;
};
/** Allows no additional members. Clients must accept new members, but our answers must have only described members. */
const description = JSON.parse(JSON.stringify(describeApi(baseUrl, endpoints)), (_name, schema: unknown) => {
  const { type, properties, additionalProperties } = (schema ?? {}) as Readonly<Record<string, unknown>>;
  if (type !== 'object' || !properties || additionalProperties !== undefined) return schema;
  return { ...(schema as object), additionalProperties: false };
}) as Description;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(description as object, 'openapi');

/** Kept, because compiling a schema costs more than a request. */
const validators = new Map<string, ValidateFunction>();
function validatorOf($ref: string): ValidateFunction {
  const validator = validators.get($ref) ?? ajv.compile({ $ref });
  validators.set($ref, validator);
  return validator;
}

/** Checks that the description has the status, media type and body of an answer. */
function checkDescribed({ method, target, answer }: { method: string; target: string; answer: Answer }): void {
  const { pathname } = new URL(target, baseUrl);
  const entry = Object.entries(description.paths).find(([pattern]) =>
    new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  const operation = entry?.[1][method.toLowerCase()];
  if (!entry || !operation) return;
  const pointer = (text: string): string => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
  const place = `${method} ${entry[0]} ${answer.status}`;
  const promised = operation.responses[String(answer.status)];
  expect(promised, `${place} is not in openapi.json`).not.to.equal(undefined);
  const type = (answer.headers.get('content-type') ?? '').split(';')[0]!;
  if (!promised!.content) return;
  expect(promised!.content, place).to.have.property(type);
  const validate = validatorOf(
    `openapi#/paths/${pointer(entry[0])}/${method.toLowerCase()}/responses/${answer.status}/content/${pointer(type)}/schema`,
  );
  expect(
    validate(type.includes('json') ? answer.body : answer.text),
    `${place}: ${ajv.errorsText(validate.errors)}`,
  ).to.equal(true);
}

let count = 0;
/** A value that no other test uses, for states, codes and openids. */
export function fresh(word: string): string {
  count += 1;
  return `${word}-${count}-${process.pid}`;
}

/** A person as the provider knows them. */
export type Person = { readonly openid: string; readonly unionid?: string };

/** Lets the provider exchange this web code once. */
export function allowWebCode(code: string, person: Person): nock.Scope {
  return nock(idp)
    .get('/sns/oauth2/access_token')
    .query({ appid: 'wx-web', secret: 'planted-web-secret', code, grant_type: 'authorization_code' })
    .reply(200, {
      access_token: 'planted-idp-token',
      expires_in: 7200,
      refresh_token: 'r',
      scope: 'snsapi_login',
      ...person,
    });
}

/** Lets the provider exchange this code of a mini-program once. */
export function allowMiniCode(code: string, person: Person): nock.Scope {
  return nock(idp)
    .get('/sns/jscode2session')
    .query({ appid: 'wx-mini', secret: 'planted-mini-secret', js_code: code, grant_type: 'authorization_code' })
    .reply(200, { session_key: 'tiihtNczf5v6AKRyjwEUhQ==', ...person });
}

/** Signs a person in from the mini-program, and returns the token answer. */
export async function signInMini(backend: Backend, person: Person, call?: Call): Promise<Answer> {
  const code = fresh('js-code');
  allowMiniCode(code, person);
  return backend.post('/api/auth/idp/mini/login', { code }, call);
}

/** Signs a person in from the web as a program does, without a browser's headers, and returns the token answer. */
export async function signInWeb(backend: Backend, person: Person): Promise<Answer> {
  const state = fresh('state');
  const code = fresh('code');
  await backend.get(`/api/auth/idp/web/login?state=${state}`);
  allowWebCode(code, person);
  return backend.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`);
}

/** Signs a person in from the web as a page with the embedded QR code does, and returns the token answer. */
export async function signInByPage(backend: Backend, person: Person): Promise<Answer> {
  const state = fresh('state');
  const code = fresh('code');
  await backend.get(`/api/auth/idp/web/login?state=${state}`);
  allowWebCode(code, person);
  return backend.post('/api/auth/idp/web/code', { code, state });
}

export function cookieOf(answer: Answer): string {
  return (answer.headers.getSetCookie()[0] ?? '').split(';')[0]!;
}

export function tokensOf(answer: Answer): { access: string; refresh: string; userId: string } {
  expect(answer.status, answer.text).to.equal(200);
  const body = answer.body as { access_token: string; refresh_token: string; user: { id: string } };
  return { access: body.access_token, refresh: body.refresh_token, userId: body.user.id };
}
