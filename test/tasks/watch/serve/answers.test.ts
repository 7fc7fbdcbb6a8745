// Tests how the watcher answers requests, over HTTP.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { createAnswers } from '../../../../tasks/watch/serve/answers.ts';
import { listen } from '../../../../tasks/watch/serve/listen.ts';
import { createLiveState } from '../../../../tasks/watch/live-state.ts';
import type { LiveState } from '../../../../tasks/watch/live-state.ts';
import { writeFiles } from '../../../support/articles.ts';
import { withFolder } from '../../../support/defects.ts';
import { cases } from '../../../support/cases.ts';

const page = (text: string): string => `<!doctype html><html><body><p>${text}</p></body></html>`;

type Place = { readonly origin: string; readonly port: number; readonly dest: string; readonly state: LiveState };

function withServer(work: (place: Place) => Promise<void>, base = ''): Promise<void> {
  return withFolder(async (folder) => {
    const dest = path.join(folder, 'site');
    writeFiles(folder, { 'site.lock': 'secret', 'site.next/a.txt': 'secret' });
    writeFiles(dest, {
      'index.html': page('首页'),
      '404.html': page('没有这个页面'),
      'posts/algo-one/index.html': page('一'),
      'api/posts/algo-one.md': '# 一\n',
      'api/index.json': '{}\n',
      'llms.txt': '# 站\n',
      'atom.xml': '<feed/>\n',
      'css/a.css': 'p {}\n',
      'plain.html': '<p>no body tag',
      '.nojekyll': '',
      '.well-known/x.txt': 'x',
    });
    const state = createLiveState();
    const url = `https://e.example${base}/posts/algo-one/`;
    const post = { file: '/api/posts/algo-one.md', url, title: '一（*）' };
    state.update({ base, markdownOf: new Map([['/posts/algo-one/', post]]) });
    const server = await listen(createAnswers({ dest, authOrigin: 'http://127.0.0.1:9', state }), 0);
    try {
      await work({ origin: `http://localhost:${server.port}`, port: server.port, dest, state });
    } finally {
      await server.close();
    }
  });
}

/** Sends a raw request, which fetch would normalize. */
async function raw(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  await once(socket, 'close');
  return answer;
}

