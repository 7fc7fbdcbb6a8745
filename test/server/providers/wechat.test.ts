// The calls to the provider and its valid answers, with nock. Faulty answers are tested in faults.test.ts, and sockets
// in wire.test.ts.
import { inspect } from 'node:util';
import { expect } from 'chai';
import fc from 'fast-check';
import nock from 'nock';
import errcodes from '../../../server/providers/errcodes.json' with { type: 'json' };
import { createProvider } from '../../../server/providers/wechat.ts';
import type { ProviderEvent } from '../../../server/providers/wechat.ts';
import { Problem, problems, toAnswer } from '../../../server/problem.ts';
import type { ProblemCode } from '../../../server/problem.ts';
import type { Provider } from '../../../server/ports/identity-provider.ts';
import type { MetricEvent } from '../../../server/ports/metric-events.ts';
import { answerWith, withRawServer } from '../../support/raw-server.ts';
import type { RawBehaviour } from '../../support/raw-server.ts';
import { cases } from '../../support/cases.ts';
import { problemOf } from '../../support/errors.ts';

const host = 'https://api.weixin.qq.com';
const web = { appId: 'wxweb', secret: 'web-secret' };
const mini = { appId: 'wxmini', secret: 'mini-secret' };

function createBench({ apiUrl = host, deadlineMs = 1_000, apps = { web, mini } } = {}) {
  let ms = Date.UTC(2026, 10, 20);
  const events: ProviderEvent[] = [];
  const happenings: MetricEvent[] = [];
  const provider = createProvider({
    ...apps,
    apiUrl,
    deadlineMs,
    clock: () => new Date(ms),
    observe: (happening) => happenings.push(happening),
    log: (event) => events.push(event),
  });
  return { provider, events, happenings, wait: (seconds: number) => (ms += seconds * 1000) };
}

const openid = 'oWeb-1';
const sessionKey = 'tiihtNczf5v6AKRyjwEUhQ==';
const phoneInfo = {
  phoneNumber: '13580006666',
  purePhoneNumber: '13580006666',
  countryCode: '86',
  watermark: { appid: mini.appId, timestamp: 1_700_000_000 },
};

const webPath = /^\/sns\/oauth2\/access_token\?/;
const miniPath = /^\/sns\/jscode2session\?/;
const tokenPath = '/cgi-bin/stable_token';
const phonePath = '/wxa/business/getuserphonenumber?access_token=GLOBAL';

const giveToken = (): nock.Scope => nock(host).post(tokenPath).reply(200, { access_token: 'GLOBAL', expires_in: 7200 });

const rejected: readonly ProblemCode[] = ['idp_code_invalid', 'idp_code_used'];

type CallName = 'web' | 'mini' | 'token' | 'phone';
type Doing = {
  /** Sets the answer to the next request of this call. */
  readonly answer: (status: number, body: nock.Body, headers?: Record<string, string>) => unknown;
  readonly run: (provider: Provider) => Promise<unknown>;
};

const calls: Record<CallName, Doing> = {
  web: {
    answer: (status, body, headers) => nock(host).get(webPath).reply(status, body, headers),
    run: (provider) => provider.exchangeWebCode('C'),
  },
  mini: {
    answer: (status, body, headers) => nock(host).get(miniPath).reply(status, body, headers),
    run: (provider) => provider.exchangeMiniCode('C'),
  },
  token: {
    answer: (status, body, headers) => nock(host).post(tokenPath).reply(status, body, headers),
    run: (provider) => provider.fetchPhone('C'),
  },
  phone: {
    answer(status, body, headers) {
      giveToken();
      return nock(host).post(phonePath).reply(status, body, headers);
    },
    run: (provider) => provider.fetchPhone('C'),
  },
};

