import { expect } from 'chai';
import { networkInterfaces } from 'node:os';
import http from 'node:http';
import { once } from 'node:events';
import { startStandIn } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';
import { cases } from '../../support/cases.ts';

describe("the stand-in's guard", () => {
  let standIn: StandIn;
  beforeEach(async () => {
    standIn = await startStandIn({ address: '0.0.0.0' });
  });
  afterEach(() => standIn.stop());

  const getStatus = async (headers: Record<string, string>, target = '/sandbox/client/style.css'): Promise<number> =>
    (await standIn.request('GET', target, { headers })).status;
  const postStatus = async (headers: Record<string, string>): Promise<number> =>
    (await standIn.request('POST', '/sandbox/mini/login', { headers, json: { person: 'lin' } })).status;

  it('serves loopback names', async () => {
    for (const host of [
      'localhost',
      `localhost:${standIn.port}`,
      '127.0.0.1:3000',
      '127.1.2.3',
      '[::1]:3000',
      'LOCALHOST',
    ]) {
      expect(await getStatus({ Host: host }), host).to.equal(200);
    }
  });

  it('refuses other names, so that a page whose domain is pointed at this machine can read nothing', async () => {
    const strangers = cases<string>('guard', 'strangers');
    for (const host of strangers) {
      for (const target of ['/sandbox/client/style.css', '/sandbox/sns/userinfo', '/sandbox/people/lin.svg']) {
        expect(await getStatus({ Host: host }, target), `${host} ${target}`).to.equal(403);
      }
    }
  });

  it('refuses other machines', async function () {
    const address = Object.values(networkInterfaces())
      .flat()
      .find((candidate) => candidate?.family === 'IPv4' && !candidate.internal)?.address;
    if (address === undefined) return this.skip();
    const request = http.get({
      host: address,
      port: standIn.port,
      path: '/sandbox/client/style.css',
      headers: { Host: 'localhost' },
    });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    answer.resume();
    expect(answer.statusCode).to.equal(403);
  });

  it('refuses requests through a proxy', async () => {
    expect(await getStatus({ 'X-Forwarded-For': '203.0.113.5' })).to.equal(403);
    expect(await getStatus({ 'X-Forwarded-For': '127.0.0.1, 203.0.113.5' })).to.equal(403);
    expect(await getStatus({ 'X-Real-IP': '203.0.113.5' })).to.equal(403);
    for (const forwarded of ['for=203.0.113.5', 'for=127.0.0.1', '127.0.0.1']) {
      expect(await getStatus({ Forwarded: forwarded }), forwarded).to.equal(403);
    }
    expect(await getStatus({ 'X-Forwarded-For': '127.0.0.1' })).to.equal(200);
  });

  it('accepts changes by programs and by its own pages', async () => {
    expect(await postStatus({})).to.equal(200);
    expect(await postStatus({ Origin: standIn.origin, 'Sec-Fetch-Site': 'same-origin' })).to.equal(200);
    expect(await postStatus({ 'Sec-Fetch-Site': 'none' })).to.equal(200);
  });

  it('refuses changes by pages of other sites', async () => {
    expect(await postStatus({ Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' })).to.equal(403);
    expect(await postStatus({ Origin: 'https://evil.test' })).to.equal(403);
    expect(await postStatus({ Origin: 'null' })).to.equal(403);
    expect(await postStatus({ Origin: 'http://localhost:1', 'Sec-Fetch-Site': 'same-site' })).to.equal(403);
    for (const site of ['cross-site', 'same-site']) {
      expect(await postStatus({ 'Sec-Fetch-Site': site }), site).to.equal(403);
    }
  });

  it('gives the reason of a refusal', async () => {
    const { body } = await standIn.request('GET', '/sandbox/client/style.css', { headers: { Host: 'evil.test' } });
    expect(body).to.deep.equal({ error: 'sandbox', message: 'the Host of the stand-in must be localhost' });
  });

  it('handles only its own paths', async () => {
    for (const target of ['/', '/sandboxes', '/api/auth/me', '/logins']) {
      const { status, text } = await standIn.request('GET', target, { headers: { Host: 'anybody.test' } });
      expect(status).to.equal(200);
      expect(text).to.equal('passed on');
    }
  });

  it('sends responses that no cache may store and no other origin may read', async () => {
    const { headers } = await standIn.request('GET', '/sandbox/client/style.css', {
      headers: { Origin: 'https://evil.test' },
    });
    expect(headers).to.include({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(headers).not.to.have.property('access-control-allow-origin');
  });
});
