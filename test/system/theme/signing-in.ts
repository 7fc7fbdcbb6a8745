// Shared by the tests of `/login/`: a site that names a login service, and what people do on its pages.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { articleText } from '../../support/articles.ts';
import type { Development } from '../../support/development.ts';
import { callTimes, readStored, spoilTokens } from '../sign-in-contract.ts';
import type { SignInClient } from '../sign-in-contract.ts';
import { until } from './visit.ts';

export const files = {
  'content/_site.yml': 'title: 站\nauth: /api/auth\n',
  'content/algo-one.md': articleText(),
  'static/.gitkeep': '',
};
export const post = '/posts/algo-one/';

/** How the sign-in contract operates the pages of the site. */
export const siteClient = (site: string, { origin: service }: Development): SignInClient => ({
  site,
  service,
  pages: { redirect: '/login/', embedded: '/login/', relay: '/login/' },
  message: '.login-message',
  words: {
    declined: /你取消了登录/,
    over: /已经过期，或者已经用过/,
    notBegunHere: /不是从这个标签页开始的/,
    qrCodeExpired: /二维码已经过期/,
  },
  leave: (page) => page.locator('.leave').click(),
  showQrCode: (page) => page.locator('.show-qr-code').click(),
  welcomes: expectSignedIn,
  tokensKey: 'login tokens',
  module: '/js/login.js',
  me: '/me',
});

export const qrCode = (page: Page): FrameLocator => page.frameLocator('.qr-code iframe');

export async function leaveForProvider(page: Page): Promise<void> {
  await page.locator('.leave').click();
  await page.locator('.qrcode').waitFor();
}

export async function showQrCode(page: Page): Promise<FrameLocator> {
  await page.locator('.show-qr-code').click();
  await qrCode(page).locator('.qrcode').waitFor();
  return qrCode(page);
}

export async function says(page: Page, words: string | RegExp): Promise<void> {
  const message = page.locator('.login-message');
  await message
    .filter({ hasText: words })
    .waitFor()
    .catch(async (error: Error) => {
      throw new Error(`it says '${await message.textContent()}'`, { cause: error });
    });
}

/** The corner of a page, as screen readers read it. */
export const corner = (page: Page, name?: string): Locator =>
  page
    .getByRole('banner')
    .getByRole('link', { name: name === undefined ? '登录' : /^账号：/ })
    .filter({ hasText: name ?? '' });

/** Expects that the page and its corner show the name. */
export async function expectSignedIn(page: Page, name: string): Promise<void> {
  await page.locator('.person .account-name').filter({ hasText: name }).waitFor();
  expect(await page.locator('.person .account-name').textContent()).to.equal(name);
  await corner(page, name).waitFor();
  expect(await page.locator('.of-guest:visible').count()).to.equal(0);
}

export async function expectSignedOut(page: Page): Promise<void> {
  await page.locator('.of-guest .leave').waitFor();
  expect(await page.locator('.of-member:visible').count()).to.equal(0);
  expect(await read(page, 'tokens')).to.equal(null);
  expect(await read(page, 'account')).to.equal(null);
}

export const read = (page: Page, key: 'tokens' | 'account') => readStored(page, `login ${key}`);

export const spoilAccessToken = (page: Page): Promise<unknown> => spoilTokens(page, 'login tokens');

export const callFiveTimes = (page: Page): Promise<unknown> => callTimes(page, { module: '/js/login.js', me: '/me' });

/** Expects that the corner shows the copy of the picture that the browser's storage has. */
export async function expectPicture(page: Page): Promise<void> {
  const image = `getComputedStyle(document.querySelector('.account .face')).backgroundImage.startsWith('url("data:image/')`;
  await until(page, image);
}

/** Errors of the pages, and requests that their policies refused. */
export function complaintsOf(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (line) => /Content Security Policy/.test(line.text()) && complaints.push(line.text()));
  context.on('weberror', (error) => complaints.push(error.error().message));
  return complaints;
}

/** The text files below a folder, by name. */
export function readTexts(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = names.filter((name) => statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(texts.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}
