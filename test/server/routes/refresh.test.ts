// POST /api/auth/refresh, from outside.
import { expect } from 'chai';
import { fresh, signInMini, tokensOf, useBackend } from '../../support/login.ts';
import { expectProblem } from './asking.ts';

describe('POST /api/auth/refresh', () => {
  const backend = useBackend();

  it('gives the next pair of the same user, and the identical pair within the grace', async () => {
    const { refresh, userId } = tokensOf(await signInMini(backend, { openid: fresh('mini') }));
    const next = await backend.post('/api/auth/refresh', { refresh_token: refresh });
    expect(tokensOf(next).userId).to.equal(userId);
    expect(tokensOf(next).refresh).not.to.equal(refresh);
    expect((await backend.post('/api/auth/refresh', { refresh_token: refresh })).body).to.deep.equal(next.body);
  });

  it('ends the session when a token comes again that is two generations old', async () => {
    const first = tokensOf(await signInMini(backend, { openid: fresh('mini') }));
    const second = tokensOf(await backend.post('/api/auth/refresh', { refresh_token: first.refresh }));
    const third = tokensOf(await backend.post('/api/auth/refresh', { refresh_token: second.refresh }));
    expectProblem(await backend.post('/api/auth/refresh', { refresh_token: first.refresh }), 400, [
      'invalid_grant',
      'refresh_token_reused',
    ]);
    expectProblem(await backend.post('/api/auth/refresh', { refresh_token: third.refresh }), 400, [
      'invalid_grant',
      'refresh_token_revoked',
    ]);
    expectProblem(await backend.get('/api/auth/me', { bearer: third.access }), 401, [
      'invalid_token',
      'session_revoked',
    ]);
  });

  it('refuses an access token, garbage and nothing', async () => {
    const { access } = tokensOf(await signInMini(backend, { openid: fresh('mini') }));
    for (const token of [access, 'garbage', 'a.b.c']) {
      expectProblem(await backend.post('/api/auth/refresh', { refresh_token: token }), 400, [
        'invalid_grant',
        'refresh_token_invalid',
      ]);
    }
    expectProblem(await backend.post('/api/auth/refresh', {}), 400, ['invalid_request', 'missing_parameter']);
  });
});
