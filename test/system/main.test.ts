// The process: its messages at the start, the data that survives a kill, how it ends.
import { expect } from 'chai';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run, start } from '../support/command.ts';
import { freePort } from '../support/ports.ts';
import { startServer } from '../support/processes.ts';
import type { Running } from '../support/processes.ts';

describe('node server', () => {
  let folder: string;
  let provider: Server;
  let env: Record<string, string>;
  let held: (() => void)[];
  /** A process that a failed test leaves running would lock the folder. */
  let running: Running[] = [];

  const begin = async (env: Record<string, string>): Promise<Running> => {
    const server = await startServer(env);
    running.push(server);
    return server;
  };

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
    held = [];
    // A provider that knows everybody: the openid is the code. It delays its answers to codes that begin with "slow".
    provider = createServer((request, response) => {
      const code = new URL(request.url!, 'http://idp').searchParams.get('js_code');
      const answer = (): void =>
        void response.end(JSON.stringify({ session_key: 'tiihtNczf5v6AKRyjwEUhQ==', openid: `o-${code}` }));
      if (code?.startsWith('slow')) held.push(answer);
      else answer();
    }).listen(0, '127.0.0.1');
    await once(provider, 'listening');
    env = {
      DATA_DIR: folder,
      // The issuer of the tokens must stay the same, although the port differs each time.
      BASE_URL: 'http://localhost:3000',
      IDP_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
      LIMIT_ADDRESS_PER_MINUTE: '0',
      LIMIT_ADDRESS_FAILURES_PER_MINUTE: '0',
      LIMIT_USER_PER_HOUR: '0',
    };
  });
  afterEach(async () => {
    await Promise.all(running.map((server) => server.stop('SIGKILL')));
    running = [];
  });
  after(() => {
    provider.close();
    rmSync(folder, { recursive: true, force: true });
  });

  type Tokens = { readonly refresh_token: string; readonly user: { readonly id: string } };

  /** The token answer, or undefined. */
  const post = async (address: string, body: unknown): Promise<Tokens | undefined> => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.ok ? ((await answer.json()) as Tokens) : undefined;
  };
  const login = (origin: string, code: string) => post(`${origin}/api/auth/idp/mini/login`, { code });

  it('refuses to start a second process on the same folder, and names the holder', async () => {
    const first = await begin(env);
    const { code, stderr } = await run(['server'], { env: { ...env, PORT: String(await freePort()) } });
    expect(code).to.equal(1);
    expect(stderr).to.contain(String(first.child.pid)).and.contain('DATA_DIR');
    expect(stderr).not.to.match(/\n\s+at /);
  });

  it('keeps a connection longer than proxies do, so that they never send a request on a closing one', async () => {
    const answer = await fetch(`${(await begin(env)).origin}/healthz`);
    await answer.arrayBuffer();
    expect(answer.headers.get('keep-alive')).to.equal('timeout=65');
  });

  it('prints its usage for --help, refuses other arguments, and starts nothing in both cases', async () => {
    const fresh = path.join(folder, 'never');
    const env = { DATA_DIR: fresh, PORT: String(await freePort()) };
    const helped = await run(['server', '--help'], { env });
    expect(helped).to.include({ code: 0, stderr: '' });
    expect(helped.stdout)
      .to.match(/^usage: .*node server\n/)
      .and.contain('PORT')
      .and.contain('npm run settings')
      .and.contain('server/README.md');
    const refused = await run(['server', '--port', '8080'], { env });
    expect(refused).to.include({ code: 2, stdout: '' });
    expect(refused.stderr).to.match(/^unknown argument "--port": [^\n]+--help\n$/);
    expect(existsSync(fresh)).to.equal(false);
  });

  for (const name of ['settings', 'doctor', 'migrate', 'user']) {
    it(`npm run ${name} does nothing if its usage is requested`, async () => {
      const fresh = path.join(folder, 'never');
      const args = ['server/operate', name];
      const helped = await run([...args, '--help'], { env: { DATA_DIR: fresh } });
      expect(helped).to.include({ code: 0, stderr: '' });
      expect(helped.stdout).to.match(new RegExp(`^npm run ${name}\\b`));
      expect(helped.stdout.split('\n').length).to.be.below(10);
      expect(existsSync(fresh)).to.equal(false);
    });
  }

  it('reports that its port is in use, before it opens a database', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const PORT = String((taken.address() as AddressInfo).port);
    const fresh = path.join(folder, 'never-opened');
    const { code, stderr } = await run(['server'], { env: { ...env, PORT, DATA_DIR: fresh } });
    taken.close();
    expect(code).to.equal(1);
    expect(stderr)
      .to.contain(`127.0.0.1:${PORT}`)
      .and.contain('PORT')
      .and.not.match(/\n\s+at /);
    expect(existsSync(path.join(fresh, 'database'))).to.equal(false);
  });

  it('logs that it starts, and then what it waits for', async () => {
    const began = performance.now();
    const child = start(['server'], { env: { ...env, PORT: String(await freePort()) } });
    const [chunk] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const first = performance.now() - began;
    let said = chunk;
    for await (const more of child.stdout) if ((said += String(more)).includes('"listening"')) break;
    const whole = performance.now() - began;
    child.kill('SIGKILL');
    const messages = [...said.matchAll(/^\{"level":"info","time":"[^"]+",.*"msg":"([^"]+)"\}$/gm)].map(
      ([, text]) => text,
    );
    expect(messages.filter((text) => text !== 'migrated')).to.deep.equal([
      'starting',
      'waiting for the database',
      'listening',
    ]);
    // If Node itself takes longer than a second, only the rest is compared.
    expect(first).to.be.below(Math.max(1_000, whole / 3));
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`finishes running requests at ${signal}, and ends`, async () => {
      const { child, origin, output } = await begin(env);
      const slow = login(origin, `slow-${signal}`);
      while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
      const exited = once(child, 'exit');
      child.kill(signal);
      while (!output().includes('"stopping"')) await once(child.stdout!, 'data');
      held.splice(0).forEach((answer) => answer());
      expect((await slow)?.user.id).to.be.a('string');
      const [code] = (await exited) as [number];
      expect(code).to.equal(0);
      expect(output()).to.contain('"stopped"');
    });
  }

  it('is ready without any configuration, and signs in a browser at the address that it prints', async () => {
    const { origin, port, output } = await begin({ DATA_DIR: mkdtempSync(path.join(folder, 'fresh-')) });
    expect(output()).to.contain('creating the embedded database');
    const elsewhere = await once(connect(port, '127.0.0.2'), 'connect').catch(() => undefined);
    expect(elsewhere, 'only this machine').to.equal(undefined);
    expect((await fetch(`${origin}/readyz`)).status).to.equal(200);
    expect((await fetch(`${origin}/healthz`)).status).to.equal(200);
    const headers = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', Cookie: '' };
    const visit = (address: string): Promise<Response> => fetch(address, { headers, redirect: 'manual' });
    const led = await visit(/sign in +(\S+)/.exec(output())![1]!);
    expect([led.status, led.headers.get('cache-control')]).to.deep.equal([302, 'no-store']);
    const begun = await visit(led.headers.get('location')!);
    headers.Cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!;
    const { origin: provider, searchParams } = new URL(begun.headers.get('location')!);
    const person = { person: 'lin', state: searchParams.get('state') };
    const decided = await fetch(`${provider}/sandbox/web/login`, { method: 'POST', body: JSON.stringify(person) });
    const { location } = (await decided.json()) as { location: string };
    const { user } = (await (await visit(location)).json()) as { user: { nickname: string } };
    expect(user.nickname).to.equal('晓雨');
  });

  it('prints working addresses, also if BASE_URL is a site that only forwards /api/auth', async () => {
    const baseUrl = 'http://localhost:4000';
    const fresh = mkdtempSync(path.join(folder, 'fresh-'));
    const { output, port } = await begin({ DATA_DIR: fresh, BASE_URL: baseUrl });
    const addresses = output()
      .match(/^ {2}\S.*?http:\/\/\S+$/gm)!
      .map((line) => line.replace(/^.* /, ''));
    const own = `http://localhost:${port}`;
    expect(addresses).to.deep.equal([`${baseUrl}/login/`, `${own}/openapi.json`]);
    for (const address of addresses.slice(1)) expect((await fetch(address)).status, address).to.equal(200);
  });

  it('redirects a browser from / to the login page of the site, and answers programs with 404', async () => {
    const fresh = mkdtempSync(path.join(folder, 'fresh-'));
    const { origin } = await begin({ DATA_DIR: fresh, BASE_URL: 'http://localhost:4000' });
    const ask = (Accept: string): Promise<Response> => fetch(`${origin}/`, { headers: { Accept }, redirect: 'manual' });
    expect((await ask('text/html')).headers.get('location')).to.equal('http://localhost:4000/login/');
    for (const accept of ['*/*', 'application/json']) expect((await ask(accept)).status, accept).to.equal(404);
  });

  it('does not redirect from the front page if a real platform is configured', async () => {
    const platform = env.IDP_API_URL!;
    const { origin } = await begin({
      ...env,
      DATA_DIR: mkdtempSync(path.join(folder, 'fresh-')),
      IDP_AUTHORIZE_URL: `${platform}/authorize`,
      IDP_STATIC_URL: `${platform}/login.js`,
    });
    const answer = await fetch(`${origin}/`, { headers: { Accept: 'text/html' }, redirect: 'manual' });
    expect(answer.status).to.equal(404);
  });

  it('lists missing migrations that it may not apply', async () => {
    const fresh = mkdtempSync(path.join(folder, 'unmigrated-'));
    const { code, stderr, stdout } = await run(['server'], {
      env: { DATA_DIR: fresh, AUTO_MIGRATE: '0', PORT: String(await freePort()), LOG_LEVEL: 'error' },
    });
    expect(code).to.equal(1);
    expect(stdout, 'by LOG_LEVEL').not.to.contain('waiting');
    expect(stderr)
      .to.contain('npm run migrate')
      .and.not.match(/\n\s+at /);
  });
});
