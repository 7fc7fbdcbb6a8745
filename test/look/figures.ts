// Measures every page: compressed bytes, requests, other hosts, axe and layout shifts; then takes Lighthouse's scores.
// An argument selects one part: `pages` or `lighthouse`. Fails if a page misses a limit.
import process from 'node:process';
import { startBrowser } from '../support/browser.ts';
import { scoresOf } from './lighthouse.ts';
import { budgetOf, desk, measure, phone } from './measure.ts';
import { looks } from './pages.ts';
import { withOwnSite } from './site.ts';

const chosen = process.argv.slice(2);
const isChosen = (part: string): boolean => chosen.length === 0 || chosen.includes(part);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

let faults = 0;
await withOwnSite(async (origin) => {
  if (isChosen('pages')) await pages(origin);
  if (isChosen('lighthouse')) await lighthouse(origin);
});
process.exitCode = faults === 0 ? 0 : 1;

async function pages(origin: string): Promise<void> {
  const browser = await startBrowser();
  if (!browser) throw new Error('there is no Chromium on the path or at CHROMIUM_PATH: install it');
  print(`${'page'.padEnd(22)}${'screen, scheme'.padEnd(16)}bytes     at most  requests  other hosts  axe  shift`);
  for (const { name, path, act } of looks) {
    for (const [screen, options, colorScheme] of [
      ['phone', phone, 'light'],
      ['desk', desk, 'dark'],
    ] as const) {
      const figures = await measure(browser, { origin, path, options: { ...options, colorScheme }, act });
      const { bytes, requests, foreign, axe, shift, complaints } = figures;
      const budget = budgetOf(name);
      const flaws = [
        ...foreign.map((url) => `asks another host: ${url}`),
        ...axe.map((fault) => `axe: ${fault}`),
        ...complaints,
        ...(bytes > budget ? [`${bytes} bytes are more than ${budget}`] : []),
      ];
      faults += flaws.length;
      print(
        name.padEnd(22) +
          `${screen}, ${colorScheme}`.padEnd(16) +
          String(bytes).padStart(5) +
          String(budget).padStart(12) +
          String(requests.length).padStart(10) +
          String(foreign.length).padStart(13) +
          String(axe.length).padStart(5) +
          `  ${shift.toFixed(3)}`,
      );
      for (const flaw of flaws) print(`  ${flaw}`);
    }
  }
  print('bytes: gzip, without images, fonts and the script that draws diagrams');
  await browser.close();
}

async function lighthouse(origin: string): Promise<void> {
  print('\nLighthouse, phone, medians');
  for await (const { path, categories, measures, faults: flaws } of scoresOf(origin)) {
    faults += flaws.length;
    const told = Object.entries(categories).map(([title, score]) => `${title} ${score}`);
    const { CLS, ...times } = measures;
    const timed = Object.entries(times).map(([title, ms]) => `${title} ${Math.round(ms)} ms`);
    print(`${path}\n  ${told.join('  ')}\n  ${timed.join('  ')}  CLS ${CLS!.toFixed(3)}`);
    for (const flaw of flaws) print(`  ${flaw}`);
  }
}
