// Tests compose.yaml without Docker: runs its commands, and compares its names with nginx.conf and the settings.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { readConfig } from '../../../server/login-config.ts';
import { names } from '../../../server/environment.ts';
import { compareSettings } from '../../../server/operate/doctor/setting-conflicts.ts';
import { articleText, writeFiles } from '../../support/articles.ts';
import { digestsOf, repository, run, start } from '../../support/command.ts';
import { freePort } from '../../support/ports.ts';
import { startServer } from '../../support/processes.ts';
import type { Running } from '../../support/processes.ts';
import { makeRedisRoom, makeSchema, skip } from '../../support/services.ts';
import type { Schema } from '../../support/services.ts';
import { startHttp, stop } from '../../server/mcp/adapter-process.ts';
import { fillLoginImage, readImage } from './image.ts';
import { makeSecret, send } from './installation.ts';
import { readShipped, startNginx } from './nginx.ts';
import type { Nginx } from './nginx.ts';

type Environment = Readonly<Record<string, string>>;
type Service = {
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly command?: readonly string[];
  readonly environment?: Environment;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly network_mode?: string;
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly (string | object)[];
};

const text = readFileSync(path.join(repository, 'compose.yaml'), 'utf8');
/** The lines that an operator writes into `.env`, and no others. */
const said: Environment = {
  SITE_HOST: 'blog.example.org',
  POSTGRES_PASSWORD: 'planted',
  JWT_SECRET: makeSecret(),
  WEB_APP_ID: 'wx-web',
  WEB_APP_SECRET: 'a',
  MINI_APP_ID: 'wx-mini',
  MINI_APP_SECRET: 'b',
};
const { services } = JSON.parse(JSON.stringify(parse(text, { merge: true })), (_key, value: unknown) =>
  typeof value === 'string' ? interpolate(value, said) : value,
) as { services: Record<string, Service> };
const logins = Object.entries(services).filter(([name]) => name.startsWith('login-'));

/** Interpolates as Compose does: `${NAME}`, `${NAME:-default}`, `${NAME:?what is missing}`; `$$` is a dollar. */
function interpolate(source: string, env: Environment): string {
  return source.replace(
    /\$\$|\$\{(\w+)(?::([?-])([^}]*))?\}/g,
    (whole, name?: string, kind?: string, word?: string) => {
      if (name === undefined) return '$';
      const value = env[name] ?? '';
      if (value !== '') return value;
      if (kind === '-') return word!;
      throw new Error(`${name} is missing: ${word ?? 'no default'}`);
    },
  );
}

