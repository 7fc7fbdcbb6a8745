// POST /api/auth/logout-all, from outside.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { fresh, signInMini, startBackend, tokensOf, useBackend } from '../../support/login.ts';
import { expectCode, setStatus } from './asking.ts';

describe('POST /api/auth/logout-all', () => {
  const backend = useBackend();

  it('signs out everywhere', async () => {
    const person = { openid: fresh('mini') };
    const all = [tokensOf(await signInMini(backend, person)), tokensOf(await signInMini(backend, person))];
    expect((await backend.request('POST', '/api/auth/logout-all', { bearer: all[0]!.access })).status).to.equal(204);
    for (const { access } of all)
      expectCode(await backend.get('/api/auth/me', { bearer: access }), 401, 'session_revoked');
  });

  it('lets a disabled user end stolen sessions, before the account is enabled again', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
    const one = await startBackend({ DATA_DIR: folder });
    const person = { openid: fresh('mini') };
    const mine = tokensOf(await signInMini(one, person));
    await one.stop();
    await setStatus(folder, { userIds: [mine.userId], status: 'disabled' });
    const two = await startBackend({ DATA_DIR: folder });
    expect((await two.request('POST', '/api/auth/logout-all', { bearer: mine.access })).status).to.equal(204);
    await two.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});
