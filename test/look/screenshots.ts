// Takes pictures for a designer: every kind of page, on four screens, in both schemes, and on paper. The folder is the
// first argument.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { startBrowser } from '../support/browser.ts';
import { looks } from './pages.ts';
import { withOwnSite } from './site.ts';

const screens = [
  { width: 390, height: 844, hasTouch: true, isMobile: true },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

const browser = await startBrowser();
if (!browser) throw new Error('there is no Chromium on the path or at CHROMIUM_PATH: install it');
const folder = path.resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[2] ?? 'screenshots');
mkdirSync(folder, { recursive: true });

await withOwnSite(async (origin) => {
  for (const { width, height, ...device } of screens) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport: { width, height }, ...device, colorScheme });
      for (const { name, path: address, act } of looks) {
        const page = await context.newPage();
        await page.goto(origin + address, { waitUntil: 'networkidle' });
        if (act) await act(page);
        await page.screenshot({ path: path.join(folder, `${name}-${width}-${colorScheme}.png`) });
        await page.close();
      }
      await context.close();
    }
  }
  for (const { name, path: address, act } of looks.filter(({ onPaper }) => onPaper)) {
    const page = await browser.newPage({ viewport: { width: 794, height: 1123 }, colorScheme: 'dark' });
    await page.goto(origin + address, { waitUntil: 'networkidle' });
    if (act) await act(page);
    await page.pdf({ path: path.join(folder, `${name}-print.pdf`), format: 'A4' });
    await page.emulateMedia({ media: 'print' });
    await page.screenshot({ path: path.join(folder, `${name}-print.png`), fullPage: true });
    await page.close();
  }
});
await browser.close();
process.stdout.write(`${folder}\n`);
