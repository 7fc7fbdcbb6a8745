// The folder or address that verify reads: no path leads out of the folder or the origin, and time and size are
// limited.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { fromAddress, fromFolder, probeAddress, Unreadable } from '../../../../tasks/verify/site/source.ts';
import type { FileSource } from '../../../../tasks/verify/site/source.ts';
import { useRealHttp } from '../../../support/real-http.ts';
import { cases } from '../../../support/cases.ts';
import { errorOf } from '../../../support/errors.ts';

const textOf = async (read: FileSource, at: string): Promise<string | undefined> => {
  const served = await read(at);
  return served && Buffer.from(served.bytes).toString();
};

/** The message of the Unreadable that reading a path must throw. */
async function faultOf(read: FileSource, at: string): Promise<string> {
  const error = await errorOf(read(at));
  expect(error).to.be.instanceOf(Unreadable);
  return error.message;
}

describe('verify reads a folder', () => {
  let outside: string;
  let folder: string;
  beforeEach(() => {
    outside = mkdtempSync(path.join(tmpdir(), 'verify-'));
    folder = path.join(outside, 'public');
    mkdirSync(path.join(folder, 'posts/一篇'), { recursive: true });
    writeFileSync(path.join(outside, 'secret.txt'), 'secret');
    mkdirSync(path.join(outside, 'public-too'));
    writeFileSync(path.join(outside, 'public-too/secret.txt'), 'secret');
    writeFileSync(path.join(folder, 'index.html'), 'home');
    writeFileSync(path.join(folder, 'posts/一篇/index.html'), 'post');
    writeFileSync(path.join(folder, '.nojekyll'), '');
  });
  afterEach(() => rmSync(outside, { recursive: true, force: true }));

  it('finds the index.html of a path that ends in a slash', async () => {
    const read = await fromFolder(folder);
    expect(await textOf(read, '/')).to.equal('home');
    expect(await textOf(read, '/posts/一篇/')).to.equal('post');
    expect(await textOf(read, '/.nojekyll')).to.equal('');
  });

  it('finds no file at a folder, below a file, or under a name that is too long', async () => {
    const read = await fromFolder(folder);
    for (const at of ['/posts/一篇', '/index.html/', '/index.html/x', `/${'x'.repeat(5000)}`, '/gone'])
      expect(await read(at), at).to.equal(undefined);
  });

  it('refuses a path that leads out of the folder', async () => {
    const read = await fromFolder(folder);
    for (const at of cases<string>('source', 'addresses')) {
      expect(await read(at), at).to.equal(undefined);
    }
  });

  it('refuses a symbolic link that leads out of the folder', async () => {
    symlinkSync(path.join(outside, 'secret.txt'), path.join(folder, 'file.txt'));
    symlinkSync(path.join(outside, 'public-too'), path.join(folder, 'too'));
    symlinkSync(path.join(folder, 'index.html'), path.join(folder, 'inside.html'));
    const read = await fromFolder(folder);
    expect(await faultOf(read, '/file.txt')).to.match(/symbolic link/);
    expect(await faultOf(read, '/too/secret.txt')).to.match(/symbolic link/);
    expect(await textOf(read, '/inside.html')).to.equal('home');
  });

  it('does not wait for the writer of a named pipe', async () => {
    execFileSync('mkfifo', [path.join(folder, 'pipe')]);
    expect(await (await fromFolder(folder))('/pipe')).to.equal(undefined);
  });

  it('refuses a file beyond the limit', async () => {
    expect(await faultOf(await fromFolder(folder, { size: 3 }), '/')).to.match(/larger than 3 bytes/);
  });
});

describe('verify reads an address', () => {
  useRealHttp();
  const servers: Server[] = [];
  const limits = { deadline: 1000, size: 1000 };
  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await new Promise((resolve) => server.once('listening', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  afterEach(() =>
    servers.splice(0).forEach((server) => {
      server.closeAllConnections();
      server.close();
    }),
  );

  it('requests the encoded path under the base URL, and returns the type', async () => {
    const base = await serve(({ url }, response) =>
      response.setHeader('content-type', 'Text/Markdown; charset=utf-8').end(url),
    );
    const served = await fromAddress(`${base}/blog/`, limits)('/posts/一 #?%篇/');
    expect(Buffer.from(served!.bytes).toString()).to.equal(`/blog/posts/${encodeURIComponent('一 #?%篇')}/`);
    expect(served!.type).to.equal('text/markdown');
  });

  it('finds no file if the host answers 404 or 410, and throws for any other failure', async () => {
    const base = await serve(({ url }, response) => response.writeHead(Number(url!.slice(1))).end('x'));
    const read = fromAddress(base, limits);
    expect(await read('/404')).to.equal(undefined);
    expect(await read('/410')).to.equal(undefined);
    expect(await faultOf(read, '/503')).to.match(/HTTP 503/);
    expect(await faultOf(read, '/403')).to.match(/HTTP 403/);
  });

  it('follows only redirects within the origin', async () => {
    const other = await serve((_, response) => response.end('other'));
    const base = await serve(({ url }, response) => {
      const location = { '/here': '/there', '/away': `${other}/`, '/round': '/round', '/file': 'file:///etc/passwd' }[
        url!
      ];
      if (location) response.writeHead(302, { location }).end();
      else response.end(url);
    });
    const read = fromAddress(base, limits);
    expect(await textOf(read, '/here')).to.equal('/there');
    expect(await faultOf(read, '/away')).to.match(/another origin/);
    expect(await faultOf(read, '/file')).to.match(/another origin/);
    expect(await faultOf(read, '/round')).to.match(/more than 5 times/);
  });

  it('waits no longer than the deadline for the start or the end of a response', async () => {
    const base = await serve(({ url }, response) => void (url === '/drips' && response.write('x')));
    const read = fromAddress(base, { ...limits, deadline: 100 });
    expect(await faultOf(read, '/silent')).to.match(/within 0.1 s/);
    expect(await faultOf(read, '/drips')).to.match(/within 0.1 s/);
    const probe = probeAddress(base, { ...limits, deadline: 100 });
    expect(String(await errorOf(probe('/silent')))).to.match(/within 0.1 s/);
  });

  it('refuses a file beyond the limit, regardless of its Content-Length', async () => {
    const base = await serve((_, response) => void response.end('x'.repeat(1001)));
    expect(await faultOf(fromAddress(base, limits), '/')).to.match(/larger than 1000 bytes/);
  });

  it('reports why a host cannot be reached', async () => {
    const base = await serve((_, response) => response.end());
    servers.splice(0).forEach((server) => server.close());
    expect(await faultOf(fromAddress(base, limits), '/')).to.match(/ECONNREFUSED/);
    expect(String(await errorOf(probeAddress(base, limits)('/')))).to.match(/ECONNREFUSED/);
  });
});
