// Measures a page in a browser: bytes, requests, findings of axe, layout shifts.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core';

export type Figures = {
  /** Compressed bytes of everything except images, fonts and the script that draws diagrams. */
  readonly bytes: number;
  readonly requests: readonly string[];
  /** Requests to other hosts. */
  readonly foreign: readonly string[];
  /** Errors, and requests that the page's policy refused, but not the 404 of a missing page. */
  readonly complaints: readonly string[];
  /** Findings of axe: the rule and the element. */
  readonly axe: readonly string[];
  /** Cumulative layout shift, with scripts that come after the first paint, as on a slow line. */
  readonly shift: number;
};

export type Measured = {
  readonly origin: string;
  readonly path: string;
  readonly options?: BrowserContextOptions;
  /** The reader's actions before the measurement. */
  readonly act?: ((page: Page) => Promise<void>) | undefined;
};

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const desk = { viewport: { width: 1440, height: 900 } };

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function measure(browser: Browser, { origin, path, options = phone, act }: Measured): Promise<Figures> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  // Each address counts once, because a page that is reloaded gets its files from the cache. Bodies are read before the
  // browser drops them.
  const sizes = new Map<string, Promise<number>>();
  const complaints: string[] = [];
  page.on('response', (response) => void sizes.set(response.url(), sizes.get(response.url()) ?? sizeOf(response)));
  page.on('console', (message) => {
    // An error at the address of the page is no complaint, because that page may be missing on purpose.
    if (message.type() === 'error' && message.location().url !== origin + path) complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => void complaints.push(message));
  let showScripts = (): void => undefined;
  const painted = new Promise<void>((resolve) => (showScripts = resolve));
  // The first paint waits for these two scripts, which set the colors and the sign-in corner.
  await page.route(/\/js\/(?!(?:scheme|account)\.js)/, (route) => painted.then(() => route.continue()));
  await page.goto(origin + path, { waitUntil: 'commit' });
  await page.evaluate(firstPaint);
  showScripts();
  await page.waitForLoadState('networkidle');
  const shift = await page.evaluate<number>(layoutShift);
  if (act) await act(page);
  const received = [...sizes.keys()];
  const read = await Promise.all(sizes.values());
  const found = await findFaults(page);
  await context.close();
  return {
    bytes: read.reduce((sum, size) => sum + size, 0),
    requests: received.map((url) => url.replace(origin, '')),
    foreign: received.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:')),
    complaints,
    axe: found,
    shift,
  };
}

async function sizeOf(response: Response): Promise<number> {
  const type = response.headers()['content-type'] ?? '';
  if (/^(?:image|font)\//.test(type) || response.url().startsWith('data:') || response.status() >= 300) return 0;
  if (response.url().endsWith('/js/mermaid.js')) return 0;
  return gzipSync(await response.body(), { level: 9 }).length;
}

/** The limit for a page, in bytes. A search may have more, because the first search loads the index. */
export const budgetOf = (name: string): number => (name.startsWith('search') ? 165_000 : 60_000);

/** The findings of all of axe's rules, best practices included. axe is evaluated, so that no policy can block it. */
export async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate<
    string[]
  >(`axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target.join(' '))))`);
}

/** Resolves when the page shows something; runs in the page. */
const firstPaint = `new Promise((done) => {
  new PerformanceObserver(() => done()).observe({ type: 'paint', buffered: true });
})`;

/** The layout shift so far; runs in the page before any input, because shifts within 500 ms of input do not count. */
export const layoutShift = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 100);
})`;
