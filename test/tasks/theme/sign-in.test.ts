import { expect } from 'chai';
import type Vinyl from 'vinyl';
import type { Library } from '#pdc/library/library';
import { authApi } from '../../../tasks/theme/login-service.ts';
import { lists } from '../../../tasks/flow/branches/lists.ts';
import { makeOutputs } from '../../../tasks/flow/rows.ts';
import type { Branch, OutputRow, Row } from '../../../tasks/flow/rows.ts';
import { scripts } from '../../../tasks/flow/branches/scripts.ts';
import { homeViews, loginView, notFoundView, toContext, toDocument } from './context.ts';
import { cases } from '../../support/cases.ts';

const contextOf = (auth?: string, url = 'https://example.org') =>
  toContext({ posts: [], url, site: auth === undefined ? {} : { auth } });
const homeOf = (auth?: string, url?: string): string => {
  const context = contextOf(auth, url);
  return toDocument(homeViews(context)[0]!, context);
};
const filesIn = async <R extends Row>({ rows, make }: Branch<R>): Promise<Vinyl[]> => {
  const files: Vinyl[] = [];
  for await (const file of make([...rows])) if (file) files.push(file);
  return files;
};
const scriptsOf = (library: Library): Promise<Vinyl[]> =>
  filesIn<OutputRow>({ rows: scripts(library), make: makeOutputs });
const listsOf = (library: Library) => lists({ library }, false);
const loginOf = (auth: string, url?: string): string => {
  const context = contextOf(auth, url);
  return toDocument(loginView(context), context);
};
/** The sources of a directive of a page's policy. */
const sourcesOf = (page: string, directive: string): string[] => {
  const policy = /Content-Security-Policy" content="([^"]*)/.exec(page)![1]!.replaceAll('&#39;', "'");
  return new RegExp(`(?:^|; )${directive} ([^;]*)`).exec(policy)![1]!.split(' ');
};
const script = 'https://res.wx.qq.com/connect/zh_CN/htmledition/js/wxLogin.js';

describe('a site without a login service', () => {
  it('has no sign-in corner, page or script', async () => {
    const context = contextOf();
    const { library } = context;
    for (const page of [homeOf(), toDocument(notFoundView(context), context)]) {
      expect(page).not.to.match(/login|登录|account|auth/);
    }
    const paths: string[] = [];
    for (const { path } of await scriptsOf(library)) paths.push(path);
    for (const { path } of await filesIn(listsOf(library))) paths.push(path);
    expect(paths.filter((path) => /login|account|relay/.test(path))).to.deep.equal([]);
    expect(paths).to.include('/js/theme.js');
  });
});

describe('a site with a login service', () => {
  it('has a sign-in page and its scripts', async () => {
    const { library } = contextOf('/api/auth');
    const paths: string[] = [];
    for (const { path } of await scriptsOf(library)) paths.push(path);
    for (const { path } of await filesIn(listsOf(library))) paths.push(path);
    expect(paths).to.include.members(['/login/index.html', '/js/account.js', '/js/login.js', '/js/relay.js']);
  });

  it('gives every page a script of less than 1 KB, which needs no other scripts', async () => {
    for (const { path, contents } of await scriptsOf(contextOf('/api/auth').library)) {
      if (path !== '/js/account.js') continue;
      const text = String(contents);
      expect(text.length).to.be.below(1000);
      // In a classic script, names at the top level would be global, so they are in a block.
      expect(text).to.match(/^\{[^]*\}\s*$/);
    }
  });

  it('links to the sign-in page below its base path, and finds the service at the root of its host', () => {
    const page = homeOf('/api/auth', 'https://example.org/blog');
    expect(page).to.include('href="/blog/login/"').and.include('src="/blog/js/account.js"');
    expect(loginOf('/api/auth', 'https://example.org/blog')).to.include('data-api="/api/auth"');
  });

  it('marks the link in the corner as current on the sign-in page', () => {
    expect(loginOf('/api/auth').match(/href="\/login\/" aria-current="page"/g)).to.have.lengthOf(2);
    expect(homeOf('/api/auth')).not.to.include('href="/login/" aria-current');
  });

  it('excludes the sign-in page from search engines', () => {
    expect(loginOf('/api/auth')).to.include('<meta name="robots" content="noindex">');
  });

  for (const [auth, api] of cases<[string, string]>('sign-in', 'origins')) {
    it(`finds the endpoints of ${auth}`, () => {
      expect(authApi(contextOf(auth).library.site)).to.equal(api);
    });
  }
});

describe('the policy', () => {
  it('of other pages admits requests to a login service on another host, but no script or frame of the service', () => {
    const page = homeOf('https://auth.example:8443/api/auth');
    expect(sourcesOf(page, 'connect-src')).to.deep.equal(["'self'", 'https://auth.example:8443']);
    expect(sourcesOf(page, 'script-src')).to.deep.equal(["'self'"]);
  });

  it('of other pages does not change if the site has a login service on the same origin', () => {
    for (const auth of ['/api/auth', 'https://example.org/api/auth']) {
      for (const directive of ['connect-src', 'script-src', 'frame-src', 'img-src']) {
        expect(sourcesOf(homeOf(auth), directive)).to.deep.equal(sourcesOf(homeOf(), directive));
      }
    }
  });

  it('of the sign-in page allows only one script of the provider, and only frames of the provider', () => {
    const page = loginOf('/api/auth');
    expect(sourcesOf(page, 'script-src')).to.deep.equal(["'self'", script]);
    expect(sourcesOf(page, 'frame-src')).to.deep.equal(["'self'", 'https://open.weixin.qq.com']);
    expect(page).not.to.include('localhost');
    expect(loginOf('/api/auth', 'https://localhost.example.org')).not.to.include('localhost:');
  });

  it('of the sign-in page allows the stand-in on a site in development', () => {
    const page = loginOf('/api/auth', 'http://localhost:4000');
    expect(sourcesOf(page, 'script-src')).to.deep.equal(["'self'", script, 'http://localhost:*']);
    expect(sourcesOf(homeOf('/api/auth', 'http://localhost:4000'), 'script-src')).to.deep.equal(["'self'"]);
  });

  it('of the sign-in page does not allow the provider if the service is on another host, so that no QR code is shown', () => {
    const page = loginOf('https://auth.example');
    expect(page).not.to.include('show-qr-code');
    expect(sourcesOf(page, 'script-src')).to.deep.equal(["'self'"]);
    expect(sourcesOf(page, 'frame-src')).to.deep.equal(["'none'"]);
    expect(sourcesOf(page, 'connect-src')).to.deep.equal(["'self'", 'https://auth.example']);
  });
});
