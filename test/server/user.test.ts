// `npm run user` and `npm run migrate`, as an operator runs them.
import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../server/db/database.ts';
import { createIdentity } from '../../server/services/identity.ts';
import { createSessions } from '../../server/services/sessions.ts';
import { createTokens } from '../../server/services/tokens.ts';
import { run } from '../support/command.ts';
import type { Outcome } from '../support/command.ts';

describe('npm run user', function () {
  let folder: string;
  let userId: string;
  const clock = (): Date => new Date();
  const script = (file: string, ...args: string[]): Promise<Outcome> =>
    run(['--import', 'tsx', `server/${file}.ts`, ...args], { env: { DATA_DIR: folder } });
  const user = (...args: string[]): Promise<Outcome> => script('user', ...args);

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
    const migrated = await script('migrate');
    expect(migrated.stdout, migrated.stderr).to.match(/^Applied /);
    expect((await script('migrate')).stdout).to.equal('Nothing to do: the database is up to date.\n');
    const database = await openDatabase({ folder: path.join(folder, 'database'), clock, report() {} });
    const parts = { database, clock, observe: () => undefined };
    const identities = createIdentity({ ...parts, mode: 'lenient' });
    const arrival = await identities.signIn({
      identity: { channel: 'mini', openid: 'planted-openid', unionid: 'planted-unionid' },
      requestId: 'r',
    });
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

  it('finds an account by its id and by an identifier, and prints no identifier', async () => {
    for (const word of [userId, 'planted-openid', 'planted-unionid']) {
      const { code, stdout } = await user('find', word);
      expect(code).to.equal(0);
      expect(stdout).to.contain(userId).and.contain('unionid+mini').and.not.contain('planted');
    }
    const none = await user('find', 'nobody');
    expect(none.code).to.equal(1);
    expect(none.stderr).to.equal('Nobody is called "nobody".\n');
  });

  it('lists its sessions', async () => {
    expect((await user('sessions', userId)).stdout).to.match(/^[0-9a-f-]{36} {2}mini {2}.* a phone\n$/);
  });

  it('ends its sessions and keeps it', async () => {
    expect((await user('sign-out', userId)).stdout).to.equal(`${userId}  1 session ended\n`);
    expect((await user('sessions', userId)).stdout).to.equal('No open sessions.\n');
  });

  it('disables, enables and deletes it, and the audit trail says so', async () => {
    expect((await user('disable', userId)).stdout).to.contain(`${userId}  disabled`);
    expect((await user('enable', userId)).stdout).to.contain(`${userId}  active`);
    expect((await user('delete', userId)).stdout).to.equal(`${userId}  deleted\n`);
    const gone = await user('enable', userId);
    expect(gone.code).to.equal(1);
    expect(gone.stderr).to.contain(userId).and.contain('npm run user -- find');
    const { stdout } = await user('audit', userId);
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('  ')[1]);
    expect(events).to.deep.equal(['user_deleted', 'user_enabled', 'user_disabled', 'sessions_revoked', 'user_created']);
    expect(stdout).not.to.contain('planted');
  });

  it('explains itself to who calls it wrongly', async () => {
    for (const args of [[], ['find'], ['frobnicate', 'x'], ['find', 'a', 'b'], ['constructor', 'x']]) {
      const { code, stderr } = await user(...args);
      expect(code).to.equal(1);
      expect(stderr).to.match(/^npm run user -- find WORD/);
    }
  });
});
