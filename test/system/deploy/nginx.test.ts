// The shipped nginx.conf in front of three instances: one origin, nothing public by mistake, one user base.
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:tls';
import { host, install, makeSecret, send, sendPlain, someAddress } from './installation.ts';
import type { Answer, Call, Installation } from './installation.ts';

/** Whether an open file of a process is a socket (Linux). A file that is being closed does not count. */
function isSocket(pid: number, fd: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:');
  } catch {
    return false;
  }
}

describe('the shipped nginx.conf', () => {
  let installation: Installation;
  const get = (target: string, call?: Call): Promise<Answer> =>
    send(installation.nginx.https, 'GET', target, { from: someAddress(), ...call });
  const post = (target: string, json: unknown, call?: Call): Promise<Answer> =>
    send(installation.nginx.https, 'POST', target, { from: someAddress(), json, ...call });
  const signIn = (person: string = randomUUID(), call?: Call): Promise<Answer> =>
    post('/api/auth/idp/mini/login', { code: `${person}~${randomUUID()}` }, call);
  /** Which instances answered, by the access log. */
  const instancesOf = (answers: readonly Answer[]): Set<string> => {
    const lines = installation.nginx
      .accessLog()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { request_id: string; upstream: string });
    const ids = new Set(answers.map(({ headers }) => headers['x-request-id']));
    return new Set(lines.filter(({ request_id: id }) => ids.has(id)).map(({ upstream }) => upstream));
  };

  before(async function () {
    installation = await install(this, { JWT_SECRET: makeSecret() });
  });
  after(() => installation?.remove());

  it('serves the site, with its security headers, types and 404 page', async () => {
    const page = await get('/');
    expect(page.status).to.equal(200);
    expect(page.text).to.contain('home');
    expect(page.headers).to.include({
      'content-type': 'text/html; charset=utf-8',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': "frame-ancestors 'self'",
      server: 'nginx',
    });
    expect((await get('/api/posts/one.md')).headers['content-type']).to.equal('text/markdown; charset=utf-8');
    expect((await get('/api/index.json')).headers['content-type']).to.equal('application/json; charset=utf-8');
    const folder = await get('/posts/one');
    expect(folder.status).to.equal(301);
    expect(folder.headers.location).to.equal('/posts/one/');
    const absent = await get('/absent');
    expect(absent.status).to.equal(404);
    expect(absent.text).to.contain('nothing here');
    expect(absent.headers).to.include({ 'x-content-type-options': 'nosniff' });
    expect((await post('/', {})).status).to.equal(403);
  });

  it('redirects plain HTTP to its own name, and serves no other name', async () => {
    const { http, https } = installation.nginx;
    const { status, headers } = await sendPlain(http, '/posts/one/?a=b', { Host: 'example.com' });
    expect(status).to.equal(308);
    expect(headers.location).to.equal('https://example.com/posts/one/?a=b');
    const refused = await sendPlain(http, '/', { Host: 'evil.example' }).catch((error: Error) => error);
    expect(refused).to.be.instanceOf(Error);
    const misled = await send(https, 'GET', '/', { headers: { Host: 'evil.example' } }).catch((error: Error) => error);
    expect(misled).to.satisfy((outcome: Answer | Error) => outcome instanceof Error || outcome.status >= 400);
  });

  it('keeps /metrics, /healthz and /readyz from the public, however they are spelled', async () => {
    const { port } = installation.instances[0]!;
    for (const name of ['metrics', 'healthz', 'readyz']) {
      expect((await fetch(`http://127.0.0.1:${port}/${name}`)).status, 'on the instance').to.equal(200);
      for (const spelling of [
        `/${name}`,
        `/api/auth/../../${name}`,
        `/api/auth/%2e%2e/%2e%2e/${name}`,
        `/api/auth/..%2f..%2f${name}`,
        `/api/auth/%2e%2e%2f%2e%2e%2f${name}`,
        `/api/auth//../../${name}`,
        `/api/auth/;/../../${name}`,
        `//${name}`,
        `/api/auth/..\\..\\${name}`,
      ]) {
        const { status, text } = await get(spelling);
        expect(status, spelling).to.be.within(400, 404);
        expect(text, spelling).not.to.match(/duplex_|"status":"(ok|ready)"/);
      }
    }
  });

  it('passes answers of the login service on unchanged and uncached', async () => {
    const answer = await signIn();
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.headers).to.include({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'strict-transport-security': 'max-age=31536000',
      'referrer-policy': 'no-referrer',
    });
    expect(answer.headers['content-security-policy']).to.equal("default-src 'none'; frame-ancestors 'none'");
    expect(answer.headers['x-request-id']).to.match(/^[0-9a-f]{32}$/);
    const me = { bearer: String(answer.body.access_token) };
    expect((await get('/api/auth/me', me)).status).to.equal(200);
    expect((await get('/api/auth/me')).body.code).to.equal('access_token_missing');
    expect((await get('/openapi.json')).body).to.have.property('openapi');
  });

  it('gives each request a new id, and ignores the client’s id', async () => {
    const { headers } = await get('/api/auth/me', { headers: { 'X-Request-Id': 'somebody-elses-request' } });
    expect(headers['x-request-id']).to.match(/^[0-9a-f]{32}$/);
  });

  it('answers a body over 8 KiB with the same error, whether the service or nginx refuses the body', async () => {
    for (const size of [9_000, 100_000]) {
      const { status, body, headers } = await post('/api/auth/refresh', { refresh_token: 'x'.repeat(size) });
      expect(status).to.equal(413);
      expect(body).to.include({ status: 413, error: 'too_large', code: 'too_large' });
      expect(body.request_id).to.equal(headers['x-request-id']);
      expect(headers).to.include({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
    }
  });

  it('lets any instance accept a state that another instance stored, but only once', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const state = randomUUID();
      const began = await get(`/api/auth/idp/web/login?state=${state}`);
      expect(began.status).to.equal(302);
      const target = `/api/auth/idp/web/callback?code=${randomUUID()}~&state=${state}`;
      const answers = await Promise.all([1, 2, 3].map(() => get(target)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400]);
      for (const instance of instancesOf([began, ...answers])) seen.add(instance);
    }
    expect(seen.size, 'all three took part').to.equal(3);
  });

  it('returns the same successor of a token from all three instances that refresh it at the same time', async () => {
    const { body } = await signIn();
    const json = { refresh_token: body.refresh_token };
    const answers = await Promise.all(Array.from({ length: 24 }, () => post('/api/auth/refresh', json)));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).to.equal(1);
    expect(instancesOf(answers).size).to.equal(3);
  });

  it('counts logins by the client’s real address, over all instances', async () => {
    const from = someAddress();
    const claims = Array.from({ length: 64 }, (_, index) => ({
      'X-Forwarded-For': `203.0.113.${index}`,
      'X-Real-IP': `203.0.113.${index}`,
      Forwarded: `for=203.0.113.${index}`,
      'X-Forwarded-Host': 'evil.example',
    }));
    const answers = await Promise.all(claims.map((headers) => signIn(randomUUID(), { from, headers })));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(60);
    expect(answers.filter(({ body }) => body.code === 'rate_limited_address')).to.have.length(4);
    expect(instancesOf(answers).size).to.equal(3);
    expect((await signIn()).status, 'somebody at another address').to.equal(200);
  });

  it('counts clients separately, even if they claim the same address', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.77' };
    const answers = await Promise.all(Array.from({ length: 14 }, () => signIn(randomUUID(), { headers })));
    expect(answers.every(({ status }) => status === 200)).to.equal(true);
  });

  it('counts logins of a person over all instances', async () => {
    const person = randomUUID();
    const answers = await Promise.all(Array.from({ length: 24 }, () => signIn(person)));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(20);
    expect(answers.filter(({ body }) => body.code === 'rate_limited_user')).to.have.length(4);
  });

  it('waits for slow clients itself, so that no instance has to', async () => {
    const { https } = installation.nginx;
    const head = `POST /api/auth/refresh HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`;
    const slow = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const socket = connect({ port: https, host: '127.0.0.1', servername: host, rejectUnauthorized: false });
        await once(socket, 'secureConnect');
        await new Promise((resolve) => socket.write(head, resolve));
        return socket;
      }),
    );
    expect((await signIn()).status).to.equal(200);
    const connections = await Promise.all(
      installation.instances.map(
        ({ child }) => readdirSync(`/proc/${child.pid}/fd`).filter((fd) => isSocket(child.pid!, fd)).length,
      ),
    );
    for (const socket of slow) socket.destroy();
    expect(Math.max(...connections), 'connections of an instance').to.be.below(100);
  });

  it('writes no code, no state and no token into its logs, even when no instance answers', async () => {
    const { instances, nginx } = installation;
    const { body } = await signIn();
    await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
    const callback = await get('/api/auth/idp/web/callback?code=planted-code&state=planted-state', {
      headers: { Referer: 'https://example.com/?planted-referrer' },
    });
    expect(callback.status).to.equal(503);
    expect(callback.body).to.include({ status: 503, error: 'temporarily_unavailable', code: 'shutting_down' });
    expect(callback.body.request_id).to.equal(callback.headers['x-request-id']);
    expect(callback.headers).to.include({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
    expect(callback.headers['retry-after']).to.match(/^\d+$/);
    const refresh = await post('/api/auth/refresh', { refresh_token: body.refresh_token });
    expect(refresh.status).to.equal(503);
    const logs = nginx.logs();
    expect(logs).to.contain('/api/auth/idp/web/callback').and.not.contain('planted');
    expect(logs).to.not.contain(String(body.refresh_token));
  });
});
