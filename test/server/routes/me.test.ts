// /api/auth/me, from outside.
import { expect } from 'chai';
import fc from 'fast-check';
import nock from 'nock';
import { cases } from '../../support/cases.ts';
import { fresh, idp, signInMini, signInWeb, startBackend, tokensOf, useBackend } from '../../support/login.ts';
import { arrive, encryptPhone, expectCode, sessionKey } from './asking.ts';
import { openKeyv } from '../../../server/stores/keyv.ts';
import { createSessionKeyStore } from '../../../server/stores/session-keys.ts';
import { makeRedisRoom } from '../../support/services.ts';

const pieces = cases<string>('profile', 'pieces');

describe('/api/auth/me', () => {
  const backend = useBackend();

  it('shows the channels of the account, its times, and its phone number masked', async () => {
    const unionid = fresh('union');
    await signInWeb(backend, { openid: fresh('web'), unionid });
    const { access, userId } = tokensOf(await signInMini(backend, { openid: fresh('mini'), unionid }));
    const phone = await backend.post('/api/auth/idp/mini/phone', encryptPhone({ phone: '13800001234' }), {
      bearer: access,
    });
    expect(phone.body, phone.text).to.deep.equal({ phone: '+8613800001234' });
    const me = await backend.get('/api/auth/me', { bearer: access });
    expect(me.body).to.include({ id: userId, nickname: null, phone: '+86138******34', last_login_src: 'mini' });
    expect(me.body.channels).to.deep.equal(['web', 'mini']);
    expect(me.text).not.to.contain(unionid);
  });

  it("limits a picture's address as the API description says", async () => {
    const { access: bearer } = await arrive(backend);
    const { components, paths } = (await backend.get('/openapi.json')).body as unknown as {
      components: { schemas: { Me: { properties: { avatar_url: object } } } };
      paths: Record<string, { patch: { requestBody: { content: Record<string, { schema: { properties: Json } }> } } }>;
    };
    type Json = { avatar_url: { maxLength: number; pattern: string } };
    const { requestBody } = paths['/api/auth/me']!.patch;
    const { avatar_url: described } = requestBody.content['application/json']!.schema.properties;
    expect(described.maxLength).to.equal(512);
    expect(components.schemas.Me.properties.avatar_url).to.include({ maxLength: 512 });
    const addressOf = (length: number): string => 'https://pictures.test/'.padEnd(length, 'a');
    for (const [address, status] of [
      [addressOf(512), 200],
      [addressOf(513), 400],
      ['http://pictures.test/a.png', 400],
    ] as const) {
      const answer = await backend.request('PATCH', '/api/auth/me', { bearer, json: { avatar_url: address } });
      expect(answer.status, address).to.equal(status);
      expect(new RegExp(described.pattern).test(address), address).to.equal(status === 200);
    }
  });

  it('changes name and picture, removes them, and refuses invalid values', async () => {
    const { access: bearer } = await arrive(backend);
    const patch = (json: unknown) => backend.request('PATCH', '/api/auth/me', { bearer, json });
    expect((await patch({ nickname: '小满 👩‍💻' })).status).to.equal(200);
    const both = await patch({ nickname: '李 明', avatar_url: 'https://pictures.test/a.png' });
    expect(both.body).to.include({ nickname: '李 明', avatar_url: 'https://pictures.test/a.png' });
    const read = await patch({ avatar_url: 'https://Pictures.test\\a/../b.png' });
    expect(read.body.avatar_url, 'as a browser reads it').to.equal('https://pictures.test/b.png');
    expect((await patch({ avatar_url: null })).body).to.include({ nickname: '李 明', avatar_url: null });
    expect((await patch({})).body).to.include({ nickname: '李 明' });
    const bad = [
      { nickname: '' },
      { nickname: ' ' },
      { nickname: 'a\u202eb' },
      { nickname: '李\u3164' },
      { nickname: 'a\nb' },
      { nickname: '字'.repeat(65) },
      { nickname: 1 },
      { avatar_url: 'http://pictures.test/a.png' },
      { avatar_url: 'javascript:alert(1)' },
      { avatar_url: 'https://' },
      { avatar_url: 'https://pictures.test@evil.test/a.png' },
      { avatar_url: 'https://:word@pictures.test/a.png' },
      { avatar_url: `https://pictures.test/${'"'.repeat(400)}` },
      { avatar_url: `https://pictures.test/${'a'.repeat(500)}` },
      { phone: '+8613800001234' },
      { status: 'active' },
    ];
    for (const json of bad) {
      const answer = await patch(json);
      expect(answer.status, JSON.stringify(json)).to.equal(400);
      expect(answer.body.error).to.equal('invalid_request');
    }
    expect((await backend.get('/api/auth/me', { bearer })).body).to.include({ nickname: '李 明', avatar_url: null });
  });

  it('accepts back the values that it returned from a provider’s profile, together or separately', async () => {
    const name = fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 4 }), fc.constantFrom(...pieces)), {
      maxLength: 40,
    });
    const picture = fc.oneof(
      fc.constantFrom(
        'http://thirdwx.qlogo.cn/mmopen/x/132',
        'https://thirdwx.qlogo.cn/图/132',
        '',
        'http://pictures.test/0',
      ),
      fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true }),
    );
    await fc.assert(
      fc.asyncProperty(name, picture, async (parts, headimgurl) => {
        const openid = fresh('web');
        nock(idp)
          .get('/sns/userinfo')
          .query(true)
          .reply(200, { openid, nickname: parts.join(''), headimgurl });
        const { access: bearer } = tokensOf(await signInWeb(backend, { openid }));
        const before = (await backend.get('/api/auth/me', { bearer })).body;
        const { nickname, avatar_url } = before;
        for (const json of [{ nickname, avatar_url }, { nickname }, { avatar_url }]) {
          const answer = await backend.request('PATCH', '/api/auth/me', { bearer, json });
          expect(answer.status, answer.text).to.equal(200);
          expect(answer.body).to.deep.equal(before);
        }
        // The history does not mention these requests, because they change nothing.
        const { text } = await backend.get('/api/auth/me/export', { bearer });
        expect(text).not.to.contain('profile_changed');
        nock.cleanAll();
      }),
      { numRuns: 40, includeErrorInReport: true },
    );
  });

  it("accepts the names that people have: joined emoji, flags made of tags, joiners of scripts, WeChat's old emoji", async () => {
    const { access: bearer } = await arrive(backend);
    for (const [given, kept] of cases<[string, string | undefined]>('profile', 'sent nicknames')) {
      for (const method of ['PATCH', 'PUT']) {
        const answer = await backend.request(method, '/api/auth/me', { bearer, json: { nickname: given } });
        expect(answer.status, JSON.stringify(given)).to.equal(kept === undefined ? 400 : 200);
        if (kept !== undefined) expect(answer.body.nickname).to.equal(kept);
      }
    }
  });

  it('deletes an account, so that the same person is a new user at the next login', async () => {
    const person = { openid: fresh('mini'), unionid: fresh('union') };
    const { access, refresh, userId } = tokensOf(await signInMini(backend, person));
    expect((await backend.request('DELETE', '/api/auth/me', { bearer: access })).status).to.equal(204);
    expectCode(await backend.get('/api/auth/me', { bearer: access }), 401, 'session_revoked');
    expect((await backend.post('/api/auth/refresh', { refresh_token: refresh })).status).to.equal(400);
    const again = await signInMini(backend, person);
    expect(again.body.user).to.include({ created: true });
    expect(tokensOf(again).userId).not.to.equal(userId);
  });

  it('removes the session keys of a deleted user, including those of past openids, before it answers', async function () {
    const { url } = await makeRedisRoom(this);
    const secret = 'planted-jwt-secret-of-at-least-32-bytes';
    const keyv = openKeyv({ url });
    const keys = createSessionKeyStore({ keyv, secret, previous: [] });
    const shared = await startBackend({ KEYV_URL: url });
    try {
      const unionid = fresh('union');
      const openids = [fresh('mini-of-before'), fresh('mini')];
      let bearer = '';
      for (const openid of openids) bearer = tokensOf(await signInMini(shared, { openid, unionid })).access;
      for (const openid of openids) expect(await keys.get(openid)).to.equal(sessionKey);
      expect((await shared.request('DELETE', '/api/auth/me', { bearer })).status).to.equal(204);
      for (const openid of openids) expect(await keys.get(openid)).to.equal(undefined);
    } finally {
      await shared.stop();
      await keyv.close();
    }
  });
});
