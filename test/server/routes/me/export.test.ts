// GET /api/auth/me/export, and the audit trail that it shows, from outside.
import { expect } from 'chai';
import nock from 'nock';
import pg from 'pg';
import { fresh, signInByPage, signInMini, signInWeb, startBackend, tokensOf } from '../../../support/login.ts';
import type { Backend } from '../../../support/login.ts';
import { makeSchema } from '../../../support/services.ts';
import type { Schema } from '../../../support/services.ts';
import { encryptPhone, expectCode } from '../asking.ts';

type Kept = {
  readonly history: readonly Record<string, unknown>[];
  readonly sessions: readonly { readonly id: string }[];
};
const wechat =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36 MicroMessenger/8.0.60';
const phone = { headers: { 'X-Forwarded-For': '203.0.113.77', 'User-Agent': wechat } };

describe('GET /api/auth/me/export', () => {
  let schema: Schema;
  let tables: pg.Client;
  let backend: Backend;
  before(async function () {
    schema = await makeSchema(this);
    tables = new pg.Client({ connectionString: schema.url });
    await tables.connect();
    backend = await startBackend({
      DATABASE_URL: schema.url,
      TRUSTED_PROXY_HOPS: '1',
      AUDIT_ADDRESS: '1',
      LIMIT_PHONE_PER_MINUTE: '5',
      LOGIN_RETURN_URL: 'https://login.test/login/',
    });
  });
  after(async () => {
    await backend?.stop();
    await tables?.end();
    await schema?.drop();
  });
  afterEach(() => nock.cleanAll());
  const collect = async (bearer: string): Promise<Kept> =>
    (await backend.get('/api/auth/me/export', { bearer })).body as unknown as Kept;

  it('returns everything that is stored, but tells about identifiers only whether they are present', async () => {
    const unionid = fresh('union');
    for (const openid of [fresh('mini-of-before'), fresh('mini')]) await signInMini(backend, { openid, unionid });
    const { access: bearer, userId } = tokensOf(await signInWeb(backend, { openid: fresh('web'), unionid }));
    await backend.post('/api/auth/idp/mini/phone', encryptPhone({ phone: '13800001234' }), { bearer });
    const { body, text } = await backend.get('/api/auth/me/export', { bearer });
    expect(body.account).to.include({ id: userId, phone: '+8613800001234', nickname: null });
    const present = { unionid: true, web_openid: true, mini_openid: true, past: ['mini_openid'] };
    expect(body.identifiers).to.deep.equal(present);
    expect(body.sessions).to.have.lengthOf(3);
    for (const word of [unionid, 'mini-', 'web-', 'planted', 'session_key']) expect(text).not.to.contain(word);
  });

  it('returns more records than fit on a page, at most five times a minute', async () => {
    const { access: bearer, userId } = tokensOf(await signInMini(backend, { openid: fresh('mini') }));
    const rows =
      "select gen_random_uuid(), now() - interval '1 day', 'profile_changed', $1 from generate_series(1, 2500)";
    await tables.query(`insert into audit (id, happened_at, event, user_id) ${rows}`, [userId]);
    for (let count = 0; count < 5; count += 1) expect((await collect(bearer)).history).to.have.lengthOf(2502);
    expectCode(await backend.get('/api/auth/me/export', { bearer }), 429, 'rate_limited_user');
  });

  it('lists sign-ins, refusals and sign-outs with time, channel, session, program and network', async () => {
    const person = { openid: fresh('mini') };
    const { access: bearer, refresh } = tokensOf(await signInMini(backend, person, phone));
    const others = tokensOf(await signInMini(backend, person));
    expect((await backend.post('/api/auth/logout', { refresh_token: others.refresh }, phone)).status).to.equal(204);
    for (let count = 0; count < 3; count += 1)
      expectCode(
        await backend.post('/api/auth/refresh', { refresh_token: others.refresh }, phone),
        400,
        'refresh_token_revoked',
      );
    await backend.post('/api/auth/refresh', { refresh_token: refresh });
    const { history, sessions } = await collect(bearer);
    const facts = history.map(({ event, channel, agent, network }) => [event, channel, agent, network].join(' '));
    expect(facts).to.deep.equal([
      'refresh_refused  WeChat on Android 203.0.113.0/24',
      'session_revoked mini WeChat on Android 203.0.113.0/24',
      'signed_in mini another program 127.0.0.0/24',
      'signed_in mini WeChat on Android 203.0.113.0/24',
      'user_created mini WeChat on Android 203.0.113.0/24',
    ]);
    expect(history.slice(0, 4).map(({ session_id: id }) => sessions.findIndex((each) => each.id === id))).to.deep.equal(
      [0, 0, 0, 1],
    );
  });

  it('records refused logins of unknown users, and anonymizes records after a deletion', async () => {
    const { rows: before } = await tables.query("select from audit where event = 'login_refused'");
    expectCode(
      await backend.post('/api/auth/idp/web/code', { code: 'x', state: fresh('state') }),
      400,
      'state_unknown',
    );
    const { access: bearer } = tokensOf(await signInByPage(backend, { openid: fresh('web') }));
    const [{ session_id: id }] = (await collect(bearer)).history as [{ session_id: string }];
    expect((await backend.request('DELETE', '/api/auth/me', { bearer })).status).to.equal(204);
    const { rows } = await tables.query("select details from audit where event = 'login_refused'");
    expect(rows)
      .to.have.lengthOf(before.length + 1)
      .and.deep.include({ details: { code: 'state_unknown' } });
    const { rowCount } = await tables.query('select from audit where session_id = $1', [id]);
    expect(rowCount).to.equal(0);
  });

  it('begins no session if its audit record cannot be written, for new and known users, on both channels', async () => {
    const known = { openid: fresh('mini') };
    await signInMini(backend, known);
    const count = async (): Promise<string> => {
      const { rows } = await tables.query(
        'select (select count(*) from sessions) || $1 || (select count(*) from users) as counts',
        [' sessions, users: '],
      );
      return (rows as [{ counts: string }])[0].counts;
    };
    const before = await count();
    await tables.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'planted'; end $$;
      create trigger refuse before insert on audit for each row execute function refuse()`);
    for (const person of [known, { openid: fresh('mini') }])
      expectCode(await signInMini(backend, person), 500, 'internal');
    for (const signIn of [signInWeb, signInByPage])
      expectCode(await signIn(backend, { openid: fresh('web') }), 500, 'internal');
    await tables.query('drop trigger refuse on audit');
    expect(await count()).to.equal(before);
    tokensOf(await signInMini(backend, known));
  });

  it('signs nobody in while the database is down, because the audit record would be missing', async () => {
    await tables.query(`create or replace function refuse() returns trigger language plpgsql as
        $$ begin raise 'planted' using errcode = '57P01'; end $$;
      create trigger refuse before insert on audit for each row execute function refuse()`);
    expect((await signInMini(backend, { openid: fresh('mini') })).status).to.equal(503);
    await tables.query('drop trigger refuse on audit');
  });
});
