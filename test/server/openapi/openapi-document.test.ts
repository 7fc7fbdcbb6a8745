// The API's description: complete, and true of the running app down to its examples.
import { createHash } from 'node:crypto';
import type Router from '@koa/router';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import nock from 'nock';
import examples from '../../../server/openapi/examples.json' with { type: 'json' };
import { endpoints } from '../../../server/login-endpoints.ts';
import { describeApi } from '../../../server/openapi/openapi-document.ts';
import { createCookies } from '../../../server/routes/login-cookies.ts';
import { problems } from '../../../server/problem.ts';
import {
  allowMiniCode,
  allowWebCode,
  baseUrl,
  cookieOf,
  fresh,
  idp,
  signInMini,
  signInByPage,
  startBackend,
  tokensOf,
} from '../../support/login.ts';
import type { Answer, Backend, Call } from '../../support/login.ts';

const { answers, requests } = examples;

type Example = { readonly value: Readonly<Record<string, unknown>> };
type Performance = Call & {
  readonly example?: string;
  readonly on?: Backend;
  /** Parameters in the path. */
  readonly params?: Readonly<Record<string, string>>;
  /** Members of the body whose values the service created in this run. */
  readonly known?: Readonly<Record<string, unknown>>;
};
type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly example?: string;
    readonly $ref?: string;
  }[];
  readonly requestBody?: { readonly content: Record<string, { schema: object; examples: Record<string, Example> }> };
  readonly security: readonly Readonly<Record<string, readonly []>>[];
  readonly responses: Readonly<Record<string, unknown>>;
};
const document = describeApi(baseUrl, endpoints) as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi');