describe('the shipped compose.yaml', () => {
  it('passes yamllint', function () {
    if (spawnSync('yamllint', ['--version']).status !== 0) skip(this, 'skipped: no yamllint');
    const rules = 'line-length: {max: 130}, document-start: disable, braces: {max-spaces-inside: 1}';
    const { status, stdout } = spawnSync(
      'yamllint',
      [
        '--strict',
        '-d',
        `{extends: default, rules: {${rules}, comments: {min-spaces-from-content: 1}}}`,
        'compose.yaml',
      ],
      { cwd: repository, encoding: 'utf8' },
    );
    expect({ status, stdout }).to.deep.equal({ status: 0, stdout: '' });
  });

  it('names each setting that the operator left out, and has a default for all other settings', () => {
    for (const name of Object.keys(said)) {
      expect(() => interpolate(text, { ...said, [name]: '' })).to.throw(`${name} is missing: `);
    }
    const guide = readShipped('README.md') + readFileSync(path.join(repository, '.env.example'), 'utf8');
    for (const [, name] of text.matchAll(/\$\{(\w+)/g)) expect(guide, 'explained').to.contain(name);
  });

  it('starts the instances and the adapter where nginx.conf looks for them', () => {
    const nginx = readShipped('nginx.conf');
    const upstream = [...nginx.matchAll(/^ *server (127\.0\.0\.1:\d+) .*(?<!backup);$/gm)].map(
      ([, address]) => address,
    );
    const addresses = logins.map(([, { environment }]) => `${environment!.HOST}:${environment!.PORT}`);
    expect(addresses).to.deep.equal(upstream);
    const { command = [] } = services.mcp!;
    expect(nginx).to.contain(`proxy_pass http://127.0.0.1:${command[command.indexOf('--port') + 1]};`);
    for (const name of [...logins.map(([login]) => login), 'mcp']) {
      expect(services[name]!.network_mode, name).to.equal('service:site');
    }
  });

  it('serves the folder that the build writes, and hands the name of the site to nginx.conf', () => {
    const folder = services.build!.environment!.DEST_DIR!;
    const [shell, flag, script] = services.site!.command!;
    expect([shell, flag]).to.deep.equal(['sh', '-c']);
    const here = script!
      .replace('/etc/duplex/nginx.conf', path.join(repository, 'server/deploy/nginx.conf'))
      .replace(/> \/tmp\/nginx\.conf && exec nginx .*$/, '');
    const { stdout } = spawnSync('sh', ['-c', here], { env: services.site!.environment as never, encoding: 'utf8' });
    expect(stdout).to.contain(`root ${folder};`).and.contain('server_name blog.example.org;');
    expect(stdout).to.contain('root /srv/acme;').and.not.contain('example.com');
    expect(services.mcp!.command!.at(-1)).to.equal(folder);
    for (const name of ['build', 'site', 'mcp']) {
      expect(services[name]!.volumes!.at(-1), name).to.match(/\bsite:\/var\/www(:ro)?$/);
    }
  });

  it('opens two ports, and hides the stores from the outside', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports);
    expect(open.map(([name, { ports }]) => [name, ports])).to.deep.equal([['site', ['80:80', '443:443']]]);
    expect(services.postgres!.networks).to.deep.equal(['inside']);
    expect(services.redis!.networks).to.deep.equal(['inside']);
    expect(text).to.match(/^ {2}inside:\n {4}internal: true$/m);
  });

  it('passes every setting on to the service, which replaces an empty setting by its default', () => {
    const written = (parse(text, { merge: true }) as { services: Record<string, Service> }).services['login-1']!
      .environment!;
    expect(Object.keys(written)).to.have.members(names);
    // compose.yaml, not .env, decides the network, the addresses and the stores.
    const fixed = ['NODE_ENV', 'HOST', 'PORT', 'TRUSTED_PROXY_HOPS', 'KEYV_URL', 'DATABASE_URL'];
    const ofTheSite = ['BASE_URL', 'WEB_REDIRECT_URI', 'LOGIN_RETURN_URL'];
    for (const [name, value] of Object.entries(written)) {
      if (!fixed.includes(name) && !ofTheSite.includes(name)) expect(value, name).to.contain(`\${${name}:`);
    }
    const { environment } = services['login-1']!;
    const empty = Object.keys(environment!).filter((name) => environment![name] === '');
    expect(empty).to.include.members(['CORS_ORIGINS', 'LIMIT_USER_PER_HOUR', 'AUDIT_ADDRESS']);
    const without = Object.fromEntries(Object.entries(environment!).filter(([, value]) => value !== ''));
    expect(readConfig(environment)).to.deep.equal(readConfig(without));
  });

  it('sets the refresh cookie as the guide does', () => {
    const [, guided] = /^AUTH_REFRESH_COOKIE=(\d)$/m.exec(readShipped('README.md'))!;
    for (const [name, { environment }] of logins) expect(environment!.AUTH_REFRESH_COOKIE, name).to.equal(guided);
  });

  it('lets no service fill the disk with its log, or take the memory and processes of the others', () => {
    for (const [name, { logging, mem_limit, pids_limit }] of Object.entries(services)) {
      expect(logging!.options, name).to.have.all.keys('max-size', 'max-file');
      // The build has no such limits, because many articles need more memory. It does not keep running, as services do.
      if (name === 'build') continue;
      expect(mem_limit, name).to.match(/^\d+[mg]$/);
      expect(pids_limit, name).to.be.within(50, 500);
    }
    const { command } = services.redis!;
    const megabytes = (size: string): number => parseInt(size) * (size.endsWith('g') ? 1024 : 1);
    expect(megabytes(command![command!.indexOf('--maxmemory') + 1]!)).to.be.below(
      megabytes(services.redis!.mem_limit!),
    );
    expect(command![command!.indexOf('--maxmemory-policy') + 1]).to.equal('noeviction');
  });

  it('gives the service complete settings without conflicts', () => {
    for (const [name, { environment }] of logins) {
      const findings = compareSettings(readConfig({ ...readImage('login').environment, ...environment }));
      expect(
        findings.filter(({ verdict }) => verdict !== 'ok'),
        name,
      ).to.deep.equal([]);
    }
  });

  describe('with its images', function () {
    let folder: string;
    let schema: Schema;
    let nginx: Nginx;
    let instances: Running[] = [];
    let adapter: Awaited<ReturnType<typeof startHttp>>;
    const get = (target: string) => send(nginx.https, 'GET', target);

    before(async function () {
      folder = mkdtempSync(path.join(tmpdir(), 'duplex-compose-'));
      schema = await makeSchema(this);
      const { url: redis } = await makeRedisRoom(this);
      const [siteImage, loginImage] = [path.join(folder, 'site-image'), path.join(folder, 'login-image')];
      readImage(services.build!.build!.target).copyTo(siteImage);
      expect(services['login-1']!.build!.target ?? 'login').to.equal('login');
      fillLoginImage(loginImage);
      writeFiles(folder, { 'words/content/algo-one.md': articleText(), 'words/static/robots-extra.txt': 'a\n' });

      const toHere = (words: string): string => words.replace(/^\/(words|var\/www)/, `${folder}/$1`);
      const built = await run(services.build!.command!, {
        cwd: siteImage,
        env: Object.fromEntries(
          Object.entries(services.build!.environment!).map(([name, value]) => [name, toHere(value)]),
        ),
      });
      expect(built.code, built.stderr).to.equal(0);

      const ports = [await freePort(), await freePort(), await freePort()];
      const mcp = await freePort();
      const site = toHere(services.build!.environment!.DEST_DIR!);
      const pages = Object.keys(digestsOf(site)).filter((name) => /\.(html|json|md|txt)$/.test(name));
      nginx = await startNginx(this, {
        ports,
        mcp,
        site: Object.fromEntries(pages.map((name) => [name, readFileSync(path.join(site, name), 'utf8')])),
      });
      instances = await Promise.all(
        logins.map(([, { environment }], index) =>
          startServer(
            {
              ...readImage('login').environment,
              ...environment,
              DATABASE_URL: schema.url,
              KEYV_URL: redis,
              PORT: String(ports[index]),
            },
            loginImage,
          ),
        ),
      );
      const [, ...args] = services.mcp!.command!;
      expect(args.shift()).to.equal('server/mcp');
      adapter = await startHttp(
        args.map((word) => (word === '3333' ? String(mcp) : toHere(word))).filter((word) => word !== '--http'),
      );
    });
    after(async () => {
      if (adapter) await stop(adapter.child);
      await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
      await nginx?.stop();
      await schema?.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('serves a site with its own address', async () => {
      const { status, text: page } = await get('/posts/algo-one/');
      expect(status).to.equal(200);
      expect(page).to.contain('https://blog.example.org/posts/algo-one/');
    });

    it('serves a login service on the same origin, which sends people to the platform', async () => {
      const { status, body } = await get('/api/auth/me');
      expect(status).to.equal(401);
      expect(body.code).to.equal('access_token_missing');
      const { headers } = await get('/api/auth/idp/web/login?state=s');
      expect(headers.location).to.match(/^https:\/\/open\.weixin\.qq\.com\/.*#wechat_redirect$/);
      expect(headers.location).to.contain(encodeURIComponent('https://blog.example.org/api/auth/idp/web/callback'));
    });

    it('serves the adapter of this site', async () => {
      const ask = { json: { jsonrpc: '2.0', id: 1, method: 'ping' }, headers: { accept: 'application/json' } };
      expect((await send(nginx.https, 'POST', '/mcp', ask)).status).to.equal(200);
    });

    it('starts the adapter with the command of its image', async () => {
      const [command] = readImage('site').wordsOf('CMD');
      const [program, ...args] = JSON.parse(command!) as string[];
      const port = await freePort();
      expect(program).to.equal('node');
      const child = start(
        args.map((word) => (word === '3333' ? String(port) : word === '/var/www/duplex' ? folder + word : word)),
        { cwd: path.join(folder, 'site-image') },
      );
      let output = '';
      const ready = new Promise<void>((resolve, reject) => {
        for (const stream of [child.stdout, child.stderr]) {
          stream.setEncoding('utf8').on('data', (words: string) => {
            output += words;
            if (output.includes(`:${port}/mcp`)) resolve();
          });
        }
        child.on('exit', (code) => reject(new Error(`exit ${code}: ${output}`)));
      });
      await ready.finally(() => child.kill('SIGKILL'));
    });
  });
});
