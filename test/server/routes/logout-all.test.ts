// POST /api/auth/logout-all, from outside.
import { expect } from 'chai';
import { fresh, signInMini, tokensOf, useBackend } from '../../support/login.ts';
import { expectCode } from './asking.ts';

describe('POST /api/auth/logout-all', () => {
  const backend = useBackend();

  it('signs out everywhere', async () => {
    const person = { openid: fresh('mini') };
    const all = [tokensOf(await signInMini(backend, person)), tokensOf(await signInMini(backend, person))];
    expect((await backend.request('POST', '/api/auth/logout-all', { bearer: all[0]!.access })).status).to.equal(204);
    for (const { access } of all)
      expectCode(await backend.get('/api/auth/me', { bearer: access }), 401, 'session_revoked');
  });
});
