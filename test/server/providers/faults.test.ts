// The whole service while the provider fails: it answers in time as documented, sends nothing twice, and recovers.
import { expect } from 'chai';
import { problems } from '../../../server/problem.ts';
import type { ProblemCode } from '../../../server/problem.ts';
import { channels } from '../../../server/ports/identity-provider.ts';
import type { Channel } from '../../../server/ports/identity-provider.ts';
import { fresh, startBackend, tokensOf } from '../../support/login.ts';
import type { Answer, Backend } from '../../support/login.ts';
import { startProvider } from '../../support/provider.ts';
import type { ScriptedProvider } from '../../support/provider.ts';
import { openProxy } from '../../support/proxy.ts';
import type { Proxy } from '../../support/proxy.ts';
import { useRealHttp } from '../../support/real-http.ts';
import { misfortunes } from './misfortunes.ts';
import type { Misfortune } from './misfortunes.ts';

/** The contract's deadline for the provider, and a margin for this machine. */
const deadlineMs = 5_000;
const slackMs = 1_500;

const slow = misfortunes.filter(({ answer }) => answer === 'idp_timeout');
const quick = misfortunes.filter(({ answer }) => answer !== 'idp_timeout');
const ofCodes: readonly ProblemCode[] = ['idp_code_invalid', 'idp_code_used'];
const ofUsers: readonly ProblemCode[] = [...ofCodes, 'idp_user_blocked', 'idp_user_snapshot'];

/** Fails the suite if a rejection is unhandled. */
function hearRejections(): void {
  const heard: unknown[] = [];
  const hear = (reason: unknown): void => void heard.push(reason);
  before(() => process.on('unhandledRejection', hear));
  after(() => {
    process.off('unhandledRejection', hear);
    expect(heard).to.deep.equal([]);
  });
}

