// `gulp watch` from outside: a child process, its pages, its events, and the folder that it writes.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { articleText, writeFiles } from '../support/articles.ts';
import { digestsOf, gulp, repository, start } from '../support/command.ts';
import { withFolder } from '../support/defects.ts';
import { buildClean, statics, withWatcher } from '../support/watcher.ts';
import type { Watcher } from '../support/watcher.ts';
import { cases } from '../support/cases.ts';

const three = {
  'algo-one.md': articleText({ title: '"第一篇"', date: '2026-03-01 08:00:00' }, '见[第二篇](algo-two.md)。\n'),
  'algo-two.md': articleText({ title: '"第二篇"', date: '2026-03-02 08:00:00' }),
  'algo-three.md': articleText({ title: '"第三篇"', date: '2026-03-03 08:00:00', tags: '["算法", "C++"]' }),
};

type SiteFolders = {
  readonly folder: string;
  readonly content: string;
  readonly statics: string;
  readonly dest: string;
  readonly args: string[];
};

/** A folder with three articles and static files of its own. */
function withSite<T>(work: (place: SiteFolders) => Promise<T>): Promise<T> {
  return withFolder(async (folder) => {
    const [content, ownStatics, dest] = ['content', 'static', 'site'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFiles(content, three);
    writeFiles(ownStatics, {
      'css/custom.css': 'p {}\n',
      'ai-context.md': '# 规范\n',
      'pdc-protocol.md': '# 协议\n',
      'images/a.svg': '<svg/>',
    });
    const args = ['--content', content, '--static', ownStatics, '--dest', dest];
    return work({ folder, content, statics: ownStatics, dest, args });
  });
}

/** The product as it is checked out, without its articles. */
function copyProduct(folder: string): void {
  for (const name of cases<string>('watch', 'names'))
    cpSync(path.join(repository, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'));
}

const text = async (url: string, headers = {}): Promise<string> => (await fetch(url, { headers })).text();

describe('gulp watch', function () {
  it('serves drafts, ends on an interrupt with 0 and leaves no lock', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      await withSite(async ({ folder, content, args }) => {
        writeFiles(content, { 'algo-draft.md': articleText({ title: '"草稿一篇"', draft: 'true' }) });
        await withWatcher(args, async ({ address, told, interrupt }) => {
          expect(await text(`${address}posts/algo-draft/`)).to.contain('草稿一篇');
          expect(readdirSync(folder)).to.include('site.lock');
          // An open page does not keep the watcher from ending.
          await told().next();
          expect(await interrupt(signal)).to.equal(0);
          expect(readdirSync(folder).sort()).to.deep.equal(['content', 'site', 'static']);
        });
      });
    }
  });

  it('uses its own folder by default, and does not change the published output', async () => {
    await withFolder(async (folder) => {
      copyProduct(folder);
      writeFiles(path.join(folder, 'content'), {
        ...three,
        'algo-draft.md': articleText({ title: '"草稿一篇"', draft: 'true' }),
      });
      const command = (name: string) => gulp(name, '--cwd', folder);
      const built = await command('build');
      expect(built.code, built.stderr).to.equal(0);
      const dest = path.join(folder, 'public');
      const before = digestsOf(dest);
      await withWatcher(['--cwd', folder], async ({ address, until, interrupt }) => {
        expect(await text(`${address}posts/algo-draft/`)).to.contain('草稿一篇');
        writeFiles(path.join(folder, 'content'), { 'algo-one.md': articleText({ title: '"改过的一篇"' }) });
        await until(async () => (await text(`${address}posts/algo-one/`)).includes('改过的一篇'));
        expect(digestsOf(dest)).to.deep.equal(before);
        expect(readdirSync(path.join(folder, '.cache/watch')).sort()).to.deep.equal(['site', 'site.lock']);
        // Build and watcher have their own folders, so neither waits for the other. `clean` keeps the folder that is
        // served.
        expect((await command('build')).code).to.equal(0);
        const refused = await command('clean');
        expect(refused.code).to.equal(1);
        expect(refused.stderr).to.contain('.cache/watch/site');
        expect(await text(`${address}posts/algo-draft/`)).to.contain('草稿一篇');
        expect(await interrupt('SIGINT')).to.equal(0);
      });
      expect(readFileSync(path.join(dest, 'posts/algo-one/index.html'), 'utf8')).to.contain('改过的一篇');
      expect(existsSync(path.join(dest, 'posts/algo-draft'))).to.equal(false);
      expect((await command('clean')).code).to.equal(0);
      expect(readdirSync(folder).filter((name) => name.startsWith('public'))).to.deep.equal([]);
      // Only the compiled commands are left.
      expect(readdirSync(path.join(folder, '.cache'))).to.deep.equal(['compiled']);
    });
  });

  it('ends immediately if it is interrupted during its first build, and keeps the old output', async () => {
    await withSite(async ({ folder, content, dest, args }) => {
      await gulp('build', ...args);
      const before = digestsOf(dest);
      const many = Array.from({ length: 300 }, (_, index) => [
        `algo-post-${index}x.md`,
        articleText({}, '段落。\n\n'.repeat(300)),
      ]);
      writeFiles(content, Object.fromEntries(many) as Record<string, string>);
      const child = start(['node_modules/gulp/bin/gulp.js', 'watch', '--port', '0', ...args]);
      const closed = once(child, 'close');
      await new Promise<void>((resolve) => {
        const look = (): unknown => (readdirSync(folder).includes('site.next') ? resolve() : setImmediate(look));
        look();
      });
      child.kill('SIGINT');
      expect(await closed).to.deep.equal([0, null]);
      expect(digestsOf(dest)).to.deep.equal(before);
      expect(readdirSync(folder).sort()).to.deep.equal(['content', 'site', 'static']);
    });
  });

  it('has the same bytes as a clean build of the same input, after any edit', async () => {
    await withSite(async ({ folder, content, statics: ownStatics, dest, args }) => {
      const file = (name: string): string => path.join(content, name);
      const staticFile = (name: string): string => path.join(ownStatics, name);
      const write = (name: string, title: string) => (): void =>
        writeFiles(content, { [name]: articleText({ title: JSON.stringify(title), date: '2026-03-02 08:00:00' }) });
      const writeStatic = (name: string, text: string) => (): void => writeFiles(ownStatics, { [name]: text });
      // `rounds.test.ts` tests all other edits of articles and settings.
      const edits: readonly (readonly [string, () => void])[] = [
        ['a title, which neighbors show', write('algo-two.md', '改了题')],
        [
          'an article saved by rename',
          () => {
            write('algo-two.md~', '又改题')();
            renameSync(file('algo-two.md~'), file('algo-two.md'));
          },
        ],
        ['a new article', write('algo-four.md', '第四篇')],
        ['a renamed article', () => renameSync(file('algo-four.md'), file('algo-five.md'))],
        ['an article in a new folder', write('deep/er/algo-six.md', '第六篇')],
        ['an edit in that folder', write('deep/er/algo-six.md', '又改题')],
        ['a deleted folder', () => rmSync(file('deep'), { recursive: true })],
        ['a deleted article', () => rmSync(file('algo-five.md'))],
        [
          'the addresses in _site.yml',
          () => writeFileSync(file('_site.yml'), 'title: 别名\npermalink: /:year/:slug.html\n'),
        ],
        ['no _site.yml', () => rmSync(file('_site.yml'))],
        ['a new static file', writeStatic('images/b.svg', '<svg></svg>')],
        ['a changed static file', writeStatic('images/b.svg', '<svg><g/></svg>')],
        ['a document of the machine channel', writeStatic('ai-context.md', '# 新的规范\n')],
        [
          'a static folder where a file was',
          () => {
            rmSync(staticFile('images/b.svg'));
            writeStatic('images/b.svg/c.txt', 'x')();
          },
        ],
        [
          'a static file where a folder was',
          () => {
            rmSync(staticFile('images/b.svg'), { recursive: true });
            writeStatic('images/b.svg', '<svg/>')();
          },
        ],
        ['all static images gone', () => rmSync(staticFile('images'), { recursive: true })],
      ];
      await withWatcher(args, async ({ origin, until, output }) => {
        for (const [name, edit] of edits) {
          edit();
          const clean = { content, statics: ownStatics, dest: path.join(folder, 'clean'), baseUrl: origin };
          await buildClean(clean);
          const expected = digestsOf(clean.dest);
          await until(() => holdsJust(dest, expected)).catch((error: Error) => {
            throw new Error(`${name}: ${error.message}\n${output().stderr}`);
          });
        }
        // stderr names each article that moved, with the alias that keeps its old address.
        for (const line of output()
          .stderr.split('\n')
          .filter((each) => each !== ''))
          expect(line).to.match(/aliases: \["\/[\w/.-]+"\]$/);
      });
    });
  });

  it('keeps the last good page of an article with defects, and shows the defects on every page until they are corrected', async () => {
    await withSite(async ({ content, dest, args }) => {
      await withWatcher(args, async (watcher) => {
        const before = digestsOf(dest);
        const good = readFileSync(path.join(content, 'algo-two.md'));
        for (const [bad, rule] of [
          ['没有 front matter\n', 'front-matter'],
          [articleText({ title: '无引号' }), 'title-quoted'],
        ] as const) {
          writeFileSync(path.join(content, 'algo-two.md'), bad);
          const { faults } = await watcher.until((told) => told.faults.some((fault) => fault.includes(`  ${rule}  `)));
          expect(faults.join('\n')).to.match(/algo-two\.md:\d+:\d+ {2}error {2}/);
          await watcher.says(new RegExp(`  ${rule}  [^]*\\d 个错误，0 个警告\n`));
          expect(digestsOf(dest)).to.deep.equal(before);
          expect(await text(`${watcher.address}posts/algo-two/`)).to.contain('第二篇');
        }
        writeFileSync(path.join(content, 'algo-two.md'), good);
        await watcher.until(({ faults }) => faults.length === 0);
        expect(digestsOf(dest)).to.deep.equal(before);
      });
    });
  });

  it('publishes in spite of warnings', async () => {
    await withSite(async ({ content, args }) => {
      await withWatcher(args, async (watcher) => {
        writeFiles(content, { 'algo-locked.md': articleText({ title: '"上锁"', password: '"short"' }) });
        await untilText(watcher, 'posts/algo-locked/', '上锁');
        await watcher.says(/ {2}password-strength {2}[^]*0 个错误，1 个警告\n/);
      });
    });
  });

  it('starts even if an article has defects, and shows the other articles, and the defects until they are corrected', async () => {
    await withSite(async ({ content, dest, args }) => {
      writeFiles(content, { 'algo-bad.md': 'x' });
      await withWatcher(args, async (watcher) => {
        await watcher.until(({ faults }) => faults.length === 1);
        expect(await text(watcher.address)).to.contain('第三篇');
        rmSync(path.join(content, 'algo-bad.md'));
        await watcher.until(({ faults }) => faults.length === 0);
        expect(readdirSync(path.join(dest, 'posts')).sort()).to.deep.equal(['algo-one', 'algo-three', 'algo-two']);
      });
    });
  });

  it('continues after the content folder was missing for a while', async () => {
    await withSite(async ({ content, dest, args }) => {
      await withWatcher(args, async (watcher) => {
        const before = digestsOf(dest);
        rmSync(content, { recursive: true });
        await watcher.until(({ faults }) => faults.some((fault) => /内容目录 .* 不存在/.test(fault)));
        expect(digestsOf(dest)).to.deep.equal(before);
        mkdirSync(content);
        writeFiles(content, { ...three, 'algo-two.md': articleText({ title: '"回来了"' }) });
        await untilText(watcher, 'posts/algo-two/', '回来了');
        writeFiles(content, { 'algo-two.md': articleText({ title: '"还在听"' }) });
        await untilText(watcher, 'posts/algo-two/', '还在听');
      });
    });
  });

  it('notifies open pages if the output changed, but not if only the date of a file changed', async () => {
    await withSite(async ({ content, args }) => {
      await withWatcher(args, async (watcher) => {
        const { version } = (await watcher.told().next()).value!;
        const versions = new Set<string>();
        // First the same bytes again, which must not notify pages, then other bytes.
        writeFileSync(path.join(content, 'algo-two.md'), readFileSync(path.join(content, 'algo-two.md')));
        writeFiles(content, { 'algo-one.md': articleText({ title: '"新题"' }) });
        const last = await watcher.until((told) => versions.add(told.version) && told.version !== version);
        expect([...versions]).to.deep.equal([version, last.version]);
        expect(await text(`${watcher.address}posts/algo-one/`))
          .to.contain('新题')
          .and.contain(last.version);
        // The files with all texts follow when the watcher is idle. Pages do not reload then, nor when an error is
        // corrected.
        await untilText(watcher, 'llms-full.txt', '新题');
        const good = readFileSync(path.join(content, 'algo-two.md'));
        writeFileSync(path.join(content, 'algo-two.md'), 'x');
        await watcher.until(({ faults }) => faults.length > 0);
        writeFileSync(path.join(content, 'algo-two.md'), good);
        expect((await watcher.until(({ faults }) => faults.length === 0)).version).to.equal(last.version);
      });
    });
  });

  it('serves under the path of the url in _site.yml, at this machine’s address', async () => {
    await withSite(async ({ content, dest, args }) => {
      writeFiles(content, { '_site.yml': 'url: https://example.com/blog/\n' });
      await withWatcher(args, async ({ address, origin }) => {
        expect(address).to.equal(`${origin}/blog/`);
        expect(readFileSync(path.join(dest, 'posts/algo-one/index.html'), 'utf8')).to.contain(
          `${origin}/blog/api/posts/algo-one.json`,
        );
        const root = await fetch(`${origin}/`);
        expect(root.url).to.equal(address);
        expect(await root.text()).to.contain('/blog/posts/algo-one/');
        expect((await fetch(`${origin}/blog/posts/algo-one`)).url).to.equal(`${address}posts/algo-one/`);
        expect((await fetch(`${origin}/posts/algo-one/`)).status).to.equal(404);
        expect(await text(`${address}posts/algo-two/`, { Accept: 'text/markdown' })).to.equal('正文从这里开始。\n');
      });
    });
  });

  it('uses the base URL of the flag or of the environment, if there is one', async () => {
    await withSite(async ({ dest, args }) => {
      const urlOf = (): string =>
        (JSON.parse(readFileSync(path.join(dest, 'api/index.json'), 'utf8')) as { url: string }).url;
      await withWatcher([...args, '--base-url', 'https://flag.example/x'], async ({ address, origin }) => {
        expect(urlOf()).to.equal('https://flag.example/x');
        expect(address).to.equal(`${origin}/x/`);
      });
      await withWatcher(args, async () => expect(urlOf()).to.equal('https://environment.example'), {
        SITE_URL: 'https://environment.example',
      });
    });
  });

  it('names the port if it is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await withSite(async ({ folder, args }) => {
      const { code, stderr } = await gulp('watch', ...args, '--port', String(port));
      expect(code).to.equal(1);
      expect(stderr).to.match(new RegExp(`^端口 ${port} 已被占用：.*--port .*\n$`));
      expect(readdirSync(folder).sort()).to.deep.equal(['content', 'static']);
    }).finally(() => server.close());
  });

  it('refuses the same arguments as a build, with one clear line', async () => {
    for (const [args, message] of [
      [['--content', '/no/such/folder'], /内容目录 \S+ 不存在/],
      [['--static', '/no/such/folder'], /静态文件目录 \S+ 不存在/],
      [['--format', 'json'], /没有 --format 这个参数/],
    ] as const) {
      await withFolder(async (folder) => {
        const { code, stderr } = await gulp(
          'watch',
          '--port',
          '0',
          '--static',
          statics,
          '--dest',
          path.join(folder, 'site'),
          ...args,
        );
        expect(code).to.equal(1);
        expect(stderr)
          .to.match(message)
          .and.match(/^[^\n]+\n$/);
      });
    }
  });

  it('forwards /api/auth to the login service, and says how to start it if it does not answer', async () => {
    await withSite(async ({ args }) => {
      const server = createServer((request, response) => {
        const {
          host,
          origin,
          'x-forwarded-for': from,
          'x-forwarded-proto': proto,
          'x-forwarded-host': forwardedHost,
        } = request.headers;
        response.setHeader('Set-Cookie', ['flow=1; HttpOnly; SameSite=Lax', 'b=2']);
        response.writeHead(302, { Location: '/elsewhere' });
        let body = '';
        request.setEncoding('utf8').on('data', (part: string) => (body += part));
        request.on('end', () =>
          response.end(
            JSON.stringify({
              method: request.method,
              url: request.url,
              host,
              origin,
              from,
              proto,
              forwardedHost,
              body,
            }),
          ),
        );
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const authOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await withWatcher(
        args,
        async ({ origin }) => {
          const ask = (url: string): Promise<Response> =>
            fetch(`${origin}${url}`, {
              method: 'POST',
              body: '{"a":1}',
              redirect: 'manual',
              headers: { Origin: origin, 'X-Forwarded-For': '6.6.6.6', 'X-Forwarded-Host': 'evil.example' },
            });
          const response = await ask('/api/auth/refresh?x=1');
          expect(response.status).to.equal(302);
          expect(response.headers.get('location')).to.equal('/elsewhere');
          expect(response.headers.getSetCookie()).to.deep.equal(['flow=1; HttpOnly; SameSite=Lax', 'b=2']);
          const { host } = new URL(origin);
          expect(await response.json()).to.deep.equal({
            method: 'POST',
            url: '/api/auth/refresh?x=1',
            host,
            origin,
            from: '127.0.0.1',
            proto: 'http',
            forwardedHost: host,
            body: '{"a":1}',
          });
          expect((await ask('/api/authority')).status).to.equal(405);

          server.close();
          server.closeAllConnections();
          const refused = await ask('/api/auth/refresh');
          expect(refused.status).to.equal(502);
          expect(refused.headers.get('content-type')).to.equal('application/problem+json');
          const problem = (await refused.json()) as Record<string, unknown>;
          expect(problem).to.include({ title: 'Bad Gateway', status: 502, error: 'bad_gateway' });
          expect(problem.detail).to.contain(authOrigin).and.contain('node server').and.contain('ECONNREFUSED');
        },
        { AUTH_ORIGIN: authOrigin },
      ).finally(() => server.close());
    });
  });
});

/** Whether a folder, to which files are being written, contains exactly these files. */
function holdsJust(folder: string, expected: Record<string, string>): boolean {
  try {
    return JSON.stringify(digestsOf(folder)) === JSON.stringify(expected);
  } catch {
    return false; // a file was removed between listing and reading
  }
}

async function untilText({ address, until }: Watcher, page: string, expected: string): Promise<void> {
  await until(async () => (await text(`${address}${page}`)).includes(expected));
}