describe('openapi.json', () => {
  let backend: Backend;

  before(async () => {
    const digest = createHash('sha256').update('a-secret').digest('hex');
    backend = await startBackend({ INTROSPECTION_SERVICES: `comments:${digest}` });
  });
  after(() => backend.stop());

  it('is served with the address of the service', async () => {
    expect((await backend.get('/openapi.json')).body).to.deep.equal(JSON.parse(JSON.stringify(document)));
  });

  it('is also served below /api/auth, for a proxy that forwards nothing else', async () => {
    const [above, below] = await Promise.all(
      ['/openapi.json', '/api/auth/openapi.json'].map((target) => backend.get(target)),
    );
    expect(below!.text).to.equal(above!.text);
  });

  it('lets answers have more members and other lifetimes in a later version', () => {
    const inAnswers = JSON.stringify([
      operations.map(({ responses }) => responses),
      describeApi(baseUrl, []).components,
    ]);
    expect(inAnswers).to.contain('"Tokens"').and.not.contain('"additionalProperties":false');
    expect(inAnswers.match(/"expires_in":\{[^}]*\}/g)!.join())
      .to.contain('integer')
      .and.not.contain('const');
    const withMore = { ...answers.Tokens, later: 1, user: { ...answers.Tokens.user, later: [] } };
    const validate = ajv.compile({ $ref: 'openapi#/components/schemas/Tokens' });
    expect(validate(withMore), ajv.errorsText(validate.errors)).to.equal(true);
    expect(validate({ ...withMore, user: {} })).to.equal(false);
  });

  it('refuses and accepts the same requests as the service', () => {
    for (const { operationId, path, method, requestBody } of operations) {
      for (const [type, { examples }] of Object.entries(requestBody?.content ?? {})) {
        const place = [path, method.toLowerCase(), 'requestBody', 'content', type, 'schema'];
        const pointer = place.map((word) => encodeURIComponent(word.replaceAll('~', '~0').replaceAll('/', '~1')));
        const validate = ajv.compile({ $ref: `openapi#/paths/${pointer.join('/')}` });
        for (const { value } of Object.values(examples)) {
          expect(validate(value), `${operationId}: ${ajv.errorsText(validate.errors)}`).to.equal(true);
          expect(validate({ ...value, later: 1 }), operationId).to.equal(!operationId.startsWith('changeMe'));
        }
      }
    }
  });

  it('describes the cookies by their real names, with and without https', async () => {
    const describeCookies = (address: string): readonly string[] => {
      const { parameters, securitySchemes } = describeApi(address, endpoints).components as Readonly<
        Record<string, Readonly<Record<string, { name: string; in: string }>>>
      >;
      expect([parameters!.Flow!.in, securitySchemes!.refreshCookie!.in]).to.deep.equal(['cookie', 'cookie']);
      return [parameters!.Flow!.name, securitySchemes!.refreshCookie!.name];
    };
    for (const address of [baseUrl, 'http://login.test']) {
      const set: string[] = [];
      const { ensureFlow, setRefresh } = createCookies({ baseUrl: address });
      const ctx = {
        append: (_name: string, text: string) => set.push(text.split('=')[0]!),
        get: () => '',
      };
      ensureFlow(ctx as never);
      setRefresh(ctx as never, { value: 'a', seconds: 1 });
      const [flow, refresh] = describeCookies(address);
      expect(set).to.have.lengthOf(3).and.include.members([flow, refresh]);
      expect(set.find((name) => ![flow, refresh].includes(name))).to.match(new RegExp(`^${flow}-[\\w-]{8}$`));
    }
    const withFlow = operations.filter(({ parameters = [] }) => parameters.some(({ $ref }) => $ref?.endsWith('/Flow')));
    expect(withFlow.map(({ operationId }) => operationId)).to.have.members([
      'startWebLogin',
      'finishWebLogin',
      'submitWebCode',
    ]);
    const byCookie = operations.filter(({ security }) => security.some((each) => 'refreshCookie' in each));
    expect(byCookie.map(({ operationId }) => operationId)).to.have.members(['refreshTokens', 'logout']);
  });

  it('describes every route, and nothing else', () => {
    const routes = backend.app.middleware
      .map((layer) => (layer as { router?: Router }).router)
      .flatMap((router) => router?.stack ?? [])
      .flatMap(({ path, methods }) =>
        methods
          .filter((method) => method !== 'HEAD')
          .map((method) => `${method} ${String(path).replace(/:(\w+)/g, '{$1}')}`),
      );
    expect(routes).to.have.length.above(15);
    expect(operations.map(({ method, path }) => `${method} ${path}`)).to.have.members(routes);
  });

  it('documents every problem code except method_not_allowed', () => {
    const text = JSON.stringify(document.paths);
    const missing = Object.keys(problems).filter((code) => !text.includes(`#/components/examples/${code}"`));
    expect(missing).to.deep.equal(['method_not_allowed']);
  });

  it('documents the headers Retry-After, WWW-Authenticate and Set-Cookie where the service sends them', async () => {
    const headersOf = (operationId: string, status: number): string[] => {
      const operation = operations.find((each) => each.operationId === operationId)!;
      return Object.keys((operation.responses[status] as { headers: object }).headers).map((name) =>
        name.toLowerCase(),
      );
    };
    const missing = await backend.get('/api/auth/me');
    expect(missing.headers.get('www-authenticate')).to.equal('Bearer');
    expect(headersOf('showMe', 401)).to.include.members(['www-authenticate', 'x-request-id']);
    nock(idp).get('/sns/jscode2session').query(true).reply(200, { errcode: 45011, errmsg: 'later' });
    const busy = await backend.post('/api/auth/idp/mini/login', { code: fresh('code') });
    expect(Number(busy.headers.get('retry-after'))).to.be.above(0);
    expect(headersOf('loginFromMiniProgram', 503)).to.include.members(['retry-after', 'x-request-id']);
    const begun = await backend.get(`/api/auth/idp/web/login?state=${fresh('state')}`);
    expect(cookieOf(begun)).to.match(/^__Host-flow=/);
    expect(headersOf('startWebLogin', 302)).to.include.members(['set-cookie', 'location', 'x-request-id']);
  });

  describe('has working example requests for', () => {
    const person = { openid: fresh('openid'), unionid: fresh('unionid') };
    const performed: string[] = [];
    let withCookie: Backend;
    let bearer: string;
    let refresh_token: string;

    before(async () => {
      withCookie = await startBackend({ AUTH_REFRESH_COOKIE: '1', LOGIN_RETURN_URL: `${baseUrl}/login/` });
    });
    after(() => withCookie.stop());
    beforeEach(async () => {
      ({ access: bearer, refresh: refresh_token } = tokensOf(await signInMini(backend, person)));
    });
    afterEach(() => nock.cleanAll());

    /** Sends the request that the document describes, with the values of this run, and records which request it was. */
    const perform = (id: string, { example, on = backend, params = {}, known = {}, ...call }: Performance = {}) => {
      const { method, path, parameters = [], requestBody } = operations.find((each) => each.operationId === id)!;
      const [[type, { examples }] = ['', { examples: {} as Record<string, Example> }]] = Object.entries(
        requestBody?.content ?? {},
      );
      const body = example === undefined ? undefined : examples[example];
      if (example !== undefined) expect(body, `${id} ${example}`).not.to.equal(undefined);
      performed.push(example === undefined ? id : `${id} ${example}`);
      // Only a change of the account refuses unknown members.
      const later = id.startsWith('changeMe') ? {} : { later: 'x' };
      const query = parameters.filter((each) => each.in === 'query').map((each) => [each.name, each.example!]);
      const target = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!);
      return on.request(method, query.length === 0 ? target : `${target}?${new URLSearchParams(query).toString()}`, {
        ...call,
        ...(body === undefined
          ? {}
          : { [type.includes('json') ? 'json' : 'form']: { ...later, ...body.value, ...known } }),
      });
    };
    const expectStatus = async (status: number, sent: Promise<Answer>): Promise<Answer> => {
      const answer = await sent;
      expect(answer.status, answer.text).to.equal(status);
      return answer;
    };

    it('a web login by the callback', async () => {
      await expectStatus(302, perform('startWebLogin'));
      allowWebCode(requests.callback.code, person);
      await expectStatus(200, perform('finishWebLogin'));
    });

    it('a web login by the embedded QR code', async () => {
      await expectStatus(200, perform('startWebLogin', { headers: { Accept: 'application/json' } }));
      allowWebCode(requests.code.code, person);
      await expectStatus(200, perform('submitWebCode', { example: 'embedded' }));
    });

    it('a web login by the page that waits for the callback', async () => {
      const waiting = await startBackend({ LOGIN_RETURN_URL: `${baseUrl}/login/` });
      try {
        const browser = { Accept: 'text/html' };
        const begun = await expectStatus(302, perform('startWebLogin', { on: waiting, headers: browser }));
        allowWebCode(requests.callback.code, person);
        const headers = { ...browser, Cookie: cookieOf(begun) };
        const { headers: led } = await expectStatus(303, perform('finishWebLogin', { on: waiting, headers }));
        const login_code = new URLSearchParams(new URL(led.get('location')!).hash.slice(1)).get('login_code');
        await expectStatus(200, perform('submitWebCode', { on: waiting, example: 'callback', known: { login_code } }));
      } finally {
        await waiting.stop();
      }
    });

    it('a login from a mini-program', async () => {
      allowMiniCode(requests.mini.code, person);
      await expectStatus(200, perform('loginFromMiniProgram', { example: 'mini' }));
    });

    it('a refresh by the body and by the cookie', async () => {
      await expectStatus(200, perform('refreshTokens', { example: 'body', known: { refresh_token } }));
      const signedIn = await signInByPage(withCookie, person);
      const headers = { Cookie: cookieOf(signedIn), 'Sec-Fetch-Site': 'same-origin' };
      await expectStatus(200, perform('refreshTokens', { on: withCookie, example: 'cookie', headers }));
    });

    it('the account', async () => {
      await expectStatus(200, perform('showMe', { bearer }));
      const kept = await expectStatus(200, perform('exportMe', { bearer }));
      expect(Object.keys(kept.body)).to.deep.equal(Object.keys(answers.Export));
      const changed = await expectStatus(200, perform('changeMe', { bearer, example: 'both' }));
      expect(changed.body).to.include(requests.profile);
      const less = await expectStatus(200, perform('changeMe', { bearer, example: 'away' }));
      expect(less.body).to.include({ ...requests.profile, avatar_url: null });
      await expectStatus(200, perform('changeMeFromMiniProgram', { bearer, example: 'both' }));
      await expectStatus(200, perform('changeMeFromMiniProgram', { bearer, example: 'away' }));
      await expectStatus(200, perform('listSessions', { bearer }));
      const { sessions } = (await backend.get('/api/auth/sessions', { bearer })).body;
      const [{ id }] = sessions as [{ id: string }];
      await expectStatus(204, perform('endSession', { bearer, params: { id } }));
    });

    it('the phone number by both methods', async () => {
      nock(idp).post('/cgi-bin/stable_token').reply(200, { access_token: 'global', expires_in: 7200 });
      const phoneInfo = { phoneNumber: '12000000001', purePhoneNumber: '12000000001', countryCode: '86' };
      nock(idp)
        .post('/wxa/business/getuserphonenumber', { code: requests.phone_code.code })
        .query({ access_token: 'global' })
        .reply(200, { errcode: 0, phone_info: { ...phoneInfo, watermark: { timestamp: 1, appid: 'wx-mini' } } });
      for (const example of ['recommended', 'deprecated']) {
        const { body } = await expectStatus(200, perform('addPhone', { bearer, example }));
        expect(body, example).to.deep.equal(answers.Phone);
      }
      const { body } = await backend.get('/api/auth/me', { bearer });
      expect(body.phone, 'masked as in the example').to.equal(answers.Me.phone);
    });

    it('all ways to sign out', async () => {
      await expectStatus(204, perform('logout', { example: 'bearer', bearer }));
      await expectStatus(204, perform('logout', { example: 'body', known: { refresh_token } }));
      const next = (): Promise<string> => signInMini(backend, person).then((answer) => tokensOf(answer).access);
      await expectStatus(204, perform('logoutAll', { bearer: await next() }));
      await expectStatus(204, perform('leave', { bearer: await next() }));
    });

    it('a registered service', async () => {
      const headers = { Authorization: `Basic ${Buffer.from('comments:a-secret').toString('base64')}` };
      const known = { token: bearer };
      const { body } = await expectStatus(200, perform('introspect', { example: 'token', headers, known }));
      expect(Object.keys(body)).to.deep.equal(Object.keys(answers.Introspection));
    });

    it('the operator', async () => {
      for (const id of ['healthz', 'readyz', 'metrics', 'openapi', 'openapiBelowAuth'])
        await expectStatus(200, perform(id));
    });

    it('every operation and every body that the document describes', () => {
      const described = operations.flatMap(({ operationId, requestBody }) =>
        requestBody
          ? Object.values(requestBody.content).flatMap(({ examples }) =>
              Object.keys(examples).map((name) => `${operationId} ${name}`),
            )
          : [operationId],
      );
      expect([...new Set(performed)]).to.have.members(described);
    });
  });
});
