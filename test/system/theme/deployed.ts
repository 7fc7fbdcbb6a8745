// Serves the site as it is deployed: over https, behind the included nginx.conf. The stand-in plays the provider under
// the provider's own host names, so that pages have the policy of production.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Config, Environment } from '../../../server/login-config.ts';
import { writeFiles } from '../../support/articles.ts';
import { launchBrowser } from '../../support/browser.ts';
import { gulp } from '../../support/command.ts';
import { startDevelopment } from '../../support/development.ts';
import type { Development } from '../../support/development.ts';
import { freePort } from '../../support/ports.ts';
import { host } from '../deploy/installation.ts';
import { startNginx } from '../deploy/nginx.ts';
import type { Nginx } from '../deploy/nginx.ts';
import { files, readTexts } from './signing-in.ts';

export const provider = 'https://open.weixin.qq.com/connect/qrconnect';

export type Deployed = {
  readonly site: string;
  readonly nginx: Nginx;
  /** Resolves the host name of the site to this machine. */
  readonly browser: Browser;
  /** Starts the login service behind nginx; only one may run. `alter` sets values that `readConfig` would refuse. */
  readonly startService: (env: Environment, alter?: (config: Config) => Config) => Promise<Development>;
  /** A reader's browser, where the stand-in of that service answers for the provider's hosts. */
  readonly openReader: (service: Development) => Promise<{ readonly context: BrowserContext; readonly page: Page }>;
  readonly remove: () => Promise<void>;
};

/** Builds a site that names a login service and serves it, or skips the suite. */
export async function deploySite(suite: Mocha.Context): Promise<Deployed> {
  const browser = await launchBrowser(suite, { hosts: [host] });
  const folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
  try {
    writeFiles(folder, files);
    const folders = ['content', 'static', 'dest'].flatMap((name) => [`--${name}`, path.join(folder, name)]);
    // The pages must have the policy of production, which the base URL decides.
    const { code, stderr } = await gulp('build', ...folders, '--base-url', `https://${host}`);
    expect(code, stderr).to.equal(0);
    const port = await freePort();
    const nginx = await startNginx(suite, { ports: [port, port, port], site: readTexts(path.join(folder, 'dest')) });
    const site = `https://${host}:${nginx.https}`;
    const usual = {
      PORT: String(port),
      BASE_URL: site,
      TRUSTED_PROXY_HOPS: '1',
      IDP_AUTHORIZE_URL: provider,
      IDP_STATIC_URL: 'https://res.wx.qq.com/connect/zh_CN/htmledition/js/wxLogin.js',
    };
    return {
      site,
      nginx,
      browser,
      startService: (env, alter) => startDevelopment({ ...usual, ...env }, { alter }),
      async openReader({ origin }) {
        const context = await browser.newContext({ ignoreHTTPSErrors: true });
        await playProvider(context, origin);
        return { context, page: await context.newPage() };
      },
      async remove() {
        await browser.close();
        await nginx.stop();
      },
    };
  } catch (error) {
    await browser.close();
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Answers requests to the provider's hosts with the answers of the stand-in at `origin`. */
async function playProvider(context: BrowserContext, origin: string): Promise<void> {
  await context.route(/^https:\/\/(?:open\.weixin|res\.wx)\.qq\.com\//, async (route) => {
    const request = route.request();
    const { hostname, pathname, search } = new URL(request.url());
    const target = hostname.startsWith('res.')
      ? '/sandbox/connect/js/wxLogin.js'
      : pathname.replace(/^(?:\/sandbox)?\//, '/sandbox/');
    const body = request.postData();
    const answer = await fetch(`${origin}${target}${search}`, {
      method: request.method(),
      headers: { 'Content-Type': 'application/json' },
      ...(body === null ? {} : { body }),
    });
    const text = await answer.text();
    await route.fulfill({
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? '',
      // The stand-in's script opens a page on the stand-in's host. Here that page is on the provider's host.
      body: text.replace(/new URL\('\.\.\/qrconnect', [^)]*\)\.href/, `'${provider}'`),
    });
  });
}
