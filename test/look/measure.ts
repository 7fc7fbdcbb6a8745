// What a page costs and how it behaves, measured in a browser: bytes, requests, what axe finds, what moves.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core';

export type Figures = {
  /** Of everything but images, fonts and the script that draws diagrams, as a host that compresses sends it. */
  readonly bytes: number;
  readonly requests: readonly string[];
  /** To other hosts. */
  readonly foreign: readonly string[];
  /** What the browser complained of: errors, and what the page's policy refused; but not that a missing page is missing. */
  readonly complaints: readonly string[];
  /** What axe found: rule, and where. */
  readonly axe: readonly string[];
  /** Cumulative layout shift, with scripts that come after the first paint, as on a slow line. */
  readonly shift: number;
};

export type Measured = {
  readonly origin: string;
  readonly path: string;
  readonly options?: BrowserContextOptions;
  /** What a reader does before the figures are taken. */
  readonly act?: ((page: Page) => Promise<void>) | undefined;
};

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const desk = { viewport: { width: 1440, height: 900 } };

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function measure(browser: Browser, { origin, path, options = phone, act }: Measured): Promise<Figures> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  // By address: what a page that is loaded again asks for again, a browser has. Bodies are read before any leaves it.
  const sizes = new Map<string, Promise<number>>();
  const complaints: string[] = [];
  page.on('response', (response) => void sizes.set(response.url(), sizes.get(response.url()) ?? sizeOf(response)));
  page.on('console', (message) => {
    // The page itself is what is missing; what else is missing has another address.
    if (message.type() === 'error' && message.location().url !== origin + path) complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => void complaints.push(message));
  let showScripts = (): void => undefined;
  const painted = new Promise<void>((resolve) => (showScripts = resolve));
  // The first paint waits for these two, which set the colours and the corner of who is signed in.
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

/** What a page may cost, in bytes: a first search brings the index. */
export const budgetOf = (name: string): number => (name.startsWith('search') ? 165_000 : 60_000);

/** All of axe's rules, its advice too. The policy of the page binds the page, not those who test it. */
export async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate<
    string[]
  >(`axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target.join(' '))))`);
}

/** Ends when the page shows something, to be evaluated in it. */
const firstPaint = `new Promise((done) => {
  new PerformanceObserver(() => done()).observe({ type: 'paint', buffered: true });
})`;

/** How far the page has moved so far, to be evaluated in it before any input: a phone's screen counts as one for 500 ms. */
export const layoutShift = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 100);
})`;
