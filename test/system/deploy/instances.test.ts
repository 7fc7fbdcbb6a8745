// Instances that die, are replaced, and change their secret or their version, while people sign in.
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { makeNextVersion, nextMigration } from '../../support/next-version.ts';
import { install, makeSecret, send, someAddress, startLoad } from './installation.ts';
import type { Environment, Installation, Load } from './installation.ts';

describe('three instances behind the included nginx.conf, under load', function () {
  let installation: Installation;
  let load: Load;
  /** The secret of all instances. */
  let secret = makeSecret();

  before(async function () {
    installation = await install(this, { JWT_SECRET: secret });
  });
  beforeEach(async () => {
    load = startLoad(installation.nginx.https);
    await load.wholeRound();
  });
  afterEach(() => load.stop());
  after(() => installation?.remove());

  /** Replaces one instance after another, each only when the previous one is ready. */
  const replaceAll = async (env: Environment): Promise<void> => {
    for (const index of installation.instances.keys()) await installation.replace(index, env);
    // Now every client has a token of the current secret.
    await load.wholeRound();
  };
  const expectNoFailure = async (): Promise<void> => {
    await load.stop();
    expect(load.failed).to.deep.equal([]);
    expect(load.requests()).to.be.above(200);
  };

  it('lose only the requests that were under way on an instance killed with kill -9, and send no code twice', async () => {
    const { instances, nginx, provider } = installation;
    const victim = instances[1]!;
    const { https } = nginx;
    const codes = Array.from({ length: 9 }, () => `slow-${randomUUID()}~`);
    const underWay = codes.map((code) =>
      send(https, 'POST', '/api/auth/idp/mini/login', { json: { code }, from: someAddress() }),
    );
    while (!codes.every((code) => provider.codes.includes(code))) await wait(10);
    const exit = once(victim.child, 'exit');
    victim.child.kill('SIGKILL');
    await exit;
    const gone = performance.now();
    const answers = await Promise.all(underWay);
    await load.wholeRound();
    await load.stop();

    const lines = nginx.accessLog().trim().split('\n');
    const log = lines.map((line) => JSON.parse(line) as { request_id: string; upstream: string });
    const wayOf = (id: unknown): string => log.find(({ request_id }) => request_id === id)!.upstream;
    for (const { status, text, headers } of answers) {
      const isVictims = wayOf(headers['x-request-id']) === `127.0.0.1:${victim.port}`;
      // nginx answered 503 itself, without asking another instance.
      expect(status, text).to.equal(isVictims ? 503 : 200);
    }
    expect(answers.filter(({ status }) => status === 503)).to.have.length.within(1, 5);
    for (const code of codes) expect(provider.codes.filter((sent) => sent === code)).to.have.length(1);
    for (const { what, sent, requestId } of load.failed) {
      expect(sent, `${what} was sent after the kill`).to.be.below(gone);
      expect(wayOf(requestId), what).to.contain(`:${victim.port}`);
    }
    expect(load.requests()).to.be.above(100);
    await installation.start(1);
  });

  it('fail no request while each is restarted for every step of a change of the secret', async () => {
    const [old, next] = [secret, makeSecret()];
    await replaceAll({ JWT_SECRET: old, JWT_SECRET_PREVIOUS: next });
    await replaceAll({ JWT_SECRET: next, JWT_SECRET_PREVIOUS: old });
    await replaceAll({ JWT_SECRET: next });
    secret = next;
    await expectNoFailure();
    for (const { output } of installation.instances) expect(output()).not.to.contain('shutting_down');
  });

  it('fail no request while an older and a newer version run side by side and the newer one migrates the tables', async () => {
    const newer = mkdtempSync(path.join(tmpdir(), 'duplex-newer-'));
    makeNextVersion(newer);
    const operator = new pg.Client({ connectionString: installation.schema.url });
    await operator.connect();
    try {
      const env = { JWT_SECRET: secret };
      await installation.replace(2, env, newer);
      expect(installation.instances[2]!.output()).to.contain(`"migration":"${nextMigration}"`);
      expect((await operator.query('select locale from users limit 1')).rowCount).to.equal(1);
      await load.wholeRound();
      // An older instance that starts again ignores a migration that it does not know.
      await installation.replace(0, env);
      await load.wholeRound();
      await expectNoFailure();
    } finally {
      await operator.end();
      rmSync(newer, { recursive: true, force: true });
    }
  });
});

describe('two instances behind the included nginx.conf, under load', function () {
  let installation: Installation;

  before(async function () {
    installation = await install(this, { JWT_SECRET: makeSecret() }, { count: 2 });
  });
  after(() => installation?.remove());

  it('fail no request while one is restarted right after the other, as the guide and the unit say', async () => {
    const load = startLoad(installation.nginx.https);
    await load.wholeRound();
    for (const index of [0, 1]) await installation.replace(index);
    await load.wholeRound();
    await load.stop();
    expect(load.failed).to.deep.equal([]);
    expect(load.requests()).to.be.above(200);
  });
});
