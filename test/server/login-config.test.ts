// The configuration: one error names every defect, and production has no default for a secret.
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import {
  ConfigError,
  readConfig,
  readDatabaseConfig,
  readProductionConfig,
  readSessionKeyConfig,
} from '../../server/login-config.ts';
import { Failure } from '../../server/command-failure.ts';
import { readVariables } from '../../server/environment.ts';
import type { Environment } from '../../server/login-config.ts';
import { run } from '../support/command.ts';
import { cases } from '../support/cases.ts';

const required = cases<string>('config', 'required');

const production: Environment = {
  NODE_ENV: 'production',
  BASE_URL: 'https://login.example.com',
  DATABASE_URL: 'postgres://127.0.0.1/duplex',
  JWT_SECRET: 'mO3zq1bT8n0x5wYd7rKc2uVg9sHj4pLe',
  WEB_APP_ID: 'wx-web',
  WEB_APP_SECRET: 'web-secret',
  WEB_REDIRECT_URI: 'https://login.example.com/api/auth/idp/web/callback',
  MINI_APP_ID: 'wx-mini',
  MINI_APP_SECRET: 'mini-secret',
  TRUSTED_PROXY_HOPS: '1',
  IDP_REDIRECT_FRAGMENT: 'wechat_redirect',
};

function defectsOf(env: Environment): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.defects;
    throw error;
  }
  return [];
}

const parseDatabaseUrl = (connectionString: string): pg.Client => new pg.Client({ connectionString });
const warningsOf = (env: Environment): string[] => readConfig(env).warnings.map(({ message }) => message.en);