async function signIn(backend: Backend, { channel, code }: { channel: Channel; code: string }): Promise<Answer> {
  if (channel === 'mini') return backend.post('/api/auth/idp/mini/login', { code });
  const state = fresh('state');
  await backend.get(`/api/auth/idp/web/login?state=${state}`);
  return backend.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`);
}

function expectProblem({ status, body, headers }: Answer, code: ProblemCode): void {
  expect(body.code).to.equal(code);
  expect(status).to.equal(problems[code].status);
  expect(headers.get('content-type')).to.equal('application/problem+json');
  if (status === 503) expect(Number(headers.get('retry-after'))).to.be.at.least(1);
}

async function timed<T>(work: Promise<T>): Promise<{ result: T; ms: number }> {
  const began = performance.now();
  const result = await work;
  return { result, ms: performance.now() - began };
}

describe('faults of the provider', () => {
  useRealHttp();
  hearRejections();

  let provider: ScriptedProvider;
  let way: Proxy;
  let backend: Backend;
  let offsetMs = 0;
  const clock = (): Date => new Date(Date.now() + offsetMs);

  before(async () => {
    provider = await startProvider();
    way = await openProxy(provider.url, 80);
    backend = await startBackend({ IDP_API_URL: `http://127.0.0.1:${way.port}` }, { clock });
  });
  after(async () => {
    await backend?.stop();
    await way?.close();
    await provider?.close();
  });
  beforeEach(async () => {
    // If the previous test opened the circuit, a successful call closes it. The clock then advances until the circuit
    // has forgotten that call too.
    offsetMs += 11_000;
    const code = provider.code({ openid: 'nobody in particular' });
    expect((await signIn(backend, { channel: 'mini', code })).status).to.equal(200);
    offsetMs += 11_000;
  });

  /** Expects that both channels answer in time and send the code once, and later refuse the code without sending it. */
  const expectMisfortune = async ({ script, answer }: Misfortune): Promise<void> => {
    await Promise.all(
      channels.map(async (channel) => {
        const code = provider.code(script);
        const { result, ms } = await timed(signIn(backend, { channel, code }));
        expectProblem(result, answer);
        expect(ms).to.be.within(answer === 'idp_timeout' ? deadlineMs - 100 : 0, deadlineMs + slackMs);
        expectProblem(await signIn(backend, { channel, code }), 'idp_code_used');
        expect(provider.sent(code), 'sent').to.equal(1);
      }),
    );
  };

  /** Expects that the log reports each failed call with its errcode or reason, except for the mistakes of users. */
  const expectTold = (from: number, met: readonly Misfortune[]): void => {
    const lines = backend.log().slice(from).split('\n');
    // The requests themselves are logged at level info, because the fault is not in this service.
    expect(lines.filter((line) => line.includes('"msg":"request"') && !line.includes('"level":"info"'))).to.deep.equal(
      [],
    );
    const told = lines.filter((line) => line.includes('"call":')).map((line) => JSON.parse(line) as object);
    const expected = met.filter(({ answer }) => !ofUsers.includes(answer));
    expect(told).to.have.length(expected.length * channels.length);
    for (const [index, line] of told.entries()) {
      const { answer, told: words } = expected[Math.floor(index / channels.length)]!;
      expect(line).to.include({ problem: answer, ...words });
    }
  };

  describe('a login', () => {
    for (const misfortune of quick) {
      it(`fails with ${misfortune.answer} after ${misfortune.name}`, async () => {
        const from = backend.log().length;
        await expectMisfortune(misfortune);
        expectTold(from, [misfortune]);
      });
    }

    it('fails with idp_timeout at the deadline, and not before, if an answer does not end', async () => {
      const from = backend.log().length;
      await Promise.all(slow.map(expectMisfortune));
      expectTold(from, slow);
    });

    for (const [name, script] of [
      ['a reset at the moment of connecting', 'resetAndDestroy'],
      ['a hang-up at the moment of connecting', 'end'],
    ] as const) {
      it(`fails with idp_unreachable after ${name}, and its code is sent at most once`, async () => {
        for (const channel of channels) {
          const code = provider.code({ openid: fresh(channel) });
          provider.onConnection((socket) => void socket[script]());
          expectProblem(await signIn(backend, { channel, code }), 'idp_unreachable');
          provider.onConnection(undefined);
          const again = await signIn(backend, { channel, code });
          if (again.status !== 200) expectProblem(again, 'idp_code_used');
          expect(provider.sent(code)).to.be.at.most(1);
        }
      });
    }

    it('fails with idp_unreachable after a refused connection, and then works with the same code, which was not sent', async () => {
      for (const channel of channels) {
        const code = provider.code({ openid: fresh(channel) });
        await way.refuse();
        expectProblem(await signIn(backend, { channel, code }), 'idp_unreachable');
        await way.restore();
        expect((await signIn(backend, { channel, code })).status).to.equal(200);
        expect(provider.sent(code)).to.equal(1);
      }
    });

    it('sends its code at most once if the provider comes back during the call', async () => {
      const code = provider.code({ openid: fresh('mini') });
      await way.refuse();
      const login = signIn(backend, { channel: 'mini', code });
      const [answer] = await Promise.all([login, way.restore()]);
      if (answer.status !== 200) expectProblem(answer, 'idp_unreachable');
      expect(provider.sent(code)).to.be.at.most(1);
    });
  });

  describe('a profile', () => {
    it('that is unavailable does not fail a web login, and delays the login by at most a second', async () => {
      for (const { name, script } of quick) {
        provider.on('profile', script);
        const { result, ms } = await timed(
          signIn(backend, { channel: 'web', code: provider.code({ openid: fresh('web') }) }),
        );
        expect(result.status, name).to.equal(200);
        expect(ms, name).to.be.below(1_000 + slackMs);
      }
      let count = 0;
      provider.on('profile', (socket) => slow[(count += 1) % slow.length]!.script(socket));
      const codes = slow.map(() => provider.code({ openid: fresh('web') }));
      const { result, ms } = await timed(Promise.all(codes.map((code) => signIn(backend, { channel: 'web', code }))));
      for (const { status } of result) expect(status).to.equal(200);
      expect(count).to.equal(slow.length);
      expect(ms).to.be.below(1_000 + slackMs);
      provider.on('profile', undefined);
    });
  });

  describe('a phone number', () => {
    let bearer: string;
    const ask = (code: string): Promise<Answer> => backend.post('/api/auth/idp/mini/phone', { code }, { bearer });
    before(async () => {
      const code = provider.code({ openid: fresh('mini') });
      bearer = tokensOf(await signIn(backend, { channel: 'mini', code })).access;
    });
    afterEach(() => {
      provider.on('global token', undefined);
      provider.on('phone', undefined);
    });

    it('is not requested without the global token, so its code works after the provider has recovered', async () => {
      const kinds = quick.filter(({ answer }) => !ofCodes.includes(answer));
      for (const { name, script, answer } of kinds) {
        offsetMs += 11_000;
        const code = fresh('phone');
        provider.on('global token', script);
        // Content in addition to a token is not checked.
        const hasToken = answer === 'idp_user_snapshot' || /^the (?:openid|unionid|session_key) /.test(name);
        const { status, body } = await ask(code);
        const expected = hasToken ? { status: 200 } : { status: problems[answer].status, code: answer };
        expect({ ...body, status }, name).to.include(expected);
        expect(provider.sent(code), name).to.equal(hasToken ? 1 : 0);
        // The access token and the global token expire.
        offsetMs += 7_200_000;
        bearer = await renew();
      }
      const code = fresh('phone');
      provider.on('global token', misfortunes[0]!.script);
      expectProblem(await ask(code), 'idp_unreachable');
      provider.on('global token', undefined);
      expect((await ask(code)).status).to.equal(200);
      expect(provider.sent(code)).to.equal(1);
    });

    it('costs money, so its code is sent once, whatever the answer is', async () => {
      for (const { name, script, answer } of quick) {
        offsetMs += 11_000;
        const code = fresh('phone');
        provider.on('phone', script);
        const isOfCode = ofCodes.includes(answer) || name === 'errcode 40013';
        const expected = isOfCode ? 'phone_rejected' : answer;
        // These are answers to logins, so even a well-formed answer contains no phone number.
        const result = await ask(code);
        expectProblem(result, answer === 'idp_user_snapshot' ? 'idp_bad_response' : expected);
        expectProblem(await ask(code), 'phone_rejected');
        expect(provider.sent(code), name).to.equal(1);
      }
    });

    it('fails with idp_timeout if no answer comes', async () => {
      provider.on('phone', () => {});
      const { result, ms } = await timed(ask(fresh('phone')));
      expectProblem(result, 'idp_timeout');
      expect(ms).to.be.below(deadlineMs + slackMs);
    });

    /** Signs in again, because the clock has passed the end of the access token. */
    const renew = async (): Promise<string> => {
      const code = provider.code({ openid: fresh('mini') });
      return tokensOf(await signIn(backend, { channel: 'mini', code })).access;
    };
    beforeEach(async () => {
      bearer = await renew();
    });
  });

  describe('while the provider fails', () => {
    it('a dead provider harms neither refresh nor verification', async () => {
      const { access, refresh } = tokensOf(
        await signIn(backend, { channel: 'mini', code: provider.code({ openid: fresh('mini') }) }),
      );
      const hanging = Array.from({ length: 19 }, () =>
        signIn(backend, { channel: 'mini', code: provider.code(() => {}) }),
      );
      const reached = provider.requests() + 19;
      while (provider.requests() < reached) await new Promise((resolve) => setTimeout(resolve, 5));
      let token = refresh;
      const { ms } = await timed(
        (async () => {
          for (let round = 0; round < 20; round += 1) {
            token = tokensOf(await backend.post('/api/auth/refresh', { refresh_token: token })).refresh;
            expect((await backend.get('/api/auth/me', { bearer: access })).status).to.equal(200);
          }
        })(),
      );
      expect(ms / 40, 'a request').to.be.below(200);
      for (const answer of await Promise.all(hanging)) expectProblem(answer, 'idp_timeout');
    });

    it('the provider gets no calls for 5 s after failures, and all calls after one success', async () => {
      const hangUp = misfortunes.find(({ name }) => name === 'a hang-up without a byte')!;
      for (let count = 0; count < 20; count += 1) {
        expectProblem(
          await signIn(backend, { channel: 'mini', code: provider.code(hangUp.script) }),
          'idp_unreachable',
        );
      }
      const code = provider.code({ openid: fresh('mini') });
      const before = provider.requests();
      expectProblem(await signIn(backend, { channel: 'mini', code }), 'idp_circuit_open');
      expect(provider.requests()).to.equal(before);
      offsetMs += 5_000;
      expect((await signIn(backend, { channel: 'mini', code })).status, 'the code, which was not sent').to.equal(200);
      const logins = channels.map((channel) =>
        signIn(backend, { channel, code: provider.code({ openid: fresh(channel) }) }),
      );
      for (const { status } of await Promise.all(logins)) expect(status).to.equal(200);
      expect(provider.sent(code)).to.equal(1);
    });
  });

  describe('the service after all these faults', () => {
    it('leaves no connection open, and no word of the provider in the log', async () => {
      while (provider.open() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(provider.mostSent()).to.equal(1);
      expect(backend.log()).not.to.match(/planted-|somebody|code-\d|phone-\d|global"/);
    });
  });
});
