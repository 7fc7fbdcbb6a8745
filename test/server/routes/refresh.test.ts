// POST /api/auth/refresh, from outside.
import { expect } from 'chai';
import { fresh, signInMini, tokensOf, useBackend } from '../../support/login.ts';
import { expectProblem } from './asking.ts';

describe('POST /api/auth/refresh', () => {
  const backend = useBackend();

  it('returns the next pair of the same user, and the identical pair within the grace period', async () => {
    const { refresh, userId } = tokensOf(await signInMini(backend, { openid: fresh('mini') }));
    const next = await backend.post('/api/auth/refresh', { refresh_token: refresh });
    expect(tokensOf(next).userId).to.equal(userId);
    expect(tokensOf(next).refresh).not.to.equal(refresh);
    expect((await backend.post('/api/auth/refresh', { refresh_token: refresh })).body).to.deep.equal(next.body);
  });

  it('returns the current pair to a tab with an old token, even if other tabs have refreshed twice', async () => {
    const { refresh } = tokensOf(await signInMini(backend, { openid: fresh('mini') }));
    const second = await backend.post('/api/auth/refresh', { refresh_token: refresh });
    const third = await backend.post('/api/auth/refresh', { refresh_token: tokensOf(second).refresh });
    const late = await backend.post('/api/auth/refresh', { refresh_token: refresh });
    expect(late.body).to.deep.equal(third.body);
    expect((await backend.post('/api/auth/refresh', { refresh_token: tokensOf(late).refresh })).status).to.equal(200);
  });

  describe('with REFRESH_GRACE_SECONDS=0', () => {
    const strict = useBackend({ REFRESH_GRACE_SECONDS: '0' });

    it('ends the session if a token of any generation is reused', async () => {
      for (const behind of [1, 2]) {
        const first = tokensOf(await signInMini(strict, { openid: fresh('mini') }));
        let last = first;
        for (let count = 0; count < behind; count += 1)
          last = tokensOf(await strict.post('/api/auth/refresh', { refresh_token: last.refresh }));
        const refresh = (token: string) => strict.post('/api/auth/refresh', { refresh_token: token });
        expectProblem(await refresh(first.refresh), 400, ['invalid_grant', 'refresh_token_reused']);
        expectProblem(await refresh(last.refresh), 400, ['invalid_grant', 'refresh_token_revoked']);
        const me = await strict.get('/api/auth/me', { bearer: last.access });
        expectProblem(me, 401, ['invalid_token', 'session_revoked']);
      }
    });
  });

  it('refuses an access token, garbage and an empty body', async () => {
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
