// The adapter on Node's HTTP server: limits of connections, and an orderly end.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { expect } from 'chai';
import { listen } from '../../../../server/mcp/entrances/http.ts';
import type { Listening } from '../../../../server/mcp/entrances/http.ts';
import { endpointOf, requestOf, shelf } from '../adapter.ts';
import type { Shelf } from '../adapter.ts';
import { startAdapter, startHttp, stop } from '../adapter-process.ts';
import { base, makeSite } from '../site.ts';

describe('the adapter over HTTP', () => {
  let stock: Shelf;
  let listening: Listening;
  let url: string;
  before(async () => {
    stock = await shelf();
    const endpoint = endpointOf(stock, { hosts: 'loopback', origins: [] });
    listening = await listen(endpoint, { host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${listening.port}/mcp`;
  });
  after(() => listening.close());

  const send = (body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: body as BodyInit });

  it('sends the answers of the endpoint', async () => {
    const { headers, body } = requestOf('resources/read', { uri: `${base}/api/posts/algo-long.md` });
    const response = await send(body, headers);
    expect(response.headers.get('content-type')).to.contain('application/json');
    const { result } = (await response.json()) as { result: { contents: { text: string }[] } };
    expect(result.contents[0]?.text).to.equal(stock.files.get('/api/posts/algo-long.md'));
    expect(await (await fetch(new URL('/', url))).text()).to.contain('双声道');
    expect((await fetch(new URL('/', url), { method: 'HEAD' })).status).to.equal(200);
    for (const method of ['GET', 'DELETE']) expect((await fetch(url, { method })).status).to.equal(405);
  });

  it('answers a notification with no body and ends the answer, so that the client continues', async () => {
    const notified = await send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    expect([notified.status, await notified.text()]).to.deep.equal([202, '']);
  });

  it('refuses a body over 1 MiB with 413, with or without Content-Length, and continues', async () => {
    expect((await send(new Uint8Array(1024 * 1024 + 1))).status).to.equal(413);
    const chunks = async function* (): AsyncGenerator<Uint8Array> {
      for (let count = 0; count < 320; count += 1) yield new Uint8Array(64 * 1024);
    };
    const streamed = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: chunks() as unknown as BodyInit,
      duplex: 'half',
    } as RequestInit);
    expect(streamed.status).to.equal(413);
    const { headers, body } = requestOf('tools/list');
    expect((await send(body, headers)).status).to.equal(200);
  });

  /** Sends raw text; returns everything that arrives until the connection closes. */
  async function raw(text: string): Promise<string> {
    const socket = connect(listening.port, '127.0.0.1');
    const heard: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => heard.push(chunk));
    socket.on('error', () => {});
    socket.end(text);
    await once(socket, 'close');
    return Buffer.concat(heard).toString();
  }

  it('answers requests whose hosts and paths only a raw socket can send', async () => {
    const get = (target: string, host: string): string =>
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    expect(await raw(get('/', 'evil.example'))).to.match(/^HTTP\/1\.1 403/);
    expect(await raw(get('/', 'localhost'))).to.match(/^HTTP\/1\.1 200/);
    expect(await raw(get('//evil.example/mcp', 'localhost'))).to.match(/^HTTP\/1\.1 404/);
    expect(await raw(get('/mcp/../../etc/passwd', 'localhost'))).to.match(/^HTTP\/1\.1 404/);
    expect(await raw('GET / HTTP/1.0\r\n\r\n')).to.match(/^HTTP\/1\.1 403/);
    expect(await raw(get('/mcp', 'localhost').replace('GET', 'TRACE'))).to.match(/^HTTP\/1\.1 405 .*\r\nallow: POST/);
    expect(await raw('nonsense\r\n\r\n')).to.match(/^HTTP\/1\.1 400/);
  });

  it('listens on the given address, and nowhere else', async () => {
    const reached = await once(connect(listening.port, '127.0.0.2'), 'connect').catch(() => undefined);
    expect(reached).to.equal(undefined);
  });

  it('keeps a body that is too large only up to one byte above the limit', async () => {
    const echo = async (request: Request) => new Response(String((await request.arrayBuffer()).byteLength));
    const open = await listen(echo, { host: '127.0.0.1', port: 0 });
    const answer = await fetch(`http://127.0.0.1:${open.port}/`, {
      method: 'POST',
      body: Buffer.alloc(3 * 1024 * 1024),
    });
    expect(await answer.text()).to.equal(String(1024 * 1024 + 1));
    await open.close();
  });

  it('sends a client away if it does not finish its request, or is silent', async () => {
    let server: Server | undefined;
    const note = (message: unknown): void => void ({ server } = message as { server: Server });
    subscribe('http.server.request.start', note);
    await fetch(new URL('/', url));
    unsubscribe('http.server.request.start', note);
    expect(server).to.include({ headersTimeout: 10_000, requestTimeout: 15_000, timeout: 30_000 });
    // Shorter limits, to test them quickly.
    Object.assign(server!, { headersTimeout: 300, requestTimeout: 300 });
    const socket = connect(listening.port, '127.0.0.1');
    socket.write(
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    socket.on('error', () => {});
    socket.resume();
    await once(socket, 'close');
  });

  describe('as a process', () => {
    let site: Awaited<ReturnType<typeof makeSite>>;
    before(async () => (site = await makeSite(stock.files)));
    after(() => site.remove());

    it('ends within 5 s of SIGTERM, even with an open connection and an unfinished request', async () => {
      const { child, url: address } = await startHttp(['--site', site.folder]);
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write(
        'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      );
      await once(socket, 'connect');
      const { headers, body } = requestOf('tools/list');
      await (await fetch(address, { method: 'POST', headers, body })).text();
      const started = performance.now();
      expect(await stop(child)).to.equal(0);
      expect(performance.now() - started).to.be.below(5_000);
    });

    it('reads ALLOWED_ORIGINS, and answers only loopback hosts if it listens on loopback', async () => {
      const { child, url: address } = await startHttp(['--site', site.folder], {
        ALLOWED_ORIGINS: 'https://app.example',
      });
      const { headers, body } = requestOf('tools/list');
      const status = async (origin: string): Promise<number> =>
        (await fetch(address, { method: 'POST', headers: { ...headers, origin }, body })).status;
      expect(await status('https://app.example')).to.equal(200);
      expect(await status('https://evil.example')).to.equal(403);
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      socket.end('GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
      expect(String(await socket.toArray()), 'a foreign name for this machine').to.match(/^HTTP\/1\.1 403/);
      await stop(child);
    });

    /** Starts the adapter on an address that it cannot have; returns its exit code and what it prints. */
    async function refusal(...args: string[]): Promise<readonly [number, string]> {
      const child = startAdapter(['--http', '--site', site.folder, ...args]);
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
      const [code] = (await once(child, 'close')) as [number];
      return [code, said];
    }

    it('reports an address of another machine, and exits with 2', async () => {
      expect(await refusal('--port', '0', '--host', '192.0.2.1')).to.deep.equal([
        2,
        'cannot listen on 192.0.2.1 (EADDRNOTAVAIL): choose an address of this machine with --host\n',
      ]);
    });

    it('reports a port in use, and exits with 2', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const answer = await refusal('--port', String(port));
      other.close();
      expect(answer).to.deep.equal([
        2,
        `cannot listen on port ${port} (EADDRINUSE): choose another port with --port\n`,
      ]);
    });
  });
});
