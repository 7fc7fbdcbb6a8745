// `npm run user` and `npm run migrate`, as an operator runs them.
import { expect } from 'chai';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../../server/stores/database.ts';
import { createIdentity } from '../../../server/services/identity-service.ts';
import { createSessions } from '../../../server/services/session-service.ts';
import { createTokens } from '../../../server/services/token-service.ts';
import { openKeyv } from '../../../server/stores/keyv.ts';
import { createSessionKeyStore } from '../../../server/stores/session-keys.ts';
import { arrive, noTrail } from '../services/logins.ts';
import { run } from '../../support/command.ts';
import type { Outcome } from '../../support/command.ts';
import { fillDataFolder } from '../../support/databases.ts';
import { makeRedisRoom } from '../../support/services.ts';

describe('npm run user', function () {
  let folder: string;
  let userId: string;
  const clock = (): Date => new Date();
  const script = (file: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
    run(['server/operate', file, ...args], { env: { LANG: 'en_GB.UTF-8', DATA_DIR: folder, ...env } });
  const user = (...args: string[]): Promise<Outcome> => script('user', args);

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
    await fillDataFolder({ DATA_DIR: folder });
    const migrated = await script('migrate');
    expect(migrated.stdout, migrated.stderr).to.match(/^Applied /);
    expect((await script('migrate')).stdout).to.equal('Nothing to do: the database is up to date.\n');
    const database = await openDatabase({ folder: path.join(folder, 'database'), clock, report() {} });
    const parts = { database, clock, observe: () => undefined, trail: noTrail };
    const identities = createIdentity({ ...parts, mode: 'lenient' });
    const identity = { channel: 'mini', openid: 'planted-openid', unionid: 'planted-unionid' } as const;
    const arrival = await identities.signIn({ identity, requestId: 'r' }, arrive);
    userId = arrival.user.id;
    const tokens = createTokens({
      secret: 'a-secret-of-at-least-32-bytes-here',
      previous: [],
      issuer: 'http://x',
      clock,
    });
    const sessions = createSessions({ ...parts, tokens, maxAgeSeconds: 3600, graceSeconds: 10 });
    await sessions.open({ user: arrival.user, channel: 'mini', userAgent: 'a phone' });
    await database.close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('finds an account by its id, openid or unionid, and prints neither openid nor unionid', async () => {
    for (const word of [userId, 'planted-openid', 'planted-unionid']) {
      const { code, stdout } = await user('find', word);
      expect(code).to.equal(0);
      expect(stdout).to.contain(userId).and.contain('unionid+mini').and.not.contain('planted');
    }
    const none = await user('find', 'nobody');
    expect(none.code).to.equal(1);
    expect(none.stderr).to.equal('No account found for "nobody".\n');
  });

  it('lists the sessions of an account', async () => {
    expect((await user('sessions', userId)).stdout).to.match(/^[0-9a-f-]{36} {2}mini {2}.* a phone\n$/);
  });

  it('ends its sessions and keeps it', async () => {
    expect((await user('sign-out', userId)).stdout).to.equal(`${userId}  1 session ended\n`);
    expect((await user('sessions', userId)).stdout).to.equal('No open sessions.\n');
    const chinese = await script('user', ['sessions', userId], { LANG: 'zh_CN.UTF-8' });
    expect(chinese.stdout).to.equal('没有有效的会话。\n');
  });

  it('shows the request id of each audit record, which is also in the log', async () => {
    const { stdout } = await user('history', userId);
    const records = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('  '));
    expect(records.map(([, event]) => event)).to.include('user_created');
    for (const [, event, , , , , requestId] of records) {
      // An operator's command has no request id.
      expect(requestId, event).to.equal(event === 'user_created' ? 'r' : '-');
    }
  });

  it('disables, enables and deletes an account, and writes audit records', async () => {
    expect((await user('disable', userId)).stdout).to.contain(`${userId}  disabled`);
    expect((await user('enable', userId)).stdout).to.contain(`${userId}  active`);
    const deleted = await user('delete', userId);
    expect(deleted.stdout)
      .to.match(new RegExp(`^${userId}  deleted\n`))
      .and.contain('KEYV_URL is not set here');
    const gone = await user('enable', userId);
    expect(gone.code).to.equal(1);
    expect(gone.stderr).to.contain(userId).and.contain('npm run user -- find');
    const { stdout } = await user('history', userId);
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('  ')[1]);
    expect(events).to.deep.equal(['user_deleted', 'user_enabled', 'user_disabled', 'sessions_revoked', 'user_created']);
    expect(stdout).not.to.contain('planted');
  });

  it('deletes the session keys of an account from Redis, also those of past openids', async function () {
    const { url } = await makeRedisRoom(this);
    const secret = 'a-secret-of-at-least-32-bytes-here';
    const keyv = openKeyv({ url });
    const sessionKeys = createSessionKeyStore({ keyv, secret, previous: [] });
    const database = await openDatabase({ folder: path.join(folder, 'database'), clock, report() {} });
    const openids = ['planted-past-openid', 'planted-present-openid'].map((name) => `${name}-${process.pid}`);
    const identities = createIdentity({ database, clock, observe: () => undefined, mode: 'lenient' });
    let id = '';
    for (const openid of openids) {
      const identity = { channel: 'mini', openid, unionid: `planted-leaver-${process.pid}` } as const;
      id = (await identities.signIn({ identity, requestId: 'r' }, arrive)).user.id;
      await sessionKeys.put(openid, 'a session key');
    }
    await database.close();

    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://127.0.0.1:1/x' };
    const without = await script('user', ['delete', id], { ...production, KEYV_URL: url });
    expect(without.code).to.equal(1);
    expect(without.stderr).to.contain('JWT_SECRET is missing');
    expect(await sessionKeys.get(openids[1]!), 'nothing was deleted').to.equal('a session key');

    // The first connection breaks, as on a bad network, and the second attempt reaches Redis.
    const { hostname, port } = new URL(url);
    let connections = 0;
    const network = createServer((socket) => {
      connections += 1;
      if (connections === 1) return void socket.destroy();
      const upstream = connect(Number(port || 6379), hostname);
      socket.on('error', () => upstream.destroy()).pipe(upstream);
      upstream.on('error', () => socket.destroy()).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(network, 'listening');
    const address = new URL(url);
    address.port = String((network.address() as AddressInfo).port);
    const env = { KEYV_URL: address.href, JWT_SECRET: secret };
    const { code, stdout, stderr } = await script('user', ['delete', id], env);
    network.close();
    expect(code, stderr).to.equal(0);
    expect(connections).to.equal(2);
    expect(stdout).to.equal(`${id}  deleted\n`);
    for (const openid of openids) expect(await sessionKeys.get(openid), stderr).to.equal(undefined);
    await keyv.close();
  });

  it('deletes an account while Redis is down, and reports which data remains and for how long', async () => {
    const database = await openDatabase({ folder: path.join(folder, 'database'), clock, report() {} });
    const identities = createIdentity({ database, clock, observe: () => undefined, mode: 'lenient' });
    const identity = { channel: 'mini', openid: `planted-${process.pid}` } as const;
    const { id } = (await identities.signIn({ identity, requestId: 'r' }, arrive)).user;
    await database.close();
    const env = { KEYV_URL: 'redis://127.0.0.1:1', JWT_SECRET: 'a-secret-of-at-least-32-bytes-here' };
    const { code, stdout, stderr } = await script('user', ['delete', id], env);
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: `${id}  deleted\n` });
    expect(stderr)
      .to.contain('30 minutes')
      .and.not.contain('planted')
      .and.not.match(/\n\s+at /);
  });

  it('prints its usage for wrong arguments', async () => {
    for (const args of [[], ['find'], ['frobnicate', 'x'], ['find', 'a', 'b'], ['constructor', 'x']]) {
      const { code, stderr } = await user(...args);
      expect(code).to.equal(1);
      expect(stderr).to.match(/^npm run user -- find WORD/);
    }
  });
});