describe('the provider', () => {
  before(() => {
    if (!nock.isActive()) nock.activate();
  });
  beforeEach(() => nock.disableNetConnect());
  afterEach(() => {
    const pending = nock.pendingMocks();
    nock.abortPendingRequests();
    nock.cleanAll();
    nock.enableNetConnect();
    expect(pending, 'answers that no request used').to.deep.equal([]);
  });

  describe('exchanges a web code', () => {
    it('with the documented call, and returns openid and unionid', async () => {
      nock(host)
        .get('/sns/oauth2/access_token')
        .query({ appid: web.appId, secret: web.secret, code: 'C&=+ 码', grant_type: 'authorization_code' })
        .reply(200, {
          access_token: 'AT',
          expires_in: 7200,
          refresh_token: 'RT',
          openid,
          scope: 'snsapi_login',
          unionid: 'U',
        });
      const grant = await createBench().provider.exchangeWebCode('C&=+ 码');
      expect(grant).to.deep.equal({ channel: 'web', openid, unionid: 'U', accessToken: 'AT' });
    });
  });

  describe("exchanges a mini-program's code", () => {
    it('with the documented call, and returns session_key, openid and unionid', async () => {
      nock(host)
        .get('/sns/jscode2session')
        .query({ appid: mini.appId, secret: mini.secret, js_code: 'C', grant_type: 'authorization_code' })
        .reply(200, { session_key: sessionKey, openid, unionid: 'U', errcode: 0, errmsg: 'ok' });
      const grant = await createBench().provider.exchangeMiniCode('C');
      expect(grant).to.deep.equal({ channel: 'mini', openid, unionid: 'U', sessionKey });
    });
  });

  it('measures how long each call takes', async () => {
    const { provider, happenings } = createBench();
    calls.web.answer(200, { access_token: 'AT', openid });
    const began = performance.now();
    await provider.exchangeWebCode('C');
    const most = (performance.now() - began) / 1000;
    const [measured] = happenings.filter((happening) => happening.kind === 'provider');
    expect(measured?.seconds).to.be.within(0, most);
  });

  describe('reads an answer', () => {
    const read = (body: nock.Body, headers?: Record<string, string>): Promise<unknown> => {
      calls.web.answer(200, body, headers);
      return createBench().provider.exchangeWebCode('C');
    };
    const plain = { channel: 'web', openid, accessToken: 'AT' };
    const grant = { access_token: 'AT', openid };

    for (const [name, body, expected] of cases<[string, nock.Body, object]>('wechat', 'answers')) {
      it(name, async () => expect(await read(body)).to.deep.equal(expected));
    }

    for (const type of ['text/plain', 'text/html; charset=gbk', 'application/json; charset=utf-8', '']) {
      it(`Content-Type "${type}" is ignored`, async () =>
        expect(await read(JSON.stringify(grant), type === '' ? {} : { 'Content-Type': type })).to.deep.equal(plain));
    }
  });

  describe('an errcode', () => {
    // The errcodes of logins are in faults.test.ts.
    for (const name of ['token', 'phone'] as const) {
      for (const [code, errcodes] of cases<[ProblemCode, number[]]>('provider', 'numbers')) {
        for (const errcode of errcodes) {
          const isOfPhone = name === 'phone' && (rejected.includes(code) || errcode === 40013);
          const expected = isOfPhone ? 'phone_rejected' : code;
          it(`${errcode} of the ${name} call is ${expected}`, async () => {
            const { provider, happenings } = createBench();
            calls[name].answer(200, { errcode, errmsg: `some words, rid: 6${errcode}` });
            // The provider issues the same token again after the phone call reports that the token is stale.
            const again = giveToken();
            const problem = await problemOf(calls[name].run(provider));
            again.persist(false);
            nock.cleanAll();
            // If the global token is refused, the phone code was not sent.
            expect(problem).to.include({ code: expected, status: problems[expected].status, unsent: name === 'token' });
            expect(problem.retryAfter).to.equal(({ idp_busy: 5, idp_quota: 60 } as Record<string, number>)[code]);
            expect(happenings.findLast(({ kind }) => kind === 'provider')).to.include(
              name === 'phone' && [40001, 40014, 42001].includes(errcode)
                ? { call: 'global_token', result: 'ok' }
                : { result: errcode === 40013 && name === 'phone' ? expected : code },
            );
          });
        }
      }
    }

    it('for a phone code of another app is phone_rejected, and is not logged, because anybody can send such a code', async () => {
      const { provider, events } = createBench();
      calls.phone.answer(200, { errcode: 40013 });
      expect(await problemOf(provider.fetchPhone('C'))).to.include({ code: 'phone_rejected' });
      expect(events).to.deep.equal([]);
    });

    it('of the table is logged once with its remedy, unless a user caused it', async () => {
      for (const [number, row] of Object.entries(errcodes)) {
        const { provider, events } = createBench();
        calls.mini.answer(200, { errcode: Number(number), errmsg: 'planted' });
        await problemOf(provider.exchangeMiniCode('C'));
        const told = ['40029', '40163', '40226', '41008', '42003'].includes(number) ? 0 : 1;
        expect(events, number).to.have.length(told);
        if (told === 0) continue;
        const level = { busy: 'warn', quota: 'warn', code: 'info', person: 'info' }[row.class] ?? 'error';
        expect(events[0]).to.include({ call: 'mini_code', errcode: Number(number), level });
        expect(events[0]!.message).to.contain(row.message);
      }
    });

    it('that is not in the table is idp_bad_response, and is logged as a warning with its number', async () => {
      const { provider, events } = createBench();
      calls.web.answer(200, { errcode: 987_654 });
      expect(await problemOf(provider.exchangeWebCode('C'))).to.include({ code: 'idp_bad_response', status: 502 });
      expect(events).to.have.length(1);
      expect(events[0]).to.include({ level: 'warn', errcode: 987_654 });
    });
  });

  describe('requests the global token', () => {
    it('with stable_token, without force_refresh, and once for several callers', async () => {
      const token = nock(host)
        .post(tokenPath, {
          grant_type: 'client_credential',
          appid: mini.appId,
          secret: mini.secret,
          force_refresh: false,
        })
        .reply(200, { access_token: 'GLOBAL', expires_in: 7200 });
      const phone = nock(host)
        .post(phonePath, { code: 'P' })
        .times(5)
        .reply(200, { errcode: 0, phone_info: phoneInfo });
      const { provider } = createBench();
      const numbers = await Promise.all(Array.from({ length: 5 }, () => provider.fetchPhone('P')));
      expect(new Set(numbers)).to.deep.equal(new Set(['+8613580006666']));
      expect([token.isDone(), phone.isDone()]).to.deep.equal([true, true]);
    });

    for (const body of cases<object>('wechat', 'no global tokens')) {
      it(`${JSON.stringify(body)} is a bad answer, and the phone code is not sent`, async () => {
        calls.token.answer(200, body);
        const problem = await problemOf(createBench().provider.fetchPhone('C'));
        expect(problem).to.include({ code: 'idp_bad_response', unsent: true });
      });
    }

    describe('again if the phone call reports that the token is stale', () => {
      const refuse = (errcode: number, token = 'GLOBAL'): nock.Scope =>
        nock(host)
          .post(`/wxa/business/getuserphonenumber?access_token=${token}`, { code: 'C' })
          .reply(200, { errcode });
      const renew = (token = 'NEXT'): nock.Scope =>
        nock(host)
          .post(tokenPath, (body: { force_refresh: boolean }) => !body.force_refresh)
          .reply(200, { access_token: token, expires_in: 7200 });
      const tell = (token = 'NEXT', code = 'C'): nock.Scope =>
        nock(host)
          .post(`/wxa/business/getuserphonenumber?access_token=${token}`, { code })
          .reply(200, { errcode: 0, phone_info: phoneInfo });

      for (const errcode of [40001, 40014, 42001]) {
        it(`${errcode}: the code is sent once more with another token, without an error in the log`, async () => {
          const { provider, events } = createBench();
          giveToken();
          refuse(errcode);
          renew();
          tell();
          expect(await provider.fetchPhone('C')).to.equal('+8613580006666');
          expect(events).to.deep.equal([]);
          tell('NEXT', 'D');
          expect(await provider.fetchPhone('D'), 'the next one begins with the new token').to.equal('+8613580006666');
        });

        it(`${errcode}: the code is not sent again with the same token, and the error is logged once`, async () => {
          const { provider, events } = createBench();
          giveToken();
          refuse(errcode);
          renew('GLOBAL');
          const code = errcode === 40001 ? 'idp_misconfigured' : 'idp_bad_response';
          expect(await problemOf(provider.fetchPhone('C'))).to.include({ code, unsent: false });
          expect(events).to.have.length(1);
          expect(events[0]).to.include({ level: 'error', call: 'phone', errcode });
        });

        it(`${errcode}: the code is sent twice at most`, async () => {
          const { provider, events } = createBench();
          giveToken();
          refuse(errcode);
          renew();
          refuse(errcode, 'NEXT');
          expect(await problemOf(provider.fetchPhone('C'))).to.include({ unsent: false });
          expect(events).to.have.length(1);
        });
      }

      it('and a code that was sent remains used, even if no second token is issued', async () => {
        const { provider } = createBench();
        giveToken();
        refuse(40001);
        nock(host).post(tokenPath).reply(200, { errcode: 40164 });
        expect(await problemOf(provider.fetchPhone('C'))).to.include({ code: 'idp_bad_response', unsent: false });
        giveToken();
        refuse(42001);
        const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
        nock(host).post(tokenPath).times(2).replyWithError(refused);
        expect(await problemOf(provider.fetchPhone('C'))).to.include({ code: 'idp_unreachable', unsent: false });
      });

      it('and returns phone_rejected if the second attempt reports a bad code', async () => {
        const { provider } = createBench();
        giveToken();
        refuse(40001);
        renew();
        refuse(40029, 'NEXT');
        expect(await problemOf(provider.fetchPhone('C'))).to.include({ code: 'phone_rejected', unsent: false });
      });

      it('but not after any other errcode', async () => {
        for (const errcode of [-1, 40029, 40163, 45009, 45011, 48001, 40164, 61024]) {
          const { provider } = createBench();
          giveToken();
          refuse(errcode);
          await problemOf(provider.fetchPhone('C'));
        }
      });

      it('but sends the code of a login only once, even after an error about a token', async () => {
        for (const errcode of [40001, 40014, 42001, 41001]) {
          for (const name of ['web', 'mini'] as const) {
            calls[name].answer(200, { errcode });
            await problemOf(calls[name].run(createBench().provider));
          }
        }
      });

      it('within the deadline of the whole request', () =>
        withRawServer(
          {
            onRequest: (socket, count) => {
              if (count === 1) return void socket.end(answerWith('{"access_token":"GLOBAL","expires_in":7200}'));
              if (count === 2) return void socket.end(answerWith('{"errcode":42001}'));
            },
          },
          async ({ port, requests }) => {
            nock.enableNetConnect('127.0.0.1');
            const { provider } = createBench({ apiUrl: `http://127.0.0.1:${port}`, deadlineMs: 500 });
            const began = performance.now();
            expect(await problemOf(provider.fetchPhone('C'))).to.include({ code: 'idp_timeout', unsent: false });
            expect(performance.now() - began).to.be.below(1_000);
            expect(requests()).to.have.length(3);
          },
        ));
    });
  });

  describe('returns a phone number', () => {
    const read = (info: unknown): Promise<string> => {
      calls.phone.answer(200, { errcode: 0, errmsg: 'ok', phone_info: info } as nock.Body);
      return createBench().provider.fetchPhone('P');
    };

    for (const [changes, expected] of cases<[object, string]>('wechat', 'phone numbers')) {
      it(`${JSON.stringify(changes)} in E.164`, async () =>
        expect(await read({ ...phoneInfo, ...changes })).to.equal(expected));
    }

    it('but refuses a number whose watermark names another app', async () => {
      const problem = await problemOf(read({ ...phoneInfo, watermark: { appid: 'wxother', timestamp: 1 } }));
      expect(problem).to.include({ code: 'phone_rejected', status: 400 });
    });

    for (const changes of cases<object | null | undefined>('wechat', 'changed phone numbers')) {
      const info = changes && !Array.isArray(changes) ? { ...phoneInfo, ...changes } : changes;
      it(`${JSON.stringify(info)} is a bad answer`, async () =>
        expect(await problemOf(read(info))).to.include({ code: 'idp_bad_response' }));
    }
  });

  describe('returns as much of a profile as possible', () => {
    const credential = { accessToken: 'AT', openid };
    const ask = async (status: number, body: nock.Body): Promise<unknown> => {
      nock(host).get('/sns/userinfo').query({ access_token: 'AT', openid }).reply(status, body);
      return JSON.parse(JSON.stringify(await createBench().provider.fetchProfile(credential)));
    };

    it('nickname and picture, cleaned', async () => {
      const answer = { openid, nickname: ' \u202e小\u0007明 ', headimgurl: 'https://thirdwx.qlogo.cn/0', unionid: 'U' };
      expect(await ask(200, answer)).to.deep.equal({ nickname: '小 明', avatarUrl: 'https://thirdwx.qlogo.cn/0' });
    });

    it('a nickname without a picture, and a picture without a nickname', async () => {
      expect(await ask(200, { openid, nickname: 'x' })).to.deep.equal({ nickname: 'x' });
      expect(await ask(200, { openid, nickname: '', headimgurl: 'https://a.test/0' })).to.deep.equal({
        avatarUrl: 'https://a.test/0',
      });
    });

    for (const [name, status, body] of cases<[string, number, nock.Body]>('wechat', 'no profiles')) {
      it(`${name}: an empty profile, and the login continues`, async () =>
        expect(await ask(status, body)).to.deep.equal({}));
    }

    it('sends no request without a token', async () => {
      expect(await createBench().provider.fetchProfile({ ...credential, accessToken: '' })).to.deep.equal({});
    });

    it('has its own short deadline', async () => {
      nock(host).get('/sns/userinfo').query(true).delay(8_000).reply(200, { openid, nickname: 'x' });
      const began = performance.now();
      expect(await createBench({ deadlineMs: 5_000 }).provider.fetchProfile(credential)).to.deep.equal({});
      expect(performance.now() - began).to.be.below(2_000);
    });

    it('does not count for the circuit, and is skipped while the circuit is open', async () => {
      const { provider } = createBench();
      nock(host).get('/sns/userinfo').query(true).times(30).reply(500);
      for (let count = 0; count < 30; count += 1) await provider.fetchProfile(credential);
      calls.web.answer(200, { openid, access_token: 'AT' });
      expect(await provider.exchangeWebCode('C')).to.include({ openid });
      // Together with the successful call these are 20 calls.
      nock(host).get(webPath).times(19).reply(500);
      for (let count = 0; count < 19; count += 1) await problemOf(provider.exchangeWebCode('C'));
      expect(await problemOf(provider.exchangeWebCode('C'))).to.include({ code: 'idp_circuit_open' });
      const asked = nock(host).get('/sns/userinfo').query(true).reply(200, { openid, nickname: 'x' });
      expect(await provider.fetchProfile(credential)).to.deep.equal({});
      expect(asked.isDone()).to.equal(false);
      nock.cleanAll();
    });
  });

  describe('gets no calls for a while if it fails', () => {
    const fail = async (provider: Provider): Promise<void> => {
      nock(host).get(webPath).times(20).reply(502);
      for (let count = 0; count < 20; count += 1) await problemOf(provider.exchangeWebCode('C'));
    };

    it('logins are refused for 5 s, and then one login probes the provider', async () => {
      const { provider, wait, events, happenings } = createBench();
      await fail(provider);
      for (const { run } of [calls.web, calls.mini]) {
        const problem = await problemOf(run(provider));
        expect(problem).to.include({ code: 'idp_circuit_open', status: 503, retryAfter: 5, unsent: true });
      }
      wait(5);
      nock(host).get(miniPath).once().reply(200, { errcode: 40029 });
      const three = [1, 2, 3].map(() => problemOf(provider.exchangeMiniCode('C')));
      expect((await Promise.all(three)).map(({ code }) => code)).to.deep.equal([
        'idp_code_invalid',
        'idp_circuit_open',
        'idp_circuit_open',
      ]);
      const states = happenings.flatMap((happening) => (happening.kind === 'circuit' ? [happening.state] : []));
      expect(states).to.deep.equal(['open', 'half-open', 'closed']);
      expect(events.filter(({ level }) => level === 'error')).to.have.length(1);
    });

    it('logins and phone numbers have separate circuits', async () => {
      const { provider, happenings } = createBench();
      await fail(provider);
      calls.phone.answer(200, { errcode: 0, phone_info: phoneInfo });
      expect(await provider.fetchPhone('C'), 'while logins fail').to.equal('+8613580006666');
      const other = createBench();
      nock(host).post(tokenPath).times(20).reply(502);
      for (let count = 0; count < 20; count += 1) await problemOf(other.provider.fetchPhone('C'));
      expect(await problemOf(other.provider.fetchPhone('C'))).to.include({ code: 'idp_circuit_open', unsent: true });
      for (const name of ['web', 'mini'] as const) {
        calls[name].answer(200, { openid, access_token: 'AT' });
        expect(await calls[name].run(other.provider), 'while phone numbers fail').to.include({ openid });
      }
      const opened = [...happenings, ...other.happenings].filter(({ kind }) => kind === 'circuit');
      expect(opened).to.deep.equal([
        { kind: 'circuit', calls: 'logins', state: 'open' },
        { kind: 'circuit', calls: 'phone_numbers', state: 'open' },
      ]);
    });

    it('but is still called after well-formed errors, with a known or an unknown errcode, in any call', async () => {
      for (const errcode of [40164, 48001, 44990, 40243, 50002, 42007, 61024, -2, 99_999_999]) {
        const { provider, happenings } = createBench();
        nock(host).persist().get(webPath).reply(200, { errcode });
        nock(host).persist().post(tokenPath).reply(200, { errcode });
        for (let count = 0; count < 25; count += 1) {
          expect(await problemOf(provider.exchangeWebCode('C'))).to.include({ code: 'idp_bad_response' });
          expect(await problemOf(provider.fetchPhone('C'))).to.include({ code: 'idp_bad_response' });
        }
        expect(happenings.filter(({ kind }) => kind === 'circuit')).to.deep.equal([]);
        nock.cleanAll();
      }
    });

    it('but is called again after a well-formed error in answer to the probe', async () => {
      const { provider, wait } = createBench();
      await fail(provider);
      wait(5);
      nock(host).get(miniPath).reply(200, { errcode: 40164 });
      await problemOf(provider.exchangeMiniCode('C'));
      calls.mini.answer(200, { openid });
      expect(await provider.exchangeMiniCode('C')).to.include({ openid });
    });

    it("but is still called after a user's bad code, a busy answer, a quota or a wrong configuration", async () => {
      const { provider } = createBench();
      for (const errcode of [40029, 40163, 40226, -1, 45009, 40013]) {
        nock(host).get(webPath).times(20).reply(200, { errcode });
        for (let count = 0; count < 20; count += 1) await problemOf(provider.exchangeWebCode('C'));
      }
      calls.web.answer(200, { openid, access_token: 'AT' });
      expect(await provider.exchangeWebCode('C')).to.include({ openid });
    });

    for (const [name, behaviour, deadlineMs, code] of [
      ['resets', { onRequest: (socket) => socket.resetAndDestroy() }, 20_000, 'idp_unreachable'],
      ['timeouts', {}, 1_000, 'idp_timeout'],
    ] as const satisfies readonly (readonly [string, RawBehaviour, number, ProblemCode])[]) {
      it(`${name} count as failures`, () =>
        withRawServer(behaviour, async ({ port, requests }) => {
          nock.enableNetConnect('127.0.0.1');
          const { provider } = createBench({ apiUrl: `http://127.0.0.1:${port}`, deadlineMs });
          const failed = await Promise.all(Array.from({ length: 20 }, () => problemOf(provider.exchangeMiniCode('C'))));
          expect(new Set(failed.map((problem) => problem.code))).to.deep.equal(new Set([code]));
          expect(await problemOf(provider.exchangeMiniCode('C'))).to.include({ code: 'idp_circuit_open' });
          expect(requests()).to.have.length(20);
        }));
    }
  });

  describe('cannot be reached', () => {
    it('a refused connection causes 503, and the code may be sent again', async () => {
      nock.enableNetConnect('127.0.0.1');
      const { provider, events } = createBench({ apiUrl: 'http://127.0.0.1:9' });
      const problem = await problemOf(provider.exchangeMiniCode('C'));
      expect(problem).to.include({ code: 'idp_unreachable', status: 503, unsent: true });
      expect(events).to.have.length(1);
      expect(events[0]).to.include({ level: 'warn', call: 'mini_code', reason: 'ECONNREFUSED' });
    });

    it('a silent provider causes 504 at the deadline, and the code counts as used', () =>
      withRawServer({}, async ({ port, requests }) => {
        nock.enableNetConnect('127.0.0.1');
        const { provider } = createBench({ apiUrl: `http://127.0.0.1:${port}`, deadlineMs: 300 });
        const began = performance.now();
        const problem = await problemOf(provider.exchangeWebCode('C'));
        expect(problem).to.include({ code: 'idp_timeout', status: 504, unsent: false });
        expect(performance.now() - began).to.be.below(900);
        expect(requests()).to.have.length(1);
      }));

    it('token and phone number share one deadline', () =>
      withRawServer(
        {
          onRequest: (socket, count) => {
            const token = answerWith('{"access_token":"GLOBAL","expires_in":7200}');
            if (count === 1) setTimeout(() => socket.end(token), 250);
          },
        },
        async ({ port, requests }) => {
          nock.enableNetConnect('127.0.0.1');
          const { provider } = createBench({ apiUrl: `http://127.0.0.1:${port}`, deadlineMs: 500 });
          const began = performance.now();
          expect(await problemOf(provider.fetchPhone('C'))).to.include({ code: 'idp_timeout', unsent: false });
          expect(performance.now() - began).to.be.within(450, 700);
          expect(requests()).to.have.length(2);
        },
      ));

    it('the phone code is not sent if the token does not come in time', () =>
      withRawServer({}, async ({ port, requests }) => {
        nock.enableNetConnect('127.0.0.1');
        const { provider } = createBench({ apiUrl: `http://127.0.0.1:${port}`, deadlineMs: 300 });
        expect(await problemOf(provider.fetchPhone('C'))).to.include({ code: 'idp_timeout', unsent: true });
        expect(requests()).to.have.length(1);
      }));
  });

  it('returns a valid identity or one Problem, for any JSON', async () => {
    const key = fc.constantFrom('openid', 'unionid', 'errcode', 'session_key', 'access_token', 'is_snapshotuser', 'x');
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('o', 'u', '', 'o'.repeat(64), 'o'.repeat(65), 0, -1, 40029, '0'),
      fc.string({ unit: 'binary' }),
    );
    const bodies = fc.oneof(
      fc.json(),
      fc.dictionary(key, value).map((answer) => JSON.stringify(answer)),
      fc.record({ openid: value, unionid: value, session_key: value }).map((answer) => JSON.stringify(answer)),
      fc.string({ unit: 'binary' }),
    );
    let body = '';
    nock(host)
      .persist()
      .get(miniPath)
      .reply(200, () => body);
    await fc.assert(
      fc.asyncProperty(bodies, async (text) => {
        body = text;
        const { provider } = createBench();
        const result = await provider.exchangeMiniCode('C').catch((error: unknown) => error);
        if (result instanceof Problem) {
          expect(result.cause).to.equal(undefined);
          expect(result.message).to.equal(problems[result.code].title);
          expect(result.code).not.to.equal('internal');
          return;
        }
        const { openid: who, unionid, sessionKey: held } = result as Awaited<ReturnType<Provider['exchangeMiniCode']>>;
        for (const identifier of unionid === undefined ? [who] : [who, unionid]) {
          expect(identifier).to.be.a('string');
          expect([...identifier].length).to.be.within(1, 64);
          expect(identifier).not.to.match(/[\p{Cc}\p{Cs}]/u);
        }
        expect(held).to.be.a('string');
      }),
      { numRuns: 400 },
    );
    nock.cleanAll();
  });

  describe('leaks nothing', () => {
    const canary = (name: string): string => `CANARY${name}7e57`;
    const apps = {
      web: { appId: canary('WebApp'), secret: canary('WebSecret') },
      mini: { appId: canary('MiniApp'), secret: canary('MiniSecret') },
    };
    const code = canary('Code');
    const runs: readonly ((provider: Provider) => Promise<unknown>)[] = [
      (provider) => provider.exchangeWebCode(code),
      (provider) => provider.exchangeMiniCode(code),
      (provider) => provider.fetchPhone(code),
      (provider) => provider.fetchProfile({ accessToken: canary('Token'), openid: canary('Openid') }),
    ];

    /** Everything that an error, a log line or a metric could show. */
    const showAll = (problem: unknown): string =>
      [
        inspect(problem, { depth: Infinity, showHidden: true, getters: true }),
        JSON.stringify(problem),
        problem instanceof Error ? `${problem.message}${problem.stack}${inspect(problem.cause)}` : '',
        JSON.stringify(toAnswer(problem, 'r')),
      ].join('\n');

    const check = async (apiUrl: string): Promise<void> => {
      for (const run of runs) {
        const { provider, events, happenings } = createBench({ apiUrl, deadlineMs: 200, apps });
        const result = await run(provider).catch((error: unknown) => error);
        if (result instanceof Problem) expect(result.cause).to.equal(undefined);
        const shown = `${showAll(result)}${JSON.stringify([events, happenings])}`;
        expect(shown).not.to.match(/canary/i);
      }
    };

    const answers = cases<string | Parameters<typeof answerWith>>('wechat', 'bad days').map((answer) =>
      typeof answer === 'string' ? answer : answerWith(...answer),
    );
    answers.forEach((answer, index) => {
      it(`after faulty answer ${index + 1}`, () =>
        withRawServer({ onRequest: (socket) => socket.end(answer) }, async ({ port, requests }) => {
          nock.enableNetConnect('127.0.0.1');
          await check(`http://127.0.0.1:${port}`);
          expect(requests().join()).to.match(/CANARY/);
        }));
    });

    it('if the provider resets, is silent, refuses, has no address, or has no trusted certificate', async () => {
      nock.enableNetConnect(/127\.0\.0\.1|nobody\.invalid/);
      await withRawServer({ onRequest: (socket) => socket.resetAndDestroy() }, ({ port }) =>
        check(`http://127.0.0.1:${port}`),
      );
      await withRawServer({}, ({ port }) => check(`http://127.0.0.1:${port}`));
      await withRawServer({ tls: true }, ({ port }) => check(`https://127.0.0.1:${port}`));
      await check('http://127.0.0.1:9');
      await check('https://nobody.invalid');
    });
  });
});
