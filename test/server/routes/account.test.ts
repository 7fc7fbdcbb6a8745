// The account controller, from outside.
import { createCipheriv } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import nock from 'nock';
import { fresh, idp, signInMini, signInWeb, startBackend, tokensOf } from '../../support/login.ts';
import type { Answer, Backend } from '../../support/login.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { openKeyv } from '../../../server/stores/keyv.ts';
import { createSessionKeyStore } from '../../../server/stores/session-keys.ts';
import type { UserStatus } from '../../../server/types.ts';
import { makeRedisRoom } from '../../support/services.ts';

const sessionKey = 'tiihtNczf5v6AKRyjwEUhQ==';

/** What a mini-program hands over by the old method. */
function encryptPhone({ phone, appid = 'wx-mini', key = sessionKey }: { phone: string; appid?: string; key?: string }) {
  const iv = Buffer.alloc(16, 7);
  const cipher = createCipheriv('aes-128-cbc', Buffer.from(key, 'base64'), iv);
  const data = {
    phoneNumber: phone,
    purePhoneNumber: phone,
    countryCode: '86',
    watermark: { timestamp: 1_700_000_000, appid },
  };
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(data)), cipher.final()]);
  return { encrypted_data: encrypted.toString('base64'), iv: iv.toString('base64') };
}

function expectProblem(answer: Answer, status: number, code: string): void {
  expect(answer.body, answer.text).to.include({ status, code });
}

/** As the operator does it while the one process that holds the folder is stopped. */
async function setStatus(folder: string, { userId, status }: { userId: string; status: UserStatus }): Promise<void> {
  const place = { folder: path.join(folder, 'database'), clock: () => new Date(), report() {} };
  const database = await openDatabase(place);
  await database.users.update(userId, { status });
  await database.close();
}

