// The login service's image, as far as it can be tested without Docker: the copied files are enough to run.
import { expect } from 'chai';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repository, run, start } from '../../support/command.ts';
import { freePort } from '../../support/ports.ts';
import { startServer } from '../../support/processes.ts';
import { makeSchema } from '../../support/services.ts';
import { makeSecret } from '../../system/deploy/installation.ts';
import { fillLoginImage, readImage } from '../../system/deploy/image.ts';
import { readShipped } from '../../system/deploy/nginx.ts';

const { wordsOf, environment } = readImage('login');
const compiled = readImage('login-compiled');
const healthCheck = JSON.parse(wordsOf('HEALTHCHECK')[0]!.replace(/^.*?CMD /, '')) as string[];

describe('the shipped Dockerfile', () => {
  let whole: string;
  let folder: string;

  before(() => {
    whole = mkdtempSync(path.join(tmpdir(), 'duplex-container-'));
    folder = path.join(whole, 'compiled');
    fillLoginImage(folder);
  });
  after(() => rmSync(whole, { recursive: true, force: true }));

  it('copies what the service needs, and runs the service in production mode, on all addresses and without root', async () => {
    const proxied = { TRUSTED_PROXY_HOPS: '1' };
    const cache = { NODE_COMPILE_CACHE: '/app/.cache', NODE_COMPILE_CACHE_PORTABLE: '1' };
    expect(environment).to.deep.equal({ NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '3000', ...proxied, ...cache });
    expect(wordsOf('USER')).to.deep.equal(['node']);
    expect(JSON.parse(wordsOf('CMD')[0]!)).to.deep.equal(['node', 'server']);
    expect(readShipped('Dockerfile').lastIndexOf('\nFROM '), 'the last stage is the default').to.equal(
      readShipped('Dockerfile').search(/\nFROM \S+ AS login$/m),
    );
    expect(wordsOf('COPY')).to.deep.equal(['--from=login-compiled /compiled ./']);
    expect(readImage('login-packages').wordsOf('RUN')[0]).to.match(/^npm install --omit=dev /);
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.ts$|node_modules/.test(name),
    );
    expect(sources).to.deep.equal([]);
    const { code, stderr } = await run(['server'], { env: environment, cwd: folder });
    expect(code).to.equal(1);
    expect(stderr).to.contain('JWT_SECRET is missing').and.not.contain('    at ');
    for (const args of compiled.wordsOf('RUN')[1]!.split(' && ').slice(0, 2))
      expect(await run(args.split(' ').slice(1), { cwd: folder }), args).to.include({ code: 0, stderr: '' });
  });

  it('is built without the documents of the server, in either language', () => {
    const ignored = readShipped('Dockerfile.dockerignore').split('\n');
    const documents = readdirSync(path.join(repository, 'server'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.startsWith('deploy'))
      .map((name) => `server/${name}`);
    expect(documents).not.to.deep.equal([]);
    expect(ignored).to.include.members(documents);
  });

  it('has its own packages, in the versions of this repository', () => {
    const read = (name: string) =>
      (JSON.parse(readFileSync(path.join(repository, name), 'utf8')) as { dependencies: Record<string, string> })
        .dependencies;
    const [own, all] = [read('server/deploy/login/package.json'), read('package.json')];
    for (const [name, range] of Object.entries(own)) expect(range, name).to.equal(all[name]);
    const [, explained = ''] = readFileSync(path.join(repository, 'server/README.md'), 'utf8').split('## The packages');
    const rows = explained.split('\n').map((line) => line.split(' | ')[0]!.replace('| ', ''));
    expect(
      rows.flatMap((names) => names.split(', ')),
      'the table of packages',
    ).to.include.members(Object.keys(own));
    expect(own).to.not.have.any.keys('gulp', 'markdown-it', '@electric-sql/pglite', 'tsx');
  });

  it('has a health check that succeeds until the process has stopped', async function () {
    const schema = await makeSchema(this);
    const secret = { JWT_SECRET: makeSecret(), WEB_APP_SECRET: 'a', MINI_APP_SECRET: 'b' };
    const app = { WEB_APP_ID: 'c', MINI_APP_ID: 'd', BASE_URL: 'https://a.example' };
    const address = { WEB_REDIRECT_URI: 'https://a.example/api/auth/idp/web/callback', DATABASE_URL: schema.url };
    const PORT = String(await freePort());
    const server = await startServer({ ...environment, ...secret, ...app, ...address, PORT }, folder);
    const check = async (): Promise<number | null> => {
      const child = start(healthCheck.slice(1), { env: { PORT } });
      return new Promise((resolve) => child.on('close', resolve));
    };
    try {
      expect(healthCheck[0]).to.equal('node');
      expect(await check()).to.equal(0);
      await server.stop('SIGTERM');
      expect(await check()).to.equal(1);
    } finally {
      await server.stop('SIGKILL');
      await schema.drop();
    }
  });
});