describe('server configuration', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(path.join(tmpdir(), 'duplex-'))));
  after(() => rmSync(folder, { recursive: true }));

  it('names, in production, every missing variable in one message, and exits', async () => {
    const { code, stderr, stdout } = await run(['server'], { env: { NODE_ENV: 'production' } });
    expect(code).to.equal(1);
    expect(stdout).to.match(/^\{[^\n]*"msg":"starting"\}\n$/);
    for (const name of required) expect(stderr).to.contain(`${name} is missing`);
    expect(stderr).not.to.match(/\n\s+at /);
  });

  it('names settings with bad values as well as missing ones, and never prints a value', () => {
    const secret = 'planted-but-short';
    const defects = defectsOf({
      ...production,
      JWT_SECRET: secret,
      PORT: '70000',
      DATABASE_URL: 'mysql://x',
      MINI_APP_ID: '',
    });
    expect(defects.map((defect) => defect.split(' ')[0])).to.have.members([
      'JWT_SECRET',
      'PORT',
      'DATABASE_URL',
      'MINI_APP_ID',
    ]);
    expect(defects.join()).not.to.contain(secret);
  });

  it('accepts a complete production configuration, and warns that only one instance may run without KEYV_URL', () => {
    const config = readConfig(production);
    expect(config).to.include({ production: true, port: 3000, host: '127.0.0.1', sandbox: false });
    expect(config.idp.apiUrl).to.equal('https://api.weixin.qq.com');
    expect(config.web.embedRedirectUri).to.equal('https://login.example.com/login/');
    expect(config.warnings).to.have.length(1);
    expect(config.warnings[0]).to.include({ variable: 'KEYV_URL' });
    expect(warningsOf({ ...production, KEYV_URL: 'redis://127.0.0.1' })).to.deep.equal([]);
  });

  it('warns that WeChat itself requires a fragment other than the default', () => {
    const warningsWith = (env: Environment): readonly string[] =>
      warningsOf({ ...production, KEYV_URL: 'redis://127.0.0.1', IDP_REDIRECT_FRAGMENT: '', ...env });
    expect(warningsWith({})).to.have.length(1);
    expect(warningsWith({})[0]).to.contain('IDP_REDIRECT_FRAGMENT=wechat_redirect');
    expect(warningsWith({ IDP_AUTHORIZE_URL: 'https://idp.example.com/authorize' })).to.deep.equal([]);
  });

  const secrets: readonly [string, string][] = [
    ['of 31 bytes', 'mO3zq1bT8n0x5wYd7rKc2uVg9sHj4pL'],
    ['of one byte repeated', 'k'.repeat(64)],
    ['that is a placeholder of a tutorial', 'your-256-bit-secret-your-256-bit-secret'],
    ['that says it must be changed', 'please-change-me-please-change-me-now'],
    ['that says it must be replaced', 'replace-with-a-long-random-string-of-32-bytes'],
    ['that is the example of jwt.io', 'a-string-secret-at-least-256-bits-long'],
    ['that is the example of Supabase', 'super-secret-jwt-token-with-at-least-32-characters-long'],
    ['that is the name of the variable', '<JWT_SECRET><JWT_SECRET><JWT_SECRET>'],
  ];
  for (const [what, secret] of secrets) {
    it(`refuses a JWT_SECRET ${what}`, () => {
      expect(defectsOf({ ...production, JWT_SECRET: secret })).to.have.length(1);
      expect(defectsOf({ ...production, JWT_SECRET_PREVIOUS: secret })).to.have.length(1);
    });
  }

  it('warns that a JWT_SECRET looks guessable, does not print it, and accepts random secrets', () => {
    const warningsWith = (secret: string): readonly string[] =>
      warningsOf({ ...production, KEYV_URL: 'redis://127.0.0.1', JWT_SECRET: secret });
    for (const secret of [
      '0123456789'.repeat(4),
      'abcdefghijklmnopqrstuvwxyz0123456789',
      'hunter2'.repeat(9),
      'aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbcccccccccccccccc',
    ]) {
      const [warning, ...others] = warningsWith(secret);
      expect(others).to.deep.equal([]);
      expect(warning).to.contain('JWT_SECRET').and.contain('openssl').and.not.contain(secret);
    }
    for (let count = 0; count < 200; count += 1) {
      for (const secret of [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')]) {
        expect(warningsWith(secret), secret).to.deep.equal([]);
      }
    }
  });

  it('warns if other machines can reach a development service', () => {
    const warningsWith = (env: Environment): readonly string[] => warningsOf({ DATA_DIR: folder, ...env });
    for (const host of ['127.0.0.1', '127.0.0.2', 'localhost', '::1']) {
      expect(warningsWith({ HOST: host }), host).to.deep.equal([]);
    }
    for (const host of ['0.0.0.0', '::', '192.168.1.2', '127.0.0.1.example', 'a.localhost']) {
      const [warning, ...others] = warningsWith({ HOST: host });
      expect(others).to.deep.equal([]);
      expect(warning).to.match(/^HOST .*NODE_ENV=production/);
    }
    expect(warningsOf({ ...production, HOST: '0.0.0.0', KEYV_URL: 'redis://127.0.0.1' })).to.deep.equal([]);
  });

  it('warns if browsers do not send the flow cookie of a login to WEB_REDIRECT_URI', () => {
    const warningsWith = (env: Environment): readonly string[] =>
      warningsOf({ ...production, KEYV_URL: 'redis://127.0.0.1', ...env });
    const callback = '/api/auth/idp/web/callback';
    for (const address of [`https://example.com${callback}`, `http://login.example.com${callback}`]) {
      const [warning, ...others] = warningsWith({ WEB_REDIRECT_URI: address });
      expect(others, address).to.deep.equal([]);
      expect(warning).to.contain('WEB_REDIRECT_URI').and.contain('BASE_URL').and.contain('state_unknown');
      expect(warningsWith({ WEB_REDIRECT_URI: address, AUTH_STATE_BINDING: 'off' }), address).to.deep.equal([]);
    }
    // Cookies ignore ports.
    expect(warningsWith({ WEB_REDIRECT_URI: `https://login.example.com:8443${callback}` })).to.deep.equal([]);
    expect(warningsWith({ WEB_REDIRECT_URI: 'https://login.example.com/foo' })).to.have.lengthOf(1);
    expect(warningsWith({ WEB_REDIRECT_URI: 'https://login.example.com/foo' })[0])
      .to.contain('WEB_REDIRECT_URI')
      .and.contain(`https://login.example.com${callback}`);
    const development = { DATA_DIR: folder, WEB_REDIRECT_URI: `http://localhost:4000${callback}` };
    expect(warningsOf(development)).to.deep.equal([]);
  });

  it('counts the bytes of JWT_SECRET, not its characters', () => {
    expect(defectsOf({ ...production, JWT_SECRET: '密钥由十一个汉字组成啊' })).to.deep.equal([]);
  });

  it('requires the page of the embedded QR code to be on the origin of BASE_URL', () => {
    const other = defectsOf({ ...production, WEB_EMBED_REDIRECT_URI: 'https://example.com/login/' });
    expect(other.join()).to.contain('WEB_EMBED_REDIRECT_URI').and.contain('BASE_URL');
  });

  it('refuses AUTH_REFRESH_COOKIE=1 without LOGIN_RETURN_URL, and names both', () => {
    const page = 'https://login.example.com/login/';
    const [defect, ...others] = defectsOf({ ...production, AUTH_REFRESH_COOKIE: '1' });
    expect(others).to.deep.equal([]);
    expect(defect).to.contain('AUTH_REFRESH_COOKIE=1').and.contain('LOGIN_RETURN_URL');
    expect(defectsOf({ ...production, AUTH_REFRESH_COOKIE: '1', LOGIN_RETURN_URL: page })).to.deep.equal([]);
    expect(
      defectsOf({ ...production, AUTH_REFRESH_COOKIE: '1', LOGIN_RETURN_URL: `${page}#x` }),
      'set, but not to a page',
    ).to.have.length(1);
    const development = { DATA_DIR: folder, AUTH_REFRESH_COOKIE: '1' };
    expect(defectsOf(development)).to.have.length(1);
    expect(defectsOf({ ...development, BASE_URL: 'http://localhost:4000' }), 'the site has a page').to.deep.equal([]);
  });

  it('requires TRUSTED_PROXY_HOPS in production if BASE_URL is https', () => {
    const { TRUSTED_PROXY_HOPS: _hops, ...unsaid } = production;
    const [defect, ...others] = defectsOf(unsaid);
    expect(others).to.deep.equal([]);
    expect(defect).to.match(/^TRUSTED_PROXY_HOPS is missing: .*number of proxies/);
    expect(defectsOf({ ...unsaid, AUTH_REFRESH_COOKIE: '1' })).to.have.length(2);
    expect(
      defectsOf({
        ...unsaid,
        BASE_URL: 'http://127.0.0.1:3000',
        WEB_EMBED_REDIRECT_URI: 'http://127.0.0.1:3000/login/',
      }),
    ).to.deep.equal([]);
    const warned = warningsOf({ ...production, KEYV_URL: 'redis://127.0.0.1', TRUSTED_PROXY_HOPS: '0' });
    expect(warned).to.have.length(1);
    expect(warned[0]).to.contain('TRUSTED_PROXY_HOPS is 0');
  });

  const bad: readonly [string, string][] = cases<[string, string]>('config', 'refused');
  for (const [name, value] of bad) {
    it(`refuses ${name}=${value}`, () => {
      expect(defectsOf({ ...production, [name]: value }).filter((defect) => defect.startsWith(name))).to.have.length(1);
    });
  }

  for (const [name, value, words] of cases<[string, string, string]>('config', 'explained')) {
    it(`explains what is wrong with ${name}=${value}`, () => {
      const [defect, ...others] = defectsOf({ ...production, [name]: value });
      expect(others).to.deep.equal([]);
      expect(defect)
        .to.match(new RegExp(`^${name} `))
        .and.contain(words)
        .and.not.contain('planted');
    });
  }

  for (const [name, value] of cases<[string, string]>('config', 'taken')) {
    it(`accepts ${name}=${value}`, () => {
      expect(defectsOf({ ...production, [name]: value })).to.deep.equal([]);
    });
  }

  it('reads a password in a URL as it is meant, or refuses the URL', () => {
    const word = fc.string({ unit: fc.constantFrom(...'aZ09#/?@%:;&=+$,[]^|\\"\' ~é'), minLength: 1, maxLength: 12 });
    // Text that looks encoded is decoded.
    const isPlain = (text: string): boolean => !/%[0-9a-f]{2}/i.test(text);
    fc.assert(
      fc.property(word.filter(isPlain), (password) => {
        const [url, redis] = ['postgres', 'redis'].map((scheme) => `${scheme}://u:${password}@127.0.0.1:5432/1`);
        const { values, defects } = readVariables({ DATABASE_URL: url, KEYV_URL: redis });
        if (values.DATABASE_URL !== undefined) {
          expect(parseDatabaseUrl(url!)).to.include({ host: '127.0.0.1', password });
        }
        if (values.KEYV_URL !== undefined) {
          const { hostname, password: taken } = new URL(redis!);
          expect([hostname, decodeURIComponent(taken)]).to.deep.equal(['127.0.0.1', password]);
        }
        for (const defect of defects) expect(defect).to.match(/percent-encode|several servers|database by its number/);
        if (/[#/]/.test(password)) expect(defects).to.have.length(2);
        const encoded = `postgres://u:${encodeURIComponent(password)}@127.0.0.1:5432/1`;
        expect(readVariables({ DATABASE_URL: encoded }).defects).to.deep.equal([]);
        expect(parseDatabaseUrl(encoded)).to.include({ password });
      }),
      { numRuns: 1_000 },
    );
  });

  it('uses no development defaults and generates no secrets if NODE_ENV is misspelt', () => {
    const untouched = path.join(folder, 'untouched');
    const defects = defectsOf({ NODE_ENV: 'prod', DATA_DIR: untouched });
    expect(defects.map((defect) => defect.split(' ')[0])).to.include.members(['NODE_ENV', ...required]);
    expect(existsSync(untouched)).to.equal(false);
    for (const read of [readDatabaseConfig, readProductionConfig]) {
      expect(() => read({ ...production, NODE_ENV: 'prod' }), read.name).to.throw(ConfigError, 'NODE_ENV must be');
    }
    expect(() => readSessionKeyConfig({ ...production, NODE_ENV: 'prod', KEYV_URL: 'redis://127.0.0.1' })).to.throw(
      ConfigError,
      'NODE_ENV must be',
    );
  });

  it('ignores spaces around the value of NODE_ENV, and treats test like development', () => {
    expect(readConfig({ ...production, NODE_ENV: ' production ' }).production).to.equal(true);
    expect(defectsOf({ NODE_ENV: 'production ' })).to.include('JWT_SECRET is missing');
    expect(readConfig({ NODE_ENV: 'test', DATA_DIR: folder }).production).to.equal(false);
  });

  it('has a default for everything in development, and generates secrets below DATA_DIR', () => {
    const config = readConfig({ DATA_DIR: folder });
    expect(config).to.include({
      production: false,
      sandbox: true,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:3000',
    });
    expect(config.jwt.secret.length).to.be.at.least(32);
    expect(readConfig({ DATA_DIR: folder }).jwt).to.deep.equal(config.jwt);
    expect(statSync(path.join(folder, 'secrets.json')).mode & 0o777).to.equal(0o600);
    const another = path.join(folder, 'another');
    expect(readConfig({ DATA_DIR: another }).jwt.secret, 'in another folder').to.not.equal(config.jwt.secret);
    expect(statSync(another).mode & 0o777).to.equal(0o700);
  });

  it('warns in production if tokens are sent unencrypted', () => {
    const warnings = warningsOf({
      ...production,
      BASE_URL: 'http://login.example.com',
      WEB_EMBED_REDIRECT_URI: '',
    });
    expect(warnings.join('\n')).to.contain('BASE_URL is not https');
  });

  it('generates one set of secrets if two processes start at the same time', async () => {
    const fresh = path.join(folder, 'fresh');
    mkdirSync(fresh);
    // The two processes wait for each other before each of twenty turns.
    const script = `
      import { readdirSync, writeFileSync } from 'node:fs';
      import { readSecrets } from './server/development-secrets.ts';
      for (let turn = 10; turn < 30; turn += 1) {
        writeFileSync('${fresh}/' + turn + process.pid, '');
        while (readdirSync('${fresh}').filter((name) => name.startsWith(turn)).length < 2);
        console.log(readSecrets('${fresh}/of ' + turn).jwtSecret);
      }`;
    const [one, other] = await Promise.all(
      [1, 2].map(() => run(['--import', 'tsx', '--input-type=module', '-e', script])),
    );
    expect(one!.stdout.split('\n')).to.have.length(21);
    expect(other!.stdout).to.equal(one!.stdout);
  });

  it('reports a broken file of secrets with a remedy', () => {
    const broken = mkdtempSync(path.join(folder, 'broken-'));
    writeFileSync(path.join(broken, 'secrets.json'), '{');
    expect(() => readConfig({ DATA_DIR: broken })).to.throw(/secrets\.json.*delete it/);
  });

  it('reports a DATA_DIR that cannot be used with a remedy, and without a stack', () => {
    const file = path.join(folder, 'a file');
    writeFileSync(file, '');
    for (const DATA_DIR of [file, path.join(file, 'below')]) {
      const read = (): unknown => readConfig({ DATA_DIR });
      expect(read).to.throw(Failure, /ENOTDIR.*set DATA_DIR to a folder/);
    }
    const keyv = { KEYV_URL: 'redis://127.0.0.1', DATA_DIR: file };
    expect(() => readSessionKeyConfig(keyv)).to.throw(Failure, 'set DATA_DIR');
  });

  it('reads session keys with the secret that the service uses, and generates none', () => {
    const keyv = { KEYV_URL: 'redis://127.0.0.1', DATA_DIR: path.join(folder, 'of session keys') };
    expect(() => readSessionKeyConfig(keyv)).to.throw(ConfigError, 'JWT_SECRET is missing');
    expect(existsSync(keyv.DATA_DIR)).to.equal(false);
    const { secret } = readConfig(keyv).jwt;
    expect(readSessionKeyConfig(keyv)).to.include({ secret });
    expect(readSessionKeyConfig({ DATA_DIR: keyv.DATA_DIR }), 'without Redis').to.equal(undefined);
  });

  it('requires only the database for migrations', () => {
    expect(readDatabaseConfig({ NODE_ENV: 'production', DATABASE_URL: 'postgres://127.0.0.1/x' }).databaseUrl).to.equal(
      'postgres://127.0.0.1/x',
    );
    expect(() => readDatabaseConfig({ NODE_ENV: 'production' })).to.throw(ConfigError, 'DATABASE_URL is missing');
  });
});
