// A locked post in a real browser.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { articleText, writeFiles } from '../../support/articles.ts';
import { launchBrowser } from '../../support/browser.ts';
import { gulp } from '../../support/command.ts';
import { withFolder } from '../../support/defects.ts';
import { withServer } from '../../support/serve.ts';

const password = '正确的马 电池 订书钉';
const body = `开门见山的一段，别处没有。

## 第一节

行内 $a^2+b^2=c^2$。

\`\`\`js
const answer = 42;
\`\`\`

## 第二节

- 一
- 二

## 第三节

见[第一节](#第一节)。
`;

describe('a locked post in a browser', function () {
  let browser: Browser;

  before(async function () {
    browser = await launchBrowser(this, { hosts: ['plain.example'] });
  });
  after(() => browser?.close());

  const visit = (
    use: (page: Page, address: string) => Promise<void>,
    { host = '127.0.0.1', script = true, at = '' } = {},
  ): Promise<void> =>
    withFolder(async (folder) => {
      const dest = path.join(folder, 'site');
      writeFiles(folder, {
        'content/algo-locked.md': articleText({ password: JSON.stringify(password), mathjax: 'true' }, body),
      });
      const { code, stderr } = await gulp('build', '--content', path.join(folder, 'content'), '--dest', dest);
      expect(code, stderr).to.equal(0);
      const html = readFileSync(path.join(dest, 'posts/algo-locked/index.html'), 'utf8');
      expect(html).to.not.contain('开门见山').and.not.contain('第一节').and.not.contain('answer');
      await withServer(dest, async (port) => {
        const context = await browser.newContext({ javaScriptEnabled: script });
        const page = await context.newPage();
        const faults: string[] = [];
        page.on('pageerror', (error) => faults.push(error.message));
        const address = `http://${host}:${port}/posts/algo-locked/`;
        await page.goto(address + at);
        await use(page, address);
        expect(faults).to.deep.equal([]);
        await context.close();
      });
    });

  const enter = async (page: Page, text: string): Promise<void> => {
    await page.getByLabel('密码').fill(text);
    await page.keyboard.press('Enter');
  };

  it('stays locked on a wrong password, and says so', async () => {
    await visit(async (page) => {
      await enter(page, 'wrong password');
      await page.getByText('密码不对').waitFor();
      expect(await page.locator('.unlocked').count()).to.equal(0);
      await enter(page, password);
      await page.locator('.unlocked').waitFor();
    });
  });

  it('shows text, formulas, highlighted code, lists, contents and anchors on the right one', async () => {
    await visit(async (page, address) => {
      await enter(page, password);
      const unlocked = page.locator('.unlocked');
      await unlocked.waitFor();
      expect(await unlocked.textContent()).to.contain('开门见山');
      expect(await unlocked.locator('.katex math').count()).to.equal(1);
      expect(await unlocked.locator('pre .hljs-keyword').textContent()).to.equal('const');
      expect(await unlocked.locator('li', { hasText: /^一$/ }).count()).to.equal(1);
      expect(await unlocked.locator('nav.contents a').count()).to.equal(3);
      await page.evaluate('document.fonts.ready');
      await unlocked.locator('p a', { hasText: '第一节' }).click();
      await page.waitForURL((url) => decodeURIComponent(url.href) === `${address}#第一节`);
      expect(await page.evaluate('document.querySelector(":target").tagName')).to.equal('H2');
    });
  });

  it('goes to the heading that the address names', async () => {
    await visit(
      async (page) => {
        await enter(page, password);
        const heading = page.locator('h2', { hasText: '第三节' });
        await heading.waitFor();
        expect(await heading.isVisible()).to.equal(true);
      },
      { at: '#第三节' },
    );
  });

  it('leaves in the tab the key of this post and nothing of the password', async () => {
    await visit(async (page) => {
      await enter(page, password);
      await page.locator('.unlocked').waitFor();
      const kept = (await page.evaluate(`[sessionStorage, localStorage].map((storage) => ({ ...storage }))`)) as [
        Record<string, string>,
        Record<string, string>,
      ];
      expect(Object.values(kept[0])).to.have.length(1);
      expect(Object.values(kept[0])[0]).to.match(/^[\w+/]{43}=$/);
      expect(kept[1], 'localStorage outlives the tab').to.deep.equal({});
      for (const form of [password, encodeURIComponent(password), Buffer.from(password).toString('base64')]) {
        expect(JSON.stringify(kept)).not.to.contain(form);
      }
      expect(await page.context().cookies()).to.deep.equal([]);
    });
  });

  it('locks again at a click, and asks for the password also of who loads the page anew', async () => {
    await visit(async (page, address) => {
      await enter(page, password);
      await page.getByRole('button', { name: '重新上锁' }).click();
      for (const again of [false, true]) {
        if (again) await page.goto(address);
        await page.getByLabel('密码').waitFor();
        expect(await page.locator('.unlocked').count()).to.equal(0);
      }
      expect(await page.evaluate('sessionStorage.length')).to.equal(0);
    });
  });

  it('keeps the injected links first in the content, outside what is locked', async () => {
    await visit(async (page) => {
      expect(await page.locator('.content > :first-child').getAttribute('class')).to.equal('pdc-links');
      await enter(page, password);
      await page.locator('.unlocked').waitFor();
      expect(await page.locator('.content > :first-child').getAttribute('class')).to.equal('pdc-links');
    });
  });

  it('explains itself without script', async () => {
    await visit(
      async (page) => {
        expect(await page.locator('.locked').innerText()).to.contain('需要启用 JavaScript');
        expect(await page.getByLabel('密码').isVisible()).to.equal(false);
      },
      { script: false },
    );
  });

  it('explains itself where the browser offers no decryption', async () => {
    await visit(
      async (page) => {
        await page.getByText('请改用 https').waitFor();
        expect(await page.getByLabel('密码').isVisible()).to.equal(false);
      },
      { host: 'plain.example' },
    );
  });
});
