// Debian's Chromium, for what only a browser can show. Without one the suite says so in a line; CI takes that as a failure.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { skip } from './services.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** Where Chromium is, by CHROMIUM_PATH or on the path. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const candidates = PATH.split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name)));
  return candidates.find((candidate) => existsSync(candidate));
}

/** Chromium, or a skipped suite. `hosts` are names that it finds on this machine. */
export async function launchBrowser(
  suite: Mocha.Context,
  { hosts = [] }: { hosts?: readonly string[] } = {},
): Promise<Browser> {
  const browser = await startBrowser({ hosts });
  return browser ?? skip(suite, 'skipped: no Chromium on the path or at CHROMIUM_PATH');
}

/** Chromium, or nothing where there is none. `hosts` are names that it finds on this machine. */
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
      // To the browser such a name is a private address, which pages of other names may not lead to.
      ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`, '--disable-features=LocalNetworkAccessChecks']),
    ],
  });
  // A page that is slow on a busy machine is no fault; one that waits in vain is named before the test's own time ends.
  browser.on('context', (context) => void context.setDefaultTimeout(120_000));
  return browser;
}
