// Properties of every endpoint, from outside.
import { expect } from 'chai';
import nock from 'nock';
import { endpoints } from '../../../server/login-endpoints.ts';
import { routeOf } from '../../../server/routes/endpoint.ts';
import { allowWebCode, fresh, idp, signInMini, tokensOf, useBackend } from '../../support/login.ts';
import type { Answer } from '../../support/login.ts';
import { begin } from './asking.ts';

describe('every endpoint', () => {
  const backend = useBackend();

  it('has its failures in the metrics, with the value 0, before the first failure', async () => {
    const { text } = await backend.get('/metrics');
    for (const { method, path } of endpoints) {
      const labels = `method="${method}",route="${routeOf(path)}",status="503"`;
      expect(text).to.contain(`duplex_request_seconds_count{${labels}} 0\n`);
    }
  });

  it('reveals no secrets in any answer, log line or metric', async () => {
    const person = { openid: fresh('planted-openid'), unionid: fresh('planted-unionid') };
    const { state, cookie } = await begin(backend);
    const texts: string[] = [];
    const note = (answer: Answer): void => void texts.push(answer.text, [...answer.headers].join('\n'));
    const code = fresh('planted-code');
    allowWebCode(code, person);
    const signedIn = await backend.get(`/api/auth/idp/web/callback?code=${code}&state=${state}`, {
      headers: { Cookie: cookie },
    });
    const { access, refresh } = tokensOf(signedIn);
    note(await signInMini(backend, person));
    const errors = [40029, 40163, 40226, 45009, 40125, 40013, -1, 99999];
    for (const errcode of errors) {
      nock(idp).get('/sns/jscode2session').query(true).reply(200, { errcode, errmsg: 'planted-errmsg, rid: 1' });
      note(await backend.post('/api/auth/idp/mini/login', { code: fresh('planted-code') }));
    }
    nock(idp).get('/sns/jscode2session').query(true).reply(200, '<html>planted-html</html>');
    note(await backend.post('/api/auth/idp/mini/login', { code: fresh('planted-code') }));
    nock(idp)
      .get('/sns/jscode2session')
      .query(true)
      .replyWithError('planted-error https://idp.test/?secret=planted-mini-secret');
    note(await backend.post('/api/auth/idp/mini/login', { code: fresh('planted-code') }));
    for (const target of [
      '/planted-path?x=planted-query',
      '/api/auth/idp/web/callback?code=planted-code&state=planted-state',
    ]) {
      note(
        await backend.get(target, {
          headers: {
            'User-Agent': 'planted-agent',
            Cookie: 'flow=planted-cookie',
            Referer: 'https://planted-referer.test',
          },
        }),
      );
    }
    note(await backend.post('/api/auth/refresh', { refresh_token: `${refresh}planted-tail` }));
    note(await backend.post('/api/auth/idp/web/code', { code: 'planted-code', state: 'planted-state' }));
    note(await backend.get('/api/auth/me', { bearer: `${access}planted` }));
    note(
      await backend.post(
        '/api/auth/idp/mini/phone',
        { encrypted_data: 'plantedplanted', iv: 'planted' },
        { bearer: access },
      ),
    );
    note(await backend.get('/api/auth/me', { bearer: access }));
    note(await backend.get('/metrics'));
    note(await backend.get('/openapi.json'));
    const everything = texts.join('\n') + backend.log();
    expect(everything).not.to.match(/planted/);
    for (const secret of [access, refresh, cookie.split('=')[1]!, state, 'tiihtNczf5v6AKRyjwEUhQ']) {
      expect(everything.includes(secret), secret).to.equal(false);
    }
  });
});
