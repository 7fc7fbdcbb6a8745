// Starts Debian's Chromium. Without Chromium, a suite is skipped with one line, or fails in CI.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { skip } from './services.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** The path of Chromium, from CHROMIUM_PATH or PATH. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const candidates = PATH.split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name)));
  return candidates.find((candidate) => existsSync(candidate));
}

/** Starts Chromium, or skips the suite. `hosts` are names that resolve to this machine. */
export async function launchBrowser(
  suite: Mocha.Context,
  { hosts = [] }: { hosts?: readonly string[] } = {},
): Promise<Browser> {
  const browser = await startBrowser({ hosts });
  return browser ?? skip(suite, 'skipped: no Chromium on the path or at CHROMIUM_PATH');
}

/** Starts Chromium; undefined if it is not installed. `hosts` are names that resolve to this machine. */
export async function startBrowser({ hosts = [] }: { hosts?: readonly string[] } = {}): Promise<Browser | undefined> {
  const executablePath = findChromium();
  if (executablePath === undefined) return undefined;
  const rules = hosts.map((host) => `MAP ${host} 127.0.0.1`).join(', ');
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // The browser treats such a name as a private address, which pages of other hosts may not open.
      ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`, '--disable-features=LocalNetworkAccessChecks']),
    ],
  });
  // Long enough for a busy machine, and shorter than the test's own timeout, so that the error names the page.
  browser.on('context', (context) => void context.setDefaultTimeout(120_000));
  return browser;
}
