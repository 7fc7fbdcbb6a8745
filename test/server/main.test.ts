// The process: what it says at the start, what survives a kill, how it ends.
import { expect } from 'chai';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run, start } from '../support/command.ts';
import { freePort } from '../support/ports.ts';

type Running = { readonly child: ChildProcess; readonly origin: string; readonly output: () => string };

/** Starts `node server` and waits until it says that it listens. */
async function startServer(env: Record<string, string>): Promise<Running> {
  const port = String(await freePort());
  const child = start(['server'], { env: { PORT: port, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => output.includes('"msg":"listening"') && resolve());
    child.on('exit', (code) => reject(new Error(`exit ${code}: ${output}`)));
  });
  return { child, origin: `http://127.0.0.1:${port}`, output: () => output };
}

describe('node server', () => {
  let folder: string;
  let provider: Server;
  let env: Record<string, string>;
  let held: (() => void)[];

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
    held = [];
    // A provider who knows everybody: the openid is the code. It holds its answer to the code "slow".
    provider = createServer((request, response) => {
      const code = new URL(request.url!, 'http://idp').searchParams.get('js_code');
      const answer = (): void =>
        void response.end(JSON.stringify({ session_key: 'tiihtNczf5v6AKRyjwEUhQ==', openid: `o-${code}` }));
      if (code === 'slow') held.push(answer);
      else answer();
    }).listen(0, '127.0.0.1');
    await once(provider, 'listening');
    env = {
      DATA_DIR: folder,
      // Issuer of the tokens: the port is another one each time.
      BASE_URL: 'http://localhost:3000',
      IDP_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
      LIMIT_ADDRESS_PER_MINUTE: '0',
      LIMIT_USER_PER_HOUR: '0',
    };
  });
  after(() => {
    provider.close();
    rmSync(folder, { recursive: true, force: true });
  });

  type Tokens = { readonly refresh_token: string; readonly user: { readonly id: string } };

  /** The token answer, or nothing. */
  const post = async (address: string, body: unknown): Promise<Tokens | undefined> => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.ok ? ((await answer.json()) as Tokens) : undefined;
  };
  const login = (origin: string, code: string) => post(`${origin}/api/auth/idp/mini/login`, { code });

  it('keeps every acknowledged login on the embedded database through a kill -9', async () => {
    const first = await startServer(env);
    const acknowledged = new Map<string, Tokens>();
    const logins = Array.from({ length: 200 }, async (_, index) => {
      const tokens = await login(first.origin, `person-${index}`).catch(() => undefined);
      if (tokens) acknowledged.set(`person-${index}`, tokens);
      if (acknowledged.size === 60) first.child.kill('SIGKILL');
    });
    await Promise.all(logins);
    expect(acknowledged.size).to.be.within(60, 199);
    const second = await startServer(env);
    for (const [person, tokens] of acknowledged) {
      const next = await post(`${second.origin}/api/auth/refresh`, { refresh_token: tokens.refresh_token });
      expect(next?.user.id, 'user and session are there').to.equal(tokens.user.id);
      expect(await login(second.origin, person), 'the code counts as spent').to.equal(undefined);
    }
    second.child.kill('SIGTERM');
    await once(second.child, 'exit');
  });

  it('refuses to start a second process on the same folder, and says who holds it', async () => {
    const first = await startServer(env);
    const { code, stderr } = await run(['server'], { env: { ...env, PORT: String(await freePort()) } });
    expect(code).to.equal(1);
    expect(stderr).to.contain(String(first.child.pid)).and.contain('DATA_DIR');
    expect(stderr).not.to.match(/\n\s+at /);
    first.child.kill('SIGTERM');
    await once(first.child, 'exit');
  });

  it('says in words that its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const PORT = String((taken.address() as AddressInfo).port);
    const { code, stderr } = await run(['server'], { env: { ...env, PORT } });
    taken.close();
    expect(code).to.equal(1);
    expect(stderr)
      .to.contain(`127.0.0.1:${PORT}`)
      .and.contain('PORT')
      .and.not.match(/\n\s+at /);
  });

  it('finishes what is under way at SIGTERM, and ends', async () => {
    const { child, origin, output } = await startServer(env);
    const slow = login(origin, 'slow');
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
    child.kill('SIGTERM');
    while (!output().includes('"stopping"')) await once(child.stdout!, 'data');
    held.forEach((answer) => answer());
    expect((await slow)?.user.id).to.be.a('string');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).to.equal(0);
    expect(output()).to.contain('"stopped"');
  });

  it('is ready without any configuration, and says where to sign in', async () => {
    const fresh = mkdtempSync(path.join(folder, 'fresh-'));
    const { child, origin, output } = await startServer({ DATA_DIR: fresh });
    expect((await fetch(`${origin}/readyz`)).status).to.equal(200);
    expect((await fetch(`${origin}/healthz`)).status).to.equal(200);
    expect(output()).to.match(/sign in\s+http:\/\/localhost:\d+\/login\//);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('says which migrations are missing when it may not make them', async () => {
    const fresh = mkdtempSync(path.join(folder, 'unmigrated-'));
    const { code, stderr } = await run(['server'], {
      env: { DATA_DIR: fresh, AUTO_MIGRATE: '0', PORT: String(await freePort()) },
    });
    expect(code).to.equal(1);
    expect(stderr)
      .to.contain('npm run migrate')
      .and.not.match(/\n\s+at /);
  });
});
