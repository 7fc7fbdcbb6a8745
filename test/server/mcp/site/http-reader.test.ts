// The site as an address: requests go only to the named host, and unchanged files are not sent again.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createHttpReader, isBaseUrl } from '../../../../server/mcp/site/http-reader.ts';
import { Unavailable } from '../../../../server/mcp/adapter-failures.ts';
import { useRealHttp } from '../../../support/real-http.ts';
import { cases } from '../../../support/cases.ts';

describe('the reader of an address', () => {
  useRealHttp();
  const servers: Server[] = [];
  const heard: IncomingMessage[] = [];
  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer((request, response) => {
      heard.push(request);
      listener(request, response);
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const faultOf = async (base: string, path = '/a.md'): Promise<string> => {
    const error = await createHttpReader(base)(path).catch((reason: Error) => reason);
    expect(error).to.be.instanceOf(Unavailable);
    return (error as Unavailable).message;
  };
  afterEach(() => {
    heard.length = 0;
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('reads below the path of the address, and encodes the path of a file', async () => {
    const base = await serve((_, response) => response.end('甲'));
    const read = createHttpReader(`${base}/blog/`);
    expect(await read('/api/posts/c#中?.md')).to.deep.include({ kind: 'text', text: '甲' });
    expect(heard[0]?.url).to.equal('/blog/api/posts/c%23%E4%B8%AD%3F.md');
    for (const path of ['/../x', '//evil.example/x', '/a/./b']) {
      expect(await read(path), path).to.deep.equal({ kind: 'absent' });
    }
    expect(heard).to.have.lengthOf(1);
  });

  for (const [header, value, condition] of [
    ['etag', '"v1"', 'if-none-match'],
    ['last-modified', 'Fri, 20 Nov 2026 08:00:00 GMT', 'if-modified-since'],
  ] as const) {
    it(`revalidates by ${condition}`, async () => {
      const base = await serve((request, response) => {
        response.setHeader(header, value);
        if (request.headers[condition] === value) response.writeHead(304).end();
        else response.end('text');
      });
      const read = createHttpReader(base);
      const first = await read('/a.md');
      if (first.kind !== 'text') throw new Error(first.kind);
      expect(await read('/a.md', first.version)).to.deep.equal({ kind: 'same' });
    });
  }

  it('treats 404 and 410 as absent', async () => {
    for (const status of [404, 410]) {
      const base = await serve((_, response) => response.writeHead(status).end());
      expect(await createHttpReader(base)('/a.md')).to.deep.equal({ kind: 'absent' });
    }
  });

  it('refuses all redirects', async () => {
    const elsewhere = await serve((_, response) => response.end('internal'));
    for (const status of [301, 302, 303, 307, 308]) {
      const base = await serve((_, response) =>
        response.writeHead(status, { location: `${elsewhere}/latest/meta-data` }).end(),
      );
      expect(await faultOf(base)).to.contain(`HTTP ${status}`);
    }
    expect(heard.every(({ url }) => url === '/a.md')).to.equal(true);
  });

  it('gives up on a host that fails, is silent or does not exist', async () => {
    expect(await faultOf(await serve((_, response) => response.writeHead(500).end()))).to.contain('500');
    expect(await faultOf(await serve((request) => request.socket.destroy()))).to.contain('cannot be fetched');
    const gone = await serve(() => {});
    servers.pop()!.close();
    expect(await faultOf(gone)).to.contain('ECONNREFUSED');
    const slow = await serve((_, response) => void response.write('a'));
    expect(await faultOf(slow)).to.contain('cannot be fetched');
  });

  it('refuses files that are not UTF-8', async () => {
    const base = await serve((_, response) => response.end(Buffer.from([0xbc, 0xd7])));
    expect(await faultOf(base)).to.contain('UTF-8');
  });

  it('accepts only base URLs', () => {
    for (const text of ['https://e.example', 'http://localhost:4000/blog/']) expect(isBaseUrl(text)).to.equal(true);
    for (const text of cases<string>('address', 'texts')) expect(isBaseUrl(text), text).to.equal(false);
  });
});
