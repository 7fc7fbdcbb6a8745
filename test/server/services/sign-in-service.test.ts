// A login does not wait for a slow profile. The tests of the routes cover everything else.
import { expect } from 'chai';
import { createLogin } from '../../../server/services/sign-in-service.ts';
import type { LoginParts, LoginResult } from '../../../server/services/sign-in-service.ts';
import { makeUser } from '../stores/rows.ts';

describe('a login on the web', () => {
  it('is answered without the name if the name cannot be written in time', async () => {
    const user = makeUser();
    const parts: unknown = {
      provider: { exchangeWebCode: () => Promise.resolve({ openid: 'W', accessToken: 't' }), fetchProfile: () => ({}) },
      codes: { claim: () => Promise.resolve(true) },
      limits: { hit: () => Promise.resolve() },
      identities: { signIn: () => Promise.resolve({ user, created: false }) },
      account: { fillProfile: () => new Promise(() => {}) },
      runWithDeadline: (_deadline: number, work: () => Promise<unknown>) => work(),
      clock: () => new Date(),
    };
    const began = performance.now();
    const login = { code: 'c', userAgent: '', trace: {}, deadline: Infinity };
    const result: LoginResult = await createLogin(parts as LoginParts).signInWeb(login);
    expect(result.user).to.deep.equal(user);
    expect(performance.now() - began).to.be.below(5_000);
  });
});
