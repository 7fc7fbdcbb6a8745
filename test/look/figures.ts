// Prints what every page costs: compressed bytes without images and fonts, requests, other hosts, axe, what moves.
import process from 'node:process';
import { startBrowser } from '../support/browser.ts';
import { desk, measure, phone } from './measure.ts';
import { looks } from './pages.ts';
import { withOwnSite } from './site.ts';

const browser = await startBrowser();
if (!browser) throw new Error('there is no Chromium on the path or at CHROMIUM_PATH: install it');

let faults = 0;
await withOwnSite(async (origin) => {
  process.stdout.write(`${'page'.padEnd(22)}${'scheme'.padEnd(8)}bytes  requests  other hosts  axe  shift\n`);
  for (const { name, path, act } of looks) {
    for (const [options, colorScheme] of [
      [phone, 'light'],
      [desk, 'dark'],
    ] as const) {
      const figures = await measure(browser, { origin, path, options: { ...options, colorScheme }, act });
      const { bytes, requests, foreign, axe, shift } = figures;
      const complaints = figures.complaints.filter((text) => !(name === 'missing' && /status of 404/.test(text)));
      faults += foreign.length + axe.length + complaints.length;
      process.stdout.write(
        `${name.padEnd(22)}${colorScheme.padEnd(8)}${String(bytes).padStart(5)}${String(requests.length).padStart(10)}` +
          `${String(foreign.length).padStart(13)}${String(axe.length).padStart(5)}  ${shift.toFixed(3)}\n`,
      );
      for (const line of [...foreign, ...axe, ...complaints]) process.stdout.write(`  ${line}\n`);
    }
  }
});
await browser.close();
process.exitCode = faults === 0 ? 0 : 1;
