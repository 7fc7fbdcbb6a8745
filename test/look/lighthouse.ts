// Prints Lighthouse's scores of home, a post and a search, as a phone has them. It needs a newer Node than the product:
// npm fetches both for the moment.
import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { findChromium } from '../support/browser.ts';
import { withOwnSite } from './site.ts';

const least = 0.95;
const paths = ['/', '/posts/tcp-ip-handshake-observed/', `/?q=${encodeURIComponent('二分查找的边界')}`];
const packages = ['-p', 'node@24', '-p', 'lighthouse@13'];

type Result = { readonly categories: Readonly<Record<string, { readonly title: string; readonly score: number }>> };

await withOwnSite(async (origin) => {
  for (const path of paths) {
    const flags = ['--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox --disable-gpu'];
    const { stdout } = await promisify(execFile)('npx', ['-y', ...packages, 'lighthouse', origin + path, ...flags], {
      env: { ...process.env, CHROME_PATH: findChromium() },
      maxBuffer: 64 * 1024 * 1024,
    });
    const scores = Object.values((JSON.parse(stdout) as Result).categories);
    if (scores.some(({ score }) => score < least)) process.exitCode = 1;
    const told = scores.map(({ title, score }) => `${title} ${Math.round(score * 100)}`);
    process.stdout.write(`${decodeURIComponent(path).padEnd(38)}${told.join('  ')}\n`);
  }
});
