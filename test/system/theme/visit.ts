// Visits pages of a small site in a browser. The site is built once for a suite, and each test visits its pages.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { writeFiles } from '../../support/articles.ts';
import { launchBrowser } from '../../support/browser.ts';
import { gulp } from '../../support/command.ts';
import { withServer } from '../../support/serve.ts';

export type Visit = (
  /** A path of the site, or a whole address at another name of the site. Its port is replaced by the server's. */
  address: string,
  use: (page: Page) => Promise<void>,
  options?: BrowserContextOptions,
) => Promise<void>;

/**
 * Call this in a `describe`: the site is built before the tests of that suite run. A test fails if a script of its page
 * throws. `hosts` are other names of the site, and `usual` are the default options of a visit.
 */
export function visitSite(
  files: Readonly<Record<string, string>>,
  { hosts = [], usual = {} }: { hosts?: readonly string[]; usual?: BrowserContextOptions } = {},
): Visit {
  const folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
  const dest = path.join(folder, 'site');
  let browser: Browser;

  before(async function () {
    browser = await launchBrowser(this, { hosts });
    writeFiles(folder, { 'static/.gitkeep': '', ...files });
    const { code, stderr } = await gulp(
      'build',
      ...['--content', path.join(folder, 'content'), '--static', path.join(folder, 'static'), '--dest', dest],
    );
    expect(code, stderr).to.equal(0);
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return (address, use, options = usual) =>
    withServer(dest, async (port) => {
      const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...options });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => void faults.push(message));
      const url = new URL(address, 'http://127.0.0.1');
      url.port = String(port);
      await page.goto(url.href);
      await use(page);
      expect(faults).to.deep.equal([]);
      await context.close();
    });
}

export const clipboard = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const desk = { viewport: { width: 1440, height: 900 } };

/**
 * Waits until an expression holds. Playwright's own function evaluates code within the page, which the page's policy
 * forbids.
 */
export async function until(page: Page, expression: string): Promise<void> {
  for (let patience = 2_000; patience > 0; patience -= 1) {
    if (await page.evaluate<boolean>(`Boolean(${expression})`)) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`never held: ${expression}`);
}
