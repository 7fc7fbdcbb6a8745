// Runs every command and every snippet of the guides of the login service, server/*.md.
import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repository } from '../support/command.ts';
import { blocksAt, guide, makePorts, openShell, secret, send, signIn, startLogin } from '../support/guide.ts';
import type { Json, Ports, Running, Shell, TokenAnswer } from '../support/guide.ts';
import { skip } from '../support/services.ts';

const service = { name: 'comments', secret: 'of-the-comments' };
const digest = createHash('sha256').update(service.secret).digest('hex');
const registered = { INTROSPECTION_SERVICES: `${service.name}:${digest}` };

describe('the guide for integrators', function () {
  let folder: string;
  let ports: Ports;
  let origin: string;
  let login: Running;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-guide-'));
    ports = await makePorts();
    origin = `http://localhost:${ports.login}`;
    login = await startLogin({ ports, folder, section: 'Try it with curl', env: registered });
  });
  after(async () => {
    await login.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has only blocks of kinds that the tests run', () => {
    const known =
      /^(sh( server| site| offline| by-hand)?|text|json|html sign-in\/\w+\.html|js browser sign-in\/\w+\.js|js mini|js node|py|nginx)$/;
    const blocks = blocksAt(ports);
    expect(blocks).to.have.length.above(20);
    expect(blocks.filter(({ info }) => !known.test(info))).to.deep.equal([]);
  });

  describe('its commands', () => {
    let shell: Shell;
    before(() => {
      shell = openShell({ DATA_DIR: path.join(folder, 'data') });
    });
    after(() => shell.close());

    /** Runs the blocks of some sections, and compares what each writes with the block that follows it. */
    const runSections = async (kind: string, ...names: readonly string[]): Promise<string> => {
      const blocks = blocksAt(ports).filter(({ section }) => names.includes(section));
      let all = '';
      for (const [index, { info, text }] of blocks.entries()) {
        if (info !== kind) continue;
        const output = await shell.run(text);
        all += `${output}\n`;
        const expected = blocks[index + 1];
        if (expected?.info === 'json')
          expect(shapeOf(JSON.parse(output))).to.deep.equal(shapeOf(JSON.parse(expected.text)));
        if (expected?.info === 'text') expect(output.trim()).to.match(patternOf(expected.text));
      }
      return all;
    };

    it('sign in by web and mini-program, refresh and sign out', async () => {
      await runSections('sh', 'Try it with curl');
    });

    it('ask for health and figures', async () => {
      const output = await runSections('sh', 'Health', 'Figures');
      const told = [...output.matchAll(/^# HELP (duplex_\w+) /gm)].map(([, name]) => name);
      const explained = [...guide.matchAll(/^\| `(duplex_\w+)` \|/gm)].map(([, name]) => name);
      expect(explained, 'the table of figures').to.have.members(told);
    });

    it('find, disable, enable and delete an account while the service is stopped', async () => {
      const { access_token: token, user } = await signIn(origin);
      const { data } = await send('POST', `${origin}/sandbox/mini/phone`, { body: { person: 'lin' } });
      await send('POST', `${origin}/api/auth/idp/mini/phone`, { body: { code: data.code }, token });
      await login.stop();
      const output = await runSections('sh offline', 'Database', 'Accounts');
      login = await startLogin({ ports, folder, section: 'Try it with curl', env: registered });
      expect(output).to.contain('up to date').and.contain(`${user.id}  disabled`).and.contain(`${user.id}  deleted`);
      expect(output).to.contain('user_enabled');
      expect((await send('GET', `${origin}/api/auth/me`, { token })).data.code).to.equal('session_revoked');
    });
  });

  describe('its mini-program', () => {
    type Mini = {
      call(method: string, path: string, data?: Json): Promise<{ statusCode: number; data: Json }>;
      onPhone(event: { detail: Json }): Promise<{ statusCode: number; data: Json } | undefined>;
    };
    let mini: Mini;
    let storage: Map<string, TokenAnswer>;
    let requests: string[];

    beforeEach(() => {
      storage = new Map();
      requests = [];
      const wx = {
        getStorageSync: (key: string) => storage.get(key) ?? '',
        setStorageSync: (key: string, value: TokenAnswer) => void storage.set(key, value),
        login: ({ success }: { success: (answer: Json) => void }) => {
          void send('POST', `${origin}/sandbox/mini/login`, { body: { person: 'chen' } }).then(({ data }) =>
            success(data),
          );
        },
        request: ({ url, method, data, header, success, fail }: Json & { header: Record<string, string> }) => {
          requests.push(`${String(method)} ${new URL(String(url)).pathname}`);
          const token = header.Authorization?.slice('Bearer '.length);
          void send(String(method), String(url), {
            ...(data ? { body: data as Json } : {}),
            ...(token ? { token } : {}),
          }).then(success as (answer: object) => void, fail as () => void);
        },
      };
      const [block] = blocksAt(ports, 'js mini');
      const module = {} as { exports: Mini };
      new Function('wx', 'module', block!.text)(wx, module);
      mini = module.exports;
    });

    const spoil = (changes: Partial<TokenAnswer>): void => {
      storage.set('tokens', { ...storage.get('tokens')!, ...changes });
    };
    const count = (request: string): number => requests.filter((each) => each === request).length;

    it('signs in by itself, once for many requests', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => mini.call('GET', '/me')));
      expect(answers.map(({ statusCode }) => statusCode)).to.deep.equal([200, 200, 200]);
      expect(count('POST /api/auth/idp/mini/login')).to.equal(1);
    });

    it('refreshes once for many 401s', async () => {
      await mini.call('GET', '/me');
      spoil({ access_token: 'over' });
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => mini.call('GET', '/me')));
      expect(answers.map(({ statusCode }) => statusCode)).to.deep.equal([200, 200, 200, 200, 200]);
      expect(count('POST /api/auth/refresh')).to.equal(1);
      expect(count('POST /api/auth/idp/mini/login')).to.equal(1);
    });

    it('signs in again when its session has ended', async () => {
      await mini.call('GET', '/me');
      await mini.call('POST', '/logout');
      expect((await mini.call('GET', '/me')).statusCode).to.equal(200);
      expect(count('POST /api/auth/idp/mini/login')).to.equal(2);
    });

    it('sends the phone number by both methods', async () => {
      await mini.call('GET', '/me');
      const { data: detail } = await send('POST', `${origin}/sandbox/mini/phone`, { body: { person: 'chen' } });
      expect(await mini.onPhone({ detail })).to.deep.equal({ statusCode: 200, data: { phone: '+8612000000002' } });
      const { encryptedData, iv } = detail;
      expect(await mini.onPhone({ detail: { encryptedData, iv } })).to.have.property('statusCode', 200);
      expect(await mini.onPhone({ detail: { errMsg: 'getPhoneNumber:fail user deny' } })).to.equal(undefined);
    });
  });

  describe('its checks of an access token', () => {
    const formerSecret = 'a secret that the service had before';
    let tokens: TokenAnswer;
    let baseUrl: string;

    before(async () => {
      baseUrl = origin;
      tokens = await signIn(origin, 'zhao');
      symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'));
    });

    type Verify = (token: string) => Promise<Json | null | undefined>;
    const secrets = [secret, formerSecret];
    const verifiers: [string, (suite: Mocha.Context) => Promise<Verify>][] = [
      ...['with jsonwebtoken', 'with Node only'].map((name, index): (typeof verifiers)[number] => [
        name,
        async () => {
          const block = blocksAt(ports, 'js node')[index]!;
          const place = path.join(folder, `verify-${index}.mjs`);
          writeFileSync(place, block.text);
          const { verifyAccessToken } = (await import(pathToFileURL(place).href)) as {
            verifyAccessToken: (token: string, options: Json) => Json | undefined;
          };
          return (token) => Promise.resolve(verifyAccessToken(token, { secrets, baseUrl }));
        },
      ]),
      [
        "with Python's standard library",
        (suite) => {
          if (spawnSync('python3', ['--version']).status !== 0) skip(suite, 'skipped: no python3 on the path');
          writeFileSync(path.join(folder, 'verify.py'), blocksAt(ports, 'py')[0]!.text);
          const program =
            'import json, sys, verify; print(json.dumps(verify.verify_access_token(*json.load(sys.stdin))))';
          return Promise.resolve((token) => {
            const input = JSON.stringify([token, secrets, baseUrl]);
            const { status, stdout, stderr } = spawnSync('python3', ['-c', program], { cwd: folder, input });
            expect(status, String(stderr)).to.equal(0);
            return Promise.resolve(JSON.parse(String(stdout)) as Json | null);
          });
        },
      ],
    ];

    /** A token as the service issues it, except for the given changes. */
    const forge = ({
      header = {},
      claims = {},
      key = secret,
    }: { header?: Json; claims?: Json; key?: string } = {}): string => {
      const now = Math.floor(Date.now() / 1000);
      const body = { iss: baseUrl, aud: baseUrl, sub: 'u', sid: 's', iat: now, exp: now + 7200, ...claims };
      const alg = (header.alg ?? 'HS256') as jwt.Algorithm;
      // Without a member whose value is undefined.
      return jwt.sign(JSON.parse(JSON.stringify(body)) as object, alg === 'none' ? '' : key, {
        algorithm: alg,
        header: { typ: 'at+jwt', ...header, alg },
      });
    };
    const past = (): number => Math.floor(Date.now() / 1000) - 10_000;
    const refused: [string, () => string][] = [
      ['a refresh token', () => tokens.refresh_token],
      ['nothing', () => ''],
      ['no JWT', () => 'a.b'],
      ['four parts', () => `${tokens.access_token}.x`],
      ['a changed signature', () => tokens.access_token.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))],
      ['a changed claim', () => tokens.access_token.replace(/\.(.)(.)/, '.$2$1')],
      ['another secret', () => forge({ key: 'a secret that nobody gave to the service' })],
      ['alg none', () => forge({ header: { alg: 'none' } })],
      ['alg HS512', () => forge({ header: { alg: 'HS512' } })],
      ['typ JWT', () => forge({ header: { typ: 'JWT' } })],
      ['typ rt+jwt', () => forge({ header: { typ: 'rt+jwt' } })],
      ['crit', () => forge({ header: { crit: ['b64'], b64: false } })],
      ['another issuer', () => forge({ claims: { iss: 'http://localhost' } })],
      ['another audience', () => forge({ claims: { aud: `${baseUrl}/api/auth/refresh` } })],
      ['an end in the past', () => forge({ claims: { iat: past(), exp: past() + 7200 } })],
      ['no end', () => forge({ claims: { exp: undefined } })],
    ];

    for (const [name, make] of verifiers) {
      it(`${name} accept what the service issues and nothing else`, async function () {
        const verify = await make(this);
        expect(await verify(tokens.access_token)).to.include({ sub: tokens.user.id, iss: baseUrl, aud: baseUrl });
        expect(await verify(forge({ key: formerSecret })), 'the former secret').to.include({ sub: 'u' });
        for (const [what, token] of refused) expect((await verify(token())) ?? undefined, what).to.equal(undefined);
      });
    }

    it('do not notice the end of a session; /me and introspection do', async () => {
      const { access_token: token, user } = await signIn(origin, 'zhao');
      const verify = await verifiers[1]![1](undefined as never);
      const place = path.join(folder, 'introspect.mjs');
      writeFileSync(place, blocksAt(ports, 'js node')[2]!.text);
      const { introspect } = (await import(pathToFileURL(place).href)) as {
        introspect: (token: string, options: Json) => Promise<Json>;
      };
      expect(await introspect(token, { baseUrl, ...service })).to.include({ active: true, sub: user.id });
      await send('POST', `${origin}/api/auth/logout`, { token });
      expect(await introspect(token, { baseUrl, ...service })).to.deep.equal({ active: false });
      expect(await verify(token)).to.be.an('object');
      expect((await send('GET', `${origin}/api/auth/me`, { token })).data.code).to.equal('session_revoked');
    });
  });
});

/** The keys of a JSON value, at every depth. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return Array.isArray(value) ? [] : null;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]));
}

/** A pattern for an expected output, in which `...` is any text. */
function patternOf(text: string): RegExp {
  const parts = text.trim().split('...');
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*')}$`);
}
