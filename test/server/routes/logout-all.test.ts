// POST /api/auth/logout-all, from outside.
import { expect } from 'chai';
import nock from 'nock';
import { fresh, signInMini, startBackend, tokensOf } from '../../support/login.ts';
import type { Backend } from '../../support/login.ts';
import { expectCode } from './asking.ts';

describe('POST /api/auth/logout-all', () => {
  let backend: Backend;
  before(async () => (backend = await startBackend()));
  after(() => backend.stop());
  afterEach(() => {
    nock.cleanAll();
  });

  it('signs out everywhere', async () => {
    const person = { openid: fresh('mini') };
    const all = [tokensOf(await signInMini(backend, person)), tokensOf(await signInMini(backend, person))];
    expect((await backend.request('POST', '/api/auth/logout-all', { bearer: all[0]!.access })).status).to.equal(204);
    for (const { access } of all)
      expectCode(await backend.get('/api/auth/me', { bearer: access }), 401, 'session_revoked');
  });
});
