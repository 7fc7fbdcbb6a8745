// Production settings are compared with each other. The settings of the guide agree, and each conflict is reported
// once.
import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callbackPath as callback, readConfig } from '../../../../server/login-config.ts';
import type { Config } from '../../../../server/login-config.ts';
import { compareSettings } from '../../../../server/operate/doctor/setting-conflicts.ts';
import { repository } from '../../../support/command.ts';

type Environment = Readonly<Record<string, string>>;

describe('the settings for WeChat itself', () => {
  const wechat: Environment = {
    NODE_ENV: 'production',
    BASE_URL: 'https://example.com',
    DATABASE_URL: 'postgres://127.0.0.1/duplex',
    KEYV_URL: 'redis://127.0.0.1',
    WEB_APP_ID: 'wx-web',
    MINI_APP_ID: 'wx-mini',
    JWT_SECRET: 'planted-mO3zq1bT8n0x5wYd7rKc2uVg9sHj4pLe',
    WEB_APP_SECRET: 'planted-web-secret',
    MINI_APP_SECRET: 'planted-mini-secret',
    WEB_REDIRECT_URI: `https://example.com${callback}`,
    LOGIN_RETURN_URL: 'https://example.com/login/',
    TRUSTED_PROXY_HOPS: '1',
    IDP_REDIRECT_FRAGMENT: 'wechat_redirect',
  };
  const defectsOf = (changes: Environment): readonly string[] =>
    compareSettings(readConfig({ ...wechat, ...changes }))
      .filter(({ verdict }) => verdict !== 'ok')
      .map(({ verdict, message, remedy }) => `${verdict} ${message.en} -> ${remedy?.en ?? ''}`);

  it('do not conflict if they follow the guide', () => {
    expect(defectsOf({})).to.deep.equal([]);
  });

  for (const guide of ['server/OPERATE.md', 'server/OPERATE.zh-CN.md']) {
    it(`have the defaults that ${guide} lists for the platform and for the stand-in`, () => {
      const text = readFileSync(path.join(repository, guide), 'utf8');
      const [, table = ''] = /<!-- wechat -->([^]*)<!-- \/wechat -->/.exec(text)!;
      const rows = new Map(
        [...table.matchAll(/^\| `(\w+)` \|(.*)\|(.*)\|$/gm)].map(([, name, ...cells]) => [name!, cells]),
      );
      const production = readConfig(wechat);
      const folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
      const development = readConfig({ DATA_DIR: folder });
      rmSync(folder, { recursive: true });
      for (const [name, read] of [
        ['IDP_AUTHORIZE_URL', ({ idp }) => idp.authorizeUrl],
        ['IDP_API_URL', ({ idp }) => idp.apiUrl],
        ['IDP_STATIC_URL', ({ idp }) => idp.staticUrl],
        ['IDP_REDIRECT_FRAGMENT', ({ idp }) => idp.redirectFragment],
      ] as readonly (readonly [string, (config: Config) => string])[]) {
        const [standIn, platform] = rows.get(name)!;
        expect(standIn, name).to.contain(`\`${read(development)}\``);
        expect(platform, name).to.contain(`\`${read(production)}\``);
      }
    });
  }

  const disagreements: readonly (readonly [name: string, changes: Environment, told: RegExp])[] = [
    [
      'the fragment of the stand-in',
      { IDP_REDIRECT_FRAGMENT: '' },
      /^error IDP_REDIRECT_FRAGMENT is idp_redirect, .* set IDP_REDIRECT_FRAGMENT=wechat_redirect/,
    ],
    [
      'an address that gets the secrets and has no https',
      { IDP_API_URL: 'http://api.example.com' },
      /^error IDP_API_URL is not https/,
    ],
    ['one id for two applications', { MINI_APP_ID: 'wx-web' }, /^error WEB_APP_ID and MINI_APP_ID are the same/],
    [
      'another path for the callback',
      { WEB_REDIRECT_URI: 'https://example.com/callback' },
      /^error WEB_REDIRECT_URI is not the callback/,
    ],
    [
      'a CORS origin without https',
      { CORS_ORIGINS: 'http://a.example' },
      /^warn CORS_ORIGINS allows http:\/\/a\.example/,
    ],
    ['a missing page to which a login returns', { LOGIN_RETURN_URL: '' }, /^warn LOGIN_RETURN_URL is not set/],
  ];
  for (const [name, changes, told] of disagreements) {
    it(`conflict with ${name}`, () => {
      const defects = defectsOf(changes);
      expect(defects).to.have.length(1);
      expect(defects[0]).to.match(told);
    });
  }

  it('do not conflict with the origins of app shells, which are not on a network', () => {
    const shells = 'capacitor://localhost,app://-,http://localhost,http://tauri.localhost,chrome-extension://abcdef';
    expect(defectsOf({ CORS_ORIGINS: shells })).to.deep.equal([]);
  });

  it('conflict with a LOGIN_RETURN_URL that is not https', () => {
    const told = defectsOf({ LOGIN_RETURN_URL: 'http://example.com/login/' });
    expect(told.join('\n')).to.match(/^error LOGIN_RETURN_URL is not https: anybody on the network/m);
  });

  it('conflict with a BASE_URL that is not https', () => {
    const told = defectsOf({
      BASE_URL: 'http://example.com',
      WEB_REDIRECT_URI: `http://example.com${callback}`,
      LOGIN_RETURN_URL: 'http://example.com/login/',
    });
    expect(told.join('\n')).to.match(/^error BASE_URL is not https: tokens and cookies are sent unencrypted/m);
    expect(told.filter((line) => line.includes('BASE_URL is not https'))).to.have.length(1);
  });

  it('are reported once if the flow cookie of a login cannot reach the callback', () => {
    const told = defectsOf({ WEB_REDIRECT_URI: `https://login.example.com${callback}` });
    expect(told.filter((line) => line.includes('WEB_REDIRECT_URI has another host'))).to.have.length(1);
    expect(told[0]).to.match(/^error /);
  });
});
