// POST /api/auth/introspect, from outside.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import nock from 'nock';
import { startBackend } from '../../support/login.ts';
import type { Answer, Backend } from '../../support/login.ts';
import { arrive, expectCode, expectProblem, setStatus } from './asking.ts';

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const secret = 'of-the-comments+service%';

describe('POST /api/auth/introspect', () => {
  let backend: Backend;
  before(async () => {
    const services = [
      `comments:${digestOf('an older one')}`,
      `comments:${digestOf(secret)}`,
      `shop:${digestOf('of-the-shop')}`,
      `shop:${digestOf('%41-of-the-shop')}`,
    ];
    backend = await startBackend({ INTROSPECTION_SERVICES: services.join(), LIMIT_SERVICE_PER_MINUTE: '20' });
  });
  after(() => backend.stop());
  afterEach(() => nock.cleanAll());

  const basic = (name: string, word: string): string => `Basic ${Buffer.from(`${name}:${word}`).toString('base64')}`;
  const ask = (token: string, Authorization = basic('comments', secret)): Promise<Answer> =>
    backend.request('POST', '/api/auth/introspect', { form: { token }, headers: { Authorization } });

  it('returns the user and the expiry of a token to a registered service', async () => {
    const { access, userId } = await arrive(backend);
    const { iat, exp, sid, iss } = JSON.parse(Buffer.from(access.split('.')[1]!, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    const active = { active: true, token_type: 'Bearer', iss, aud: iss, sub: userId, sid, iat, exp };
    expect((await ask(access)).body).to.deep.equal(active);
    for (const authorization of [basic('comments', 'an older one'), basic('comments', encodeURIComponent(secret))])
      expect((await ask(access, authorization)).body.active, authorization).to.equal(true);
  });

  it('accepts a secret as it is, even if it looks encoded, and encoded like a form or like a URL', async () => {
    for (const [name, word] of [
      ['shop', '%41-of-the-shop'],
      ['shop', encodeURIComponent('%41-of-the-shop')],
      ['shop', 'of%2Dthe%2Dshop'],
      ['%73hop', 'of-the-shop'],
      ['comments', 'an+older+one'],
      ['comments', 'an%20older%20one'],
    ] as const)
      expect((await ask('x', basic(name, word))).text, word).to.equal('{"active":false}');
    expectCode(await ask('x', basic('shop', 'A-of-the-shop')), 401, 'service_unknown');
  });

  it('returns only `active: false` for invalid tokens, including the token of a session that has just ended', async () => {
    const { access, refresh } = await arrive(backend);
    expect((await backend.post('/api/auth/logout', { refresh_token: refresh })).status).to.equal(204);
    const tokens = [access, refresh, (await arrive(backend)).refresh, 'a.b.c', '雾', 'x'.repeat(5000), `${access}x`];
    for (const token of tokens) expect((await ask(token)).text, token.slice(0, 9)).to.equal('{"active":false}');
  });

  const refusalOf = async (authorization: string, form: Readonly<Record<string, string>> = {}): Promise<string> => {
    const token = (await arrive(backend)).access;
    const headers = { Authorization: authorization };
    const answer = await backend.request('POST', '/api/auth/introspect', { form: { token, ...form }, headers });
    expectProblem(answer, 401, ['invalid_client', 'service_unknown']);
    expect(answer.headers.get('www-authenticate')).to.match(/^Basic realm=/);
    return String(answer.body.detail);
  };

  it('returns only `active: false` for the token of a disabled account', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
    const env = { DATA_DIR: folder, INTROSPECTION_SERVICES: `comments:${digestOf(secret)}` };
    const one = await startBackend(env);
    const { access, userId } = await arrive(one);
    await one.stop();
    await setStatus(folder, { userIds: [userId], status: 'disabled' });
    const two = await startBackend(env);
    const headers = { Authorization: basic('comments', secret) };
    const answer = await two.request('POST', '/api/auth/introspect', { form: { token: access }, headers });
    expect(answer.text).to.equal('{"active":false}');
    await two.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuses a service with the same words, whether its name or its secret is wrong', async () => {
    const details = [];
    for (const authorization of [basic('nobody', secret), basic('comments', 'wrong'), basic('shop', secret)]) {
      details.push(await refusalOf(authorization));
    }
    expect([...new Set(details)]).to.deep.equal(['The service is not registered, or its secret is wrong.']);
  });

  it('names its method of authentication to clients that use another method', async () => {
    const inBody = { client_id: 'comments', client_secret: secret };
    for (const detail of [await refusalOf('', inBody), await refusalOf('Bearer x'), await refusalOf('Basic')]) {
      expect(detail).to.contain('HTTP Basic (client_secret_basic)').and.not.contain(secret);
    }
  });

  it('requires a form with one token, of at most 8 KiB', async () => {
    const headers = { Authorization: basic('shop', 'of-the-shop') };
    const send = (call: object): Promise<Answer> =>
      backend.request('POST', '/api/auth/introspect', { headers, ...call });
    expectCode(await send({}), 400, 'missing_parameter');
    expectCode(await send({ json: { token: 'a' } }), 415, 'unsupported_media_type');
    expectCode(await send({ form: { 'token[]': 'a' } }), 400, 'malformed_parameter');
    expectCode(await send({ form: { token: 'x'.repeat(9000) } }), 413, 'too_large');
  });

  it('limits each service separately', async () => {
    const codes = await Promise.all(Array.from({ length: 30 }, () => ask('x', basic('shop', 'of-the-shop'))));
    const refused = codes.filter(({ status }) => status === 429);
    expect(refused).to.have.length.above(9);
    expectCode(refused[0]!, 429, 'rate_limited_service');
    expect((await ask('x')).status).to.equal(200);
  });
});
