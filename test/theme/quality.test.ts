// What every page of this repository's own site keeps to: bytes, hosts, accessibility, policy, stillness.
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { withOwnSite } from '../look/site.ts';
import { desk, findFaults, measure, phone } from '../look/measure.ts';
import { looks } from '../look/pages.ts';

const firstLoad = 60_000;
const firstSearch = 150_000;

describe('the pages of this repository', function () {
  let browser: Browser;

  before(async function () {
    browser = await launchBrowser(this);
  });
  after(() => browser?.close());

  it('are small, ask no other host, please axe in both schemes, break no policy of theirs, and stand still', async () => {
    await withOwnSite(async (origin) => {
      for (const { name, path, act } of looks) {
        for (const [screen, colorScheme] of [
          [phone, 'light'],
          [desk, 'dark'],
        ] as const) {
          const { bytes, foreign, complaints, axe, shift } = await measure(browser, {
            origin,
            path,
            options: { ...screen, colorScheme },
            act,
          });
          const isMissing = name === 'missing';
          expect(axe, name).to.deep.equal([]);
          expect(foreign, name).to.deep.equal([]);
          // The page itself is what is missing.
          expect(
            complaints.filter((text) => !(isMissing && text.includes('status of 404'))),
            name,
          ).to.deep.equal([]);
          expect(bytes, name).to.be.below(isMissing || name.startsWith('search') ? firstSearch : firstLoad);
          expect(shift, name).to.be.below(0.02);
        }
      }
    });
  });

  it('are looked at by an axe that finds what is wrong', async () => {
    const page = await browser.newPage();
    await page.setContent('<img src="x.png"><p style="color: #bbb; background: #ccc">看不清的字</p>');
    const faults = (await findFaults(page)).map((fault) => fault.split(' ')[0]);
    expect(faults).to.include.members(['image-alt', 'color-contrast', 'html-has-lang']);
    await page.close();
  });

  it('run no script that does not come from the site, nor one that stands in the page', async () => {
    await withOwnSite(async (origin) => {
      const page = await browser.newPage();
      await page.goto(`${origin}/`);
      const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
      expect(/script-src ([^;]*)/.exec(policy!)![1]).to.equal("'self'");
      expect(policy)
        .to.match(/^default-src 'none';/)
        .and.contain("base-uri 'none'");
      await page.evaluate(`
        document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.inline = 1' }));
        document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.handler = 1">');
      `);
      await page.waitForTimeout(200);
      expect(await page.evaluate('[window.inline, window.handler].filter(Boolean).length')).to.equal(0);
      await page.close();
    });
  });
});
