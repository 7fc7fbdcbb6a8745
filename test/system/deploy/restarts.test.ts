// Two busy instances behind the included nginx.conf are restarted over and over: no request and no acknowledged
// change is lost. RESTART_REQUESTS is the minimum number of requests (1,000).
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { install, makeSecret, send, someAddress } from './installation.ts';
import type { Answer, Call, Installation } from './installation.ts';

const wanted = Number(process.env.RESTART_REQUESTS ?? 1_000);
const workers = 12;

describe(`two instances under ${workers} busy workers`, function () {
  let installation: Installation;

  before(async function () {
    this.timeout(0);
    installation = await install(this, { JWT_SECRET: makeSecret() }, { count: 2 });
  });
  after(() => installation?.remove());

  it(`fail none of ${wanted} requests and lose no acknowledged data while they are restarted in turn`, async function () {
    this.timeout(0);
    const { https } = installation.nginx;
    const failed: string[] = [];
    /** A final request for each session, and its expected status. */
    const promises: { readonly bearer: string; readonly name?: string; readonly status: 200 | 401 }[] = [];
    let [requests, restarts, going] = [0, 0, true];

    const ask = async (what: string, method: string, target: string, call: Call, status = 200): Promise<Answer> => {
      requests += 1;
      const answer = await send(https, method, target, call);
      if (answer.status === status) return answer;
      failed.push(`${what}: ${answer.status} ${String(answer.body.code)} ${String(answer.headers['x-request-id'])}`);
      throw new Error('the round is over');
    };
    const goRound = async (): Promise<void> => {
      const from = someAddress();
      const person = { code: `${randomUUID()}~` };
      let { body } = await ask('login', 'POST', '/api/auth/idp/mini/login', { json: person, from });
      for (let count = 0; count < 3; count += 1) {
        const json = { refresh_token: body.refresh_token };
        ({ body } = await ask('refresh', 'POST', '/api/auth/refresh', { json, from }));
      }
      const bearer = String(body.access_token);
      const name = randomUUID();
      await ask('change', 'PATCH', '/api/auth/me', { json: { nickname: name }, bearer, from });
      await ask('me', 'GET', '/api/auth/me', { bearer, from });
      if (Math.random() < 0.5) {
        await ask('logout', 'POST', '/api/auth/logout', { bearer, from }, 204);
        promises.push({ bearer, status: 401 });
      } else promises.push({ bearer, name, status: 200 });
    };
    const work = async (): Promise<void> => {
      while (going) await goRound().catch((error: Error) => failed.push(error.message));
    };
    const working = Array.from({ length: workers }, work);
    while (requests < wanted || restarts < 4) {
      await installation.replace(restarts % 2);
      restarts += 1;
    }
    going = false;
    await Promise.all(working);
    process.stderr.write(`    ${requests} requests, ${restarts} restarts, ${promises.length} sessions\n`);
    expect(failed).to.deep.equal([]);
    for (const { bearer, name, status } of promises) {
      const answer = await send(https, 'GET', '/api/auth/me', { bearer, from: someAddress() });
      expect(answer.status).to.equal(status);
      if (name !== undefined) expect(answer.body.nickname).to.equal(name);
    }
  });
});
