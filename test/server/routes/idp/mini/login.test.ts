// POST /api/auth/idp/mini/login, from outside.
import { expect } from 'chai';
import nock from 'nock';
import { allowMiniCode, fresh, idp, signInMini, signInWeb, tokensOf, useBackend } from '../../../../support/login.ts';
import { expectProblem } from '../../asking.ts';

describe('POST /api/auth/idp/mini/login', () => {
  const backend = useBackend();

  it('returns the token pair, and the same user at the next login', async () => {
    const person = { openid: fresh('mini') };
    const first = await signInMini(backend, person);
    const second = await signInMini(backend, person);
    expect(first.body.user).to.include({ created: true });
    expect(second.body.user).to.include({ created: false });
    expect(tokensOf(second).userId).to.equal(tokensOf(first).userId);
  });

  it('returns the user of the web login if the applications are bound', async () => {
    const unionid = fresh('union');
    const web = await signInWeb(backend, { openid: fresh('web'), unionid });
    const mini = await signInMini(backend, { openid: fresh('mini'), unionid });
    expect(tokensOf(mini).userId).to.equal(tokensOf(web).userId);
  });

  it('exchanges a code only once, even if many requests post it at the same time', async () => {
    const code = fresh('code');
    allowMiniCode(code, { openid: fresh('mini') });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => backend.post('/api/auth/idp/mini/login', { code })),
    );
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(answers.filter(({ body }) => body.code === 'idp_code_used')).to.have.length(9);
  });

  it('accepts a code again if it was not sent to the provider', async () => {
    const code = fresh('code');
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const scope = nock(idp).persist().get('/sns/jscode2session').query(true).replyWithError(refused);
    expectProblem(await backend.post('/api/auth/idp/mini/login', { code }), 503, [
      'temporarily_unavailable',
      'idp_unreachable',
    ]);
    scope.persist(false);
    nock.cleanAll();
    allowMiniCode(code, { openid: fresh('mini') });
    expect((await backend.post('/api/auth/idp/mini/login', { code })).status).to.equal(200);
  });

  it('refuses a repeated code after an unknown error, because the code may have been sent', async () => {
    for (const error of [
      Object.assign(new Error('unknown'), { code: 'EPROTO' }),
      Object.assign(new Error('unknown'), { code: 'EPIPE', syscall: 'write' }),
      new Error('without a code'),
    ]) {
      const code = fresh('code');
      nock(idp).persist().get('/sns/jscode2session').query(true).replyWithError(error);
      expectProblem(await backend.post('/api/auth/idp/mini/login', { code }), 503, [
        'temporarily_unavailable',
        'idp_unreachable',
      ]);
      nock.cleanAll();
      const again = allowMiniCode(code, { openid: fresh('mini') });
      expectProblem(await backend.post('/api/auth/idp/mini/login', { code }), 400, ['invalid_grant', 'idp_code_used']);
      expect(again.isDone(), 'whether the code was sent').to.equal(false);
      nock.cleanAll();
    }
  });

  it('never reveals the session key, an openid or a unionid', async () => {
    const person = { openid: fresh('planted-openid'), unionid: fresh('planted-unionid') };
    const answer = await signInMini(backend, person);
    expect(answer.text).not.to.match(/tiihtNczf5v6AKRyjwEUhQ|planted/);
  });
});
