// POST /api/auth/idp/mini/phone, from outside.
import { expect } from 'chai';
import nock from 'nock';
import { fresh, idp, signInMini, signInWeb, tokensOf, useBackend } from '../../../../support/login.ts';
import type { Answer } from '../../../../support/login.ts';
import { arrive, encryptPhone, expectCode } from '../../asking.ts';

describe('POST /api/auth/idp/mini/phone', () => {
  const backend = useBackend();

  it('exchanges a code once, with the global token, for a phone number in E.164', async () => {
    const { access: bearer } = await arrive(backend);
    nock(idp)
      .post('/cgi-bin/stable_token', {
        grant_type: 'client_credential',
        appid: 'wx-mini',
        secret: 'planted-mini-secret',
        force_refresh: false,
      })
      .reply(200, { access_token: 'global', expires_in: 7200 });
    nock(idp)
      .post('/wxa/business/getuserphonenumber?access_token=global', { code: 'phone-code' })
      .reply(200, {
        errcode: 0,
        errmsg: 'ok',
        phone_info: {
          phoneNumber: '13900005678',
          purePhoneNumber: '13900005678',
          countryCode: 86,
          watermark: { timestamp: 1, appid: 'wx-mini' },
        },
      });
    const answer = await backend.post('/api/auth/idp/mini/phone', { code: 'phone-code' }, { bearer });
    expect(answer.body, answer.text).to.deep.equal({ phone: '+8613900005678' });
    expectCode(
      await backend.post('/api/auth/idp/mini/phone', { code: 'phone-code' }, { bearer }),
      400,
      'phone_rejected',
    );
  });

  it('uses the code and ignores the encrypted data if the button sends both', async () => {
    const { access: bearer } = await arrive(backend);
    const stale = encryptPhone({ phone: '13800001234', key: Buffer.alloc(16, 1).toString('base64') });
    for (const rest of [stale, { encrypted_data: 'no base64!', iv: '' }, { encrypted_data: null, iv: null }]) {
      nock(idp).post('/cgi-bin/stable_token').reply(200, { access_token: 'global', expires_in: 7200 });
      nock(idp)
        .post('/wxa/business/getuserphonenumber')
        .query(true)
        .reply(200, {
          errcode: 0,
          phone_info: { purePhoneNumber: '13900005678', countryCode: '86', watermark: { appid: 'wx-mini' } },
        });
      const json = { code: fresh('phone-code'), ...rest };
      const answer = await backend.post('/api/auth/idp/mini/phone', json, { bearer });
      expect(answer.body, answer.text).to.deep.equal({ phone: '+8613900005678' });
      nock.cleanAll();
    }
    const old = { ...encryptPhone({ phone: '13800001234' }), code: '' };
    expect((await backend.post('/api/auth/idp/mini/phone', old, { bearer })).body).to.deep.equal({
      phone: '+8613800001234',
    });
  });

  it('asks a client to sign in again if its session key is newer than the stored key, and then accepts the data', async () => {
    const person = { openid: fresh('mini') };
    const { access: bearer } = tokensOf(await signInMini(backend, person));
    const newer = Buffer.alloc(16, 9).toString('base64');
    const body = encryptPhone({ phone: '13800001234', key: newer });
    const refused = await backend.post('/api/auth/idp/mini/phone', body, { bearer });
    expectCode(refused, 400, 'phone_rejected');
    expect(refused.body.detail).to.match(/sign in again, then tap/);
    nock(idp)
      .get('/sns/jscode2session')
      .query(true)
      .reply(200, { ...person, session_key: newer });
    const again = tokensOf(await backend.post('/api/auth/idp/mini/login', { code: fresh('code') }));
    const taken = await backend.post('/api/auth/idp/mini/phone', body, { bearer: again.access });
    expect(taken.body, taken.text).to.deep.equal({ phone: '+8613800001234' });
  });

  it('returns the same error for a wrong watermark, a stale key and garbage', async () => {
    const { access: bearer } = await arrive(backend);
    const bodies = [
      encryptPhone({ phone: '13800001234', appid: 'wx-other' }),
      encryptPhone({ phone: '13800001234', key: Buffer.alloc(16, 1).toString('base64') }),
      { encrypted_data: Buffer.alloc(64, 3).toString('base64'), iv: Buffer.alloc(16).toString('base64') },
      { encrypted_data: 'AAAA', iv: 'AAAA' },
    ];
    const answers: Answer[] = [];
    for (const body of bodies) answers.push(await backend.post('/api/auth/idp/mini/phone', body, { bearer }));
    const words = answers.map(({ body: { request_id: _id, ...rest } }) => JSON.stringify(rest));
    expect(new Set(words).size).to.equal(1);
    expectCode(answers[0]!, 400, 'phone_rejected');
  });

  it('does not use the key of an earlier login, even if the newest login has none', async () => {
    const openid = fresh('mini');
    await signInMini(backend, { openid });
    nock(idp).get('/sns/jscode2session').query(true).reply(200, { openid });
    const { access: bearer } = tokensOf(await backend.post('/api/auth/idp/mini/login', { code: fresh('code') }));
    const answer = await backend.post('/api/auth/idp/mini/phone', encryptPhone({ phone: '13800001234' }), { bearer });
    expectCode(answer, 400, 'session_key_stale');
  });

  it('reports a missing session key and missing members of the body', async () => {
    const { access: bearer } = tokensOf(await signInWeb(backend, { openid: fresh('web') }));
    expectCode(
      await backend.post('/api/auth/idp/mini/phone', encryptPhone({ phone: '1' }), { bearer }),
      400,
      'session_key_stale',
    );
    for (const body of [{}, { iv: 'AAAA' }, { encrypted_data: 'AAAA' }])
      expectCode(await backend.post('/api/auth/idp/mini/phone', body, { bearer }), 400, 'missing_parameter');
  });
});
