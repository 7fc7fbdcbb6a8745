// POST /api/auth/logout, from outside.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { fresh, signInMini, startBackend, tokensOf, useBackend } from '../../support/login.ts';
import type { Backend } from '../../support/login.ts';
import { arrive, expectCode, setStatus } from './asking.ts';

describe('POST /api/auth/logout', () => {
  const backend = useBackend();

  it('signs out by the Bearer token or by the refresh token, any number of times', async () => {
    const one = await arrive(backend);
    for (let count = 0; count < 2; count += 1) {
      expect((await backend.request('POST', '/api/auth/logout', { bearer: one.access })).status).to.equal(204);
    }
    expectCode(await backend.get('/api/auth/me', { bearer: one.access }), 401, 'session_revoked');
    const two = await arrive(backend);
    const next = tokensOf(await backend.post('/api/auth/refresh', { refresh_token: two.refresh }));
    for (const token of [two.refresh, next.refresh]) {
      expect((await backend.post('/api/auth/logout', { refresh_token: token })).status).to.equal(204);
    }
    expectCode(await backend.get('/api/auth/me', { bearer: next.access }), 401, 'session_revoked');
    const three = await arrive(backend);
    const empty = { refresh_token: null };
    expect((await backend.post('/api/auth/logout', empty, { bearer: three.access })).status).to.equal(204);
    expectCode(await backend.get('/api/auth/me', { bearer: three.access }), 401, 'session_revoked');
    expectCode(await backend.post('/api/auth/logout', empty), 401, 'access_token_missing');
    expectCode(await backend.post('/api/auth/logout', { refresh_token: 'garbage' }), 400, 'refresh_token_invalid');
  });

  it('signs a disabled user out for good: the session stays ended when the account is enabled again', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
    const start = (): Promise<Backend> => startBackend({ DATA_DIR: folder });
    const one = await start();
    const signIn = async () => tokensOf(await signInMini(one, { openid: fresh('mini') }));
    const [byAccess, byRefresh, everywhere] = [await signIn(), await signIn(), await signIn()];
    await one.stop();
    const people = [byAccess, byRefresh, everywhere];
    const userIds = people.map(({ userId }) => userId);
    await setStatus(folder, { userIds, status: 'disabled' });

    const two = await start();
    for (const { access } of people)
      expectCode(await two.get('/api/auth/me', { bearer: access }), 403, 'account_disabled');
    const outs = [
      await two.request('POST', '/api/auth/logout', { bearer: byAccess.access }),
      await two.request('POST', '/api/auth/logout', { json: { refresh_token: byRefresh.refresh } }),
      await two.request('POST', '/api/auth/logout-all', { bearer: everywhere.access }),
    ];
    expect(outs.map(({ status }) => status)).to.deep.equal([204, 204, 204]);
    await two.stop();
    await setStatus(folder, { userIds, status: 'active' });

    const three = await start();
    for (const { access, refresh } of people) {
      expectCode(await three.get('/api/auth/me', { bearer: access }), 401, 'session_revoked');
      expectCode(await three.post('/api/auth/refresh', { refresh_token: refresh }), 400, 'refresh_token_revoked');
    }
    await three.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});
