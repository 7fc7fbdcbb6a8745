// Two instances; the clock of one machine is set while they run, without effect for users.
import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { repository } from '../support/command.ts';
import { startEverybody, startServer } from '../support/processes.ts';
import type { Everybody, Running } from '../support/processes.ts';
import { makeRedisServer } from '../support/redis.ts';
import type { RedisServer } from '../support/redis.ts';
import { makeSchema } from '../support/services.ts';
import type { Schema } from '../support/services.ts';

const minuteMs = 60_000;
type Pair = { readonly access_token: string; readonly refresh_token: string };
type Answer = { readonly status: number; readonly headers: Headers; readonly body: Pair & { readonly code?: string } };

describe('two instances whose clocks differ', () => {
  let folder: string;
  let schema: Schema;
  let redis: RedisServer;
  let provider: Everybody;
  let steady: Running;
  let set: Running;
  let people = 0;

  before(async function () {
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-clock-'));
    schema = await makeSchema(this);
    redis = await makeRedisServer(this);
    await redis.start();
    provider = await startEverybody();
    const env = {
      BASE_URL: 'http://localhost:3000',
      DATABASE_URL: schema.url,
      KEYV_URL: redis.url,
      IDP_API_URL: provider.url,
      JWT_SECRET: 'mO3zq1bT8n0x5wYd7rKc2uVg9sHj4pLe',
      LIMIT_REFRESH_PER_MINUTE: '4',
    };
    const clock = {
      NODE_OPTIONS: `--import ${path.join(repository, 'test/system/clock.mjs')}`,
      CLOCK_FILE: path.join(folder, 'clock'),
    };
    [steady, set] = await Promise.all([startServer(env), startServer({ ...env, ...clock })]);
  });
  after(async () => {
    await Promise.all([steady, set].map((instance) => instance?.stop('SIGKILL')));
    provider?.stop();
    await redis?.stop();
    await schema?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (instance: Running, target: string, call: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(`${instance.origin}${target}`, { ...call, redirect: 'manual' });
    const body = answer.status === 302 ? {} : await answer.json();
    return { status: answer.status, headers: answer.headers, body: body as Answer['body'] };
  };
  const post = (instance: Running, target: string, body: unknown): Promise<Answer> =>
    ask(instance, target, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const login = (instance: Running): Promise<Answer> =>
    post(instance, '/api/auth/idp/mini/login', { code: `person-${(people += 1)}~${people}` });
  const refresh = (instance: Running, { refresh_token }: Pair): Promise<Answer> =>
    post(instance, '/api/auth/refresh', { refresh_token });
  const secondsAhead = async (): Promise<number> => {
    const text = await (await fetch(`${set.origin}/metrics`)).text();
    return Number(/^duplex_clock_ahead_seconds (\S+)$/m.exec(text)?.[1]);
  };
  const setClock = async (ms: number): Promise<void> => {
    writeFileSync(path.join(folder, 'clock'), String(ms));
    set.child.kill('SIGUSR2');
    while (Math.abs((await secondsAhead()) - ms / 1000) > 5) await wait(20);
  };

  const expectSignedIn = async ({ body }: Answer): Promise<void> => {
    for (const instance of [steady, set]) {
      const headers = { Authorization: `Bearer ${body.access_token}` };
      expect((await ask(instance, '/api/auth/me', { headers })).status).to.equal(200);
    }
  };

  for (const [name, ms] of [
    ['ten minutes ahead', 10 * minuteMs],
    ['ten minutes back', -10 * minuteMs],
    ['three hours ahead', 180 * minuteMs],
  ] as const) {
    it(`keep users signed in on both while one clock is ${name} and then right again`, async () => {
      const earlier = [await login(steady), await login(set)];
      const state = `state-${people}`;
      expect((await ask(set, `/api/auth/idp/web/login?state=${state}`)).status).to.equal(302);
      for (const step of [ms, 0]) {
        await setClock(step);
        for (const answer of [...earlier, await login(steady), await login(set)]) await expectSignedIn(answer);
        for (const first of [steady, set]) {
          const begun = await login(first);
          const other = first === steady ? set : steady;
          const next = await refresh(other, begun.body);
          await expectSignedIn(next);
          // Within the grace period, every instance returns the same pair.
          expect((await refresh(first, begun.body)).body.refresh_token).to.equal(next.body.refresh_token);
          const later = await refresh(first, next.body);
          await expectSignedIn(later);
          expect((await refresh(set, later.body)).status).to.equal(200);
          const refused = await refresh(set, later.body);
          expect(refused.status).to.equal(429);
          expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
        }
      }
      const code = `web-${people}~${people}`;
      expect((await ask(set, `/api/auth/idp/web/callback?code=${code}&state=${state}`)).status).to.equal(200);
    });
  }
});