describe('account controller', () => {
  let backend: Backend;
  before(async () => (backend = await startBackend()));
  after(() => backend.stop());
  afterEach(() => {
    nock.cleanAll();
  });
  const arrive = async () => tokensOf(await signInMini(backend, { openid: fresh('mini') }));

  it('asks for a token, says what is wrong with one, and names no error where none came', async () => {
    for (const [method, target] of [
      ['GET', '/api/auth/me'],
      ['PATCH', '/api/auth/me'],
      ['DELETE', '/api/auth/me'],
      ['GET', '/api/auth/sessions'],
      ['DELETE', '/api/auth/sessions/x'],
      ['POST', '/api/auth/logout'],
      ['POST', '/api/auth/logout-all'],
      ['POST', '/api/auth/idp/mini/phone'],
    ] as const) {
      const none = await backend.request(method, target);
      expectProblem(none, 401, 'access_token_missing');
      expect(none.headers.get('www-authenticate')).to.equal('Bearer');
      const bad = await backend.request(method, target, { bearer: 'a.b.c' });
      expectProblem(bad, 401, 'access_token_invalid');
      expect(bad.headers.get('www-authenticate')).to.equal('Bearer error="invalid_token"');
    }
    for (const scheme of ['Basic abc', 'Bearer', 'Bearer a b', 'bearer\ta']) {
      expectProblem(
        await backend.get('/api/auth/me', { headers: { Authorization: scheme } }),
        401,
        'access_token_invalid',
      );
    }
  });

  it('shows the account: channels, times, and the phone masked', async () => {
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

  it('changes name and picture, takes them away, and refuses what is none', async () => {
    const { access: bearer } = await arrive();
    const patch = (json: unknown) => backend.request('PATCH', '/api/auth/me', { bearer, json });
    expect((await patch({ nickname: '小满 👩‍💻'.replace('\u200d', '') })).status).to.equal(200);
    const both = await patch({ nickname: '李 明', avatar_url: 'https://pictures.test/a.png' });
    expect(both.body).to.include({ nickname: '李 明', avatar_url: 'https://pictures.test/a.png' });
    const read = await patch({ avatar_url: 'https://Pictures.test\\a/../b.png' });
    expect(read.body.avatar_url, 'as a browser reads it').to.equal('https://pictures.test/b.png');
    expect((await patch({ avatar_url: null })).body).to.include({ nickname: '李 明', avatar_url: null });
    expect((await patch({})).body).to.include({ nickname: '李 明' });
    const bad = [
      { nickname: '' },
      { nickname: ' a' },
      { nickname: 'a\u202eb' },
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

  it('lists the open sessions and ends one of them, at once', async () => {
    const person = { openid: fresh('mini') };
    const first = tokensOf(await signInMini(backend, person));
    const second = tokensOf(await signInMini(backend, person));
    const list = await backend.get('/api/auth/sessions', { bearer: second.access });
    const sessions = list.body.sessions as { id: string; current: boolean; channel: string; expires_at: string }[];
    expect(sessions).to.have.length(2);
    expect(sessions.filter(({ current }) => current)).to.have.length(1);
    const days = (Date.parse(sessions[0]!.expires_at) - Date.now()) / 86_400_000;
    expect(days, 'a session that is not refreshed ends with its refresh token').to.be.within(29, 30.01);
    const other = sessions.find(({ current }) => !current)!;
    const end = () => backend.request('DELETE', `/api/auth/sessions/${other.id}`, { bearer: second.access });
    expect((await end()).status).to.equal(204);
    expectProblem(await backend.get('/api/auth/me', { bearer: first.access }), 401, 'session_revoked');
    expectProblem(
      await backend.post('/api/auth/refresh', { refresh_token: first.refresh }),
      400,
      'refresh_token_revoked',
    );
    expectProblem(await end(), 404, 'not_found');
  });

  it("does not end somebody else's session", async () => {
    const one = await arrive();
    const two = await arrive();
    const { sessions } = (await backend.get('/api/auth/sessions', { bearer: one.access })).body as {
      sessions: { id: string }[];
    };
    for (const id of [sessions[0]!.id, 'nothing', '00000000-0000-4000-8000-000000000000']) {
      expectProblem(
        await backend.request('DELETE', `/api/auth/sessions/${id}`, { bearer: two.access }),
        404,
        'not_found',
      );
    }
    expect((await backend.get('/api/auth/me', { bearer: one.access })).status).to.equal(200);
  });

  it('signs out by the Bearer token or by the refresh token, as often as asked', async () => {
    const one = await arrive();
    for (let count = 0; count < 2; count += 1) {
      expect((await backend.request('POST', '/api/auth/logout', { bearer: one.access })).status).to.equal(204);
    }
    expectProblem(await backend.get('/api/auth/me', { bearer: one.access }), 401, 'session_revoked');
    const two = await arrive();
    const next = tokensOf(await backend.post('/api/auth/refresh', { refresh_token: two.refresh }));
    for (const token of [two.refresh, next.refresh]) {
      expect((await backend.post('/api/auth/logout', { refresh_token: token })).status).to.equal(204);
    }
    expectProblem(await backend.get('/api/auth/me', { bearer: next.access }), 401, 'session_revoked');
    expectProblem(await backend.post('/api/auth/logout', { refresh_token: 'garbage' }), 400, 'refresh_token_invalid');
  });

  it('signs out for good who is disabled: nothing comes back when the account is enabled again', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
    const schema = { DATA_DIR: folder };
    for (const by of ['access', 'refresh'] as const) {
      const one = await startBackend(schema);
      const { access, refresh, userId } = tokensOf(await signInMini(one, { openid: fresh('mini') }));
      await one.stop();
      await setStatus(folder, { userId, status: 'disabled' });
      const two = await startBackend(schema);
      expectProblem(await two.get('/api/auth/me', { bearer: access }), 403, 'account_disabled');
      const out = by === 'access' ? { bearer: access } : { json: { refresh_token: refresh } };
      expect((await two.request('POST', '/api/auth/logout', out)).status).to.equal(204);
      await two.stop();
      await setStatus(folder, { userId, status: 'active' });
      const three = await startBackend(schema);
      expectProblem(await three.get('/api/auth/me', { bearer: access }), 401, 'session_revoked');
      expectProblem(await three.post('/api/auth/refresh', { refresh_token: refresh }), 400, 'refresh_token_revoked');
      await three.stop();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('lists sessions in pages that nothing shifts, and refuses other cursors and limits', async () => {
    const person = { openid: fresh('mini') };
    const tokens = [];
    for (let count = 0; count < 5; count += 1) tokens.push(tokensOf(await signInMini(backend, person)));
    const bearer = tokens[0]!.access;
    const read = async (query: string) => {
      const { body } = await backend.get(`/api/auth/sessions${query}`, { bearer });
      return body as { next_cursor?: string; sessions: { id: string; current: boolean; created_at: string }[] };
    };
    const all = await read('');
    expect(all).not.to.have.property('next_cursor');
    const times = all.sessions.map(({ created_at }) => created_at);
    expect(times, 'the newest first').to.deep.equal(times.toSorted().reverse());
    const ids: string[] = [];
    let page = await read('?limit=2');
    ids.push(...page.sessions.map(({ id }) => id));
    // One that begins, and one of a page that was given, which ends, move nothing.
    await signInMini(backend, person);
    await backend.request('DELETE', `/api/auth/sessions/${ids[1]}`, { bearer });
    while (page.next_cursor !== undefined) {
      page = await read(`?limit=2&cursor=${page.next_cursor}`);
      ids.push(...page.sessions.map(({ id }) => id));
    }
    expect(ids).to.deep.equal(all.sessions.map(({ id }) => id));
    for (const query of ['limit=0', 'limit=101', 'limit=ten', 'limit=-1', 'limit=1e1', 'cursor=x', 'cursor=MTIz']) {
      expectProblem(await backend.get(`/api/auth/sessions?${query}`, { bearer }), 400, 'malformed_parameter');
    }
    expectProblem(await backend.get('/api/auth/sessions?limit=1&limit=2', { bearer }), 400, 'duplicate_parameter');
  });

  it('signs out everywhere', async () => {
    const person = { openid: fresh('mini') };
    const all = [tokensOf(await signInMini(backend, person)), tokensOf(await signInMini(backend, person))];
    expect((await backend.request('POST', '/api/auth/logout-all', { bearer: all[0]!.access })).status).to.equal(204);
    for (const { access } of all)
      expectProblem(await backend.get('/api/auth/me', { bearer: access }), 401, 'session_revoked');
  });

  it('lets a person leave, who is somebody new when coming again', async () => {
    const person = { openid: fresh('mini'), unionid: fresh('union') };
    const { access, refresh, userId } = tokensOf(await signInMini(backend, person));
    expect((await backend.request('DELETE', '/api/auth/me', { bearer: access })).status).to.equal(204);
    expectProblem(await backend.get('/api/auth/me', { bearer: access }), 401, 'session_revoked');
    expect((await backend.post('/api/auth/refresh', { refresh_token: refresh })).status).to.equal(400);
    const again = await signInMini(backend, person);
    expect(again.body.user).to.include({ created: true });
    expect(tokensOf(again).userId).not.to.equal(userId);
  });

  it('forgets the session keys of who leaves, past openids too, before it answers', async function () {
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

  describe('limits', () => {
    let limited: Backend;
    before(async () => (limited = await startBackend({ LIMIT_ACCOUNT_PER_MINUTE: '4', LIMIT_PHONE_PER_MINUTE: '2' })));
    after(() => limited.stop());
    const arriveLimited = async () => tokensOf(await signInMini(limited, { openid: fresh('mini') }));

    it('count the signed-in calls of a user over all sessions, before the work', async () => {
      const person = { openid: fresh('mini') };
      const one = tokensOf(await signInMini(limited, person));
      const two = tokensOf(await signInMini(limited, person));
      const calls = [
        () => limited.get('/api/auth/me', { bearer: one.access }),
        () => limited.request('PATCH', '/api/auth/me', { bearer: two.access, json: { nickname: '甲' } }),
        () => limited.get('/api/auth/sessions', { bearer: one.access }),
        () => limited.request('PUT', '/api/auth/me', { bearer: one.access, json: { nickname: '乙' } }),
      ];
      for (const call of calls) expect((await call()).status).to.equal(200);
      for (const call of [...calls, () => limited.request('DELETE', '/api/auth/me', { bearer: one.access })]) {
        const answer = await call();
        expectProblem(answer, 429, 'rate_limited_user');
        expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 60);
      }
      const somebody = await arriveLimited();
      expect((await limited.get('/api/auth/me', { bearer: somebody.access })).status).to.equal(200);
    });

    it('never count signing out and the end of sessions', async () => {
      const person = { openid: fresh('mini') };
      const thief = tokensOf(await signInMini(limited, person));
      const own = tokensOf(await signInMini(limited, person));
      const list = await limited.get('/api/auth/sessions', { bearer: own.access });
      const { id } = (list.body.sessions as { id: string; current: boolean }[]).find(({ current }) => !current)!;
      for (let count = 0; count < 5; count += 1) await limited.get('/api/auth/me', { bearer: thief.access });
      expect((await limited.get('/api/auth/me', { bearer: own.access })).status).to.equal(429);
      const end = await limited.request('DELETE', `/api/auth/sessions/${id}`, { bearer: own.access });
      expect(end.status).to.equal(204);
      expectProblem(await limited.get('/api/auth/me', { bearer: thief.access }), 401, 'session_revoked');
      expect((await limited.request('POST', '/api/auth/logout', { bearer: own.access })).status).to.equal(204);
      const last = tokensOf(await signInMini(limited, person));
      expect((await limited.request('POST', '/api/auth/logout-all', { bearer: last.access })).status).to.equal(204);
    });

    it('let few calls through to the provider, whose phone numbers cost money', async () => {
      const { access: bearer } = await arriveLimited();
      nock(idp).post('/cgi-bin/stable_token').reply(200, { access_token: 'global', expires_in: 7200 });
      const asked = nock(idp)
        .post('/wxa/business/getuserphonenumber')
        .query(true)
        .times(9)
        .reply(200, { errcode: 40029, errmsg: 'invalid code' });
      const statuses: number[] = [];
      for (let count = 0; count < 3; count += 1) {
        statuses.push((await limited.post('/api/auth/idp/mini/phone', { code: fresh('guess') }, { bearer })).status);
      }
      expect(statuses).to.deep.equal([400, 400, 429]);
      expect(asked.pendingMocks()[0], 'the third did not go out').not.to.equal(undefined);
      const old = await limited.post('/api/auth/idp/mini/phone', encryptPhone({ phone: '13800001234' }), { bearer });
      expect(old.status, 'the old method asks nobody').to.equal(200);
    });
  });

  describe('POST /api/auth/idp/mini/phone', () => {
    it('takes the number behind a code, E.164, with the global token, once', async () => {
      const { access: bearer } = await arrive();
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
      expectProblem(
        await backend.post('/api/auth/idp/mini/phone', { code: 'phone-code' }, { bearer }),
        400,
        'phone_rejected',
      );
    });

    it('gives one and the same error for a wrong watermark, a stale key and garbage', async () => {
      const { access: bearer } = await arrive();
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
      expectProblem(answers[0]!, 400, 'phone_rejected');
    });

    it('says that the key is gone to who has none, and names what is missing', async () => {
      const { access: bearer } = tokensOf(await signInWeb(backend, { openid: fresh('web') }));
      expectProblem(
        await backend.post('/api/auth/idp/mini/phone', encryptPhone({ phone: '1' }), { bearer }),
        400,
        'session_key_stale',
      );
      expectProblem(await backend.post('/api/auth/idp/mini/phone', {}, { bearer }), 400, 'missing_parameter');
      expectProblem(
        await backend.post('/api/auth/idp/mini/phone', { iv: 'AAAA' }, { bearer }),
        400,
        'missing_parameter',
      );
    });
  });
});
