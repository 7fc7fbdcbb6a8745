// Limits for every page of this repository's own site: bytes, hosts, accessibility, policy, layout shift.
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../support/browser.ts';
import { openOwnSite } from '../../look/site.ts';
import type { OwnSite } from '../../look/site.ts';
import { budgetOf, desk, findFaults, measure, phone } from '../../look/measure.ts';
import { looks } from '../../look/pages.ts';

describe('the pages of this repository', () => {
  let browser: Browser;
  let site: OwnSite | undefined;

  before(async function () {
    browser = await launchBrowser(this);
    site = await openOwnSite();
  });
  after(async () => {
    site?.close();
    await browser?.close();
  });

  for (const { name, path, act } of looks) {
    it(`are small, load nothing from other hosts, pass axe in both schemes, follow their policy, and do not shift: ${name}`, async () => {
      for (const [screen, colorScheme] of [
        [phone, 'light'],
        [desk, 'dark'],
      ] as const) {
        const options = { ...screen, colorScheme };
        const figures = await measure(browser, { origin: site!.origin, path, options, act });
        expect(figures.axe).to.deep.equal([]);
        expect(figures.foreign).to.deep.equal([]);
        expect(figures.complaints).to.deep.equal([]);
        expect(figures.bytes).to.be.below(budgetOf(name));
        expect(figures.shift).to.be.below(0.005);
      }
    });
  }

  it('are checked by axe, which finds the faults of a bad page', async () => {
    const page = await browser.newPage();
    await page.setContent('<img src="x.png"><p style="color: #bbb; background: #ccc">看不清的字</p>');
    const faults = (await findFaults(page)).map((fault) => fault.split(' ')[0]);
    expect(faults).to.include.members(['image-alt', 'color-contrast', 'html-has-lang']);
    await page.close();
  });

  it('run neither scripts of other hosts nor inline scripts', async () => {
    const page = await browser.newPage();
    await page.goto(`${site!.origin}/`);
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