describe('the watcher’s server', () => {
  it('sends text as UTF-8, and forbids caching', () =>
    withServer(async ({ origin }) => {
      for (const [file, type] of cases<[string, string]>('answers', 'files')) {
        const { status, headers } = await fetch(`${origin}/${file}`);
        expect([status, headers.get('content-type'), headers.get('cache-control')], file).to.deep.equal([
          200,
          type,
          'no-store',
        ]);
      }
    }));

  it('adds its script to pages when they are sent, and to nothing else', () =>
    withServer(async ({ origin, state }) => {
      const tag = `<script src="/.duplex/client.js" data-version="${state.current().version}" data-events="/.duplex/events" defer></script>\n`;
      const home = await fetch(`${origin}/`);
      const text = await home.text();
      expect(text).to.equal(page('首页').replace('</body>', `${tag}</body>`));
      expect(home.headers.get('content-length')).to.equal(String(Buffer.byteLength(text)));
      expect(await (await fetch(`${origin}/plain.html`)).text()).to.equal(`<p>no body tag${tag}`);
      expect(await (await fetch(`${origin}/nowhere/`)).text()).to.contain(tag);
      expect(await (await fetch(`${origin}/api/posts/algo-one.md`)).text()).to.equal('# 一\n');
      expect(await (await fetch(`${origin}/css/a.css`)).text()).to.equal('p {}\n');
      expect(await (await fetch(`${origin}/.duplex/client.js`)).text()).to.contain('EventSource');
    }));

  it('answers an unknown address with 404 and the site’s page for unknown addresses', () =>
    withServer(async ({ origin }) => {
      for (const file of ['nowhere/', 'nowhere', 'posts/', 'css/', 'a%00b', '%E0%A4%A']) {
        const response = await fetch(`${origin}/${file}`);
        expect([response.status, response.headers.get('content-type')], file).to.deep.equal([
          404,
          'text/html; charset=utf-8',
        ]);
        expect(await response.text()).to.contain('没有这个页面');
      }
    }));

  it('redirects the address of a folder without its slash to the address with the slash', () =>
    withServer(async ({ origin }) => {
      const response = await fetch(`${origin}/posts/algo-one?x=1`, { redirect: 'manual' });
      expect(response.status).to.equal(301);
      expect(response.headers.get('location')).to.equal('/posts/algo-one/?x=1');
      expect((await fetch(`${origin}//evil.example/..`, { redirect: 'manual' })).headers.get('location')).to.equal(
        null,
      );
    }));

  it('serves no files outside the folder, and no hidden files', () =>
    withServer(async ({ port }) => {
      for (const address of cases<string>('answers', 'addresses')) {
        const answer = await raw(port, [`GET ${address} HTTP/1.1`, 'Host: localhost']);
        expect(answer, address)
          .to.match(/^HTTP\/1\.1 404 /)
          .and.not.contain('secret');
      }
      expect(await raw(port, ['GET http://localhost/ HTTP/1.1', 'Host: localhost'])).to.match(/^HTTP\/1\.1 400 /);
    }));

  it('answers only requests for loopback names', () =>
    withServer(async ({ port }) => {
      for (const host of ['localhost', 'LOCALHOST:4000', '127.0.0.1', '127.1.2.3:1', '[::1]:4000']) {
        expect(await raw(port, ['GET / HTTP/1.1', `Host: ${host}`]), host).to.match(/^HTTP\/1\.1 200 /);
      }
      for (const host of cases<string>('answers', 'hosts')) {
        for (const address of ['/', '/.duplex/events', '/.duplex/client.js', '/api/auth/me']) {
          expect(await raw(port, [`GET ${address} HTTP/1.1`, `Host: ${host}`]), host).to.match(/^HTTP\/1\.1 403 /);
        }
      }
    }));

  it('sends the Markdown of a post to clients that prefer it, by q-values', () =>
    withServer(async ({ origin }) => {
      for (const [accept, type] of cases<[string, string]>('answers', 'types')) {
        const response = await fetch(`${origin}/posts/algo-one/`, { headers: { Accept: accept } });
        expect(response.headers.get('content-type'), accept).to.equal(`${type}; charset=utf-8`);
        expect(response.headers.get('vary')).to.equal('Accept');
        if (type === 'text/markdown') expect(await response.text()).to.equal('# 一\n');
      }
      const home = await fetch(`${origin}/`, { headers: { Accept: 'text/markdown' } });
      expect([home.headers.get('content-type'), home.headers.get('vary')]).to.deep.equal([
        'text/html; charset=utf-8',
        null,
      ]);
    }));

  it('sends the Markdown of a post at its address plus `.md`, with links to its page and to llms.txt', async () => {
    const llms = (base: string): string => `<${base}/llms.txt>; rel="describedby"; type="text/plain"`;
    const link = (base: string): string =>
      `<https://e.example${base}/posts/algo-one/>; rel="canonical"; title*=UTF-8''%E4%B8%80%EF%BC%88%2a%EF%BC%89, ${llms(base)}`;
    for (const base of ['', '/blog'])
      await withServer(async ({ origin }) => {
        for (const behind of ['.md', '/.md', '/index.md', '/index.html.md', '/']) {
          const { headers, status } = await fetch(`${origin}${base}/posts/algo-one${behind}`, {
            headers: behind === '/' ? { Accept: 'text/markdown' } : {},
          });
          const said = ['content-type', 'link', 'vary'].map((name) => headers.get(name));
          expect([status, ...said], behind).to.deep.equal([
            200,
            'text/markdown; charset=utf-8',
            link(base),
            behind === '/' ? 'Accept' : null,
          ]);
        }
        for (const path of ['/posts/gone.md', '/posts.md', '/.md', '/posts/algo-one.md.md'])
          expect((await fetch(origin + base + path)).status, path).to.equal(404);
        for (const path of ['/posts/algo-one/', '/', '/api/index.json'])
          expect((await fetch(origin + base + path)).headers.get('link'), path).to.equal(llms(base));
      }, base);
  });

  it('answers only GET and HEAD', () =>
    withServer(async ({ origin }) => {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const response = await fetch(`${origin}/`, { method });
        expect([response.status, response.headers.get('allow')], method).to.deep.equal([405, 'GET, HEAD']);
      }
      const head = await fetch(`${origin}/posts/algo-one/`, { method: 'HEAD' });
      expect([head.status, await head.text()]).to.deep.equal([200, '']);
    }));

  it('sends parts of files and of pages unchanged', () =>
    withServer(async ({ origin }) => {
      const part = await fetch(`${origin}/css/a.css`, { headers: { Range: 'bytes=0-1' } });
      expect([part.status, await part.text()]).to.deep.equal([206, 'p ']);
      const beyond = await fetch(`${origin}/css/a.css`, { headers: { Range: 'bytes=100-' } });
      expect(beyond.status).to.equal(416);
      const pagePart = await fetch(`${origin}/`, { headers: { Range: 'bytes=0-8' } });
      expect([pagePart.status, await pagePart.text()]).to.deep.equal([206, '<!doctype']);
    }));

  it('serves the site below the path of its base URL, and redirects from the root', () =>
    withServer(async ({ origin }) => {
      for (const address of ['/', '/blog']) {
        const response = await fetch(`${origin}${address}`, { redirect: 'manual' });
        expect([response.status, response.headers.get('location')]).to.deep.equal([302, '/blog/']);
      }
      expect(await (await fetch(`${origin}/blog/`)).text()).to.contain('首页');
      expect((await fetch(`${origin}/blog/posts/algo-one`, { redirect: 'manual' })).headers.get('location')).to.equal(
        '/blog/posts/algo-one/',
      );
      expect(
        (await fetch(`${origin}/blog/posts/algo-one/`, { headers: { Accept: 'text/markdown' } })).headers.get(
          'content-type',
        ),
      ).to.equal('text/markdown; charset=utf-8');
      for (const address of ['/posts/algo-one/', '/blogposts/', '/blog/../site.lock']) {
        expect((await fetch(`${origin}${address}`)).status, address).to.equal(404);
      }
    }, '/blog'));

  it('serves the current files of the folder', () =>
    withServer(async ({ origin, dest }) => {
      expect(await (await fetch(`${origin}/llms.txt`)).text()).to.equal('# 站\n');
      writeFileSync(path.join(dest, 'llms.txt'), '# 新\n');
      expect(await (await fetch(`${origin}/llms.txt`)).text()).to.equal('# 新\n');
    }));
});
