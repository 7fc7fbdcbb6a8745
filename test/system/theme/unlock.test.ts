// A locked post in a browser: its form, the unlocked page, the key that the tab keeps, and pages on which unlocking is
// impossible.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { seal } from '#pdc/locked/encryption';
import { articleText } from '../../support/articles.ts';
import { clipboard, desk, phone, until, visitSite } from './visit.ts';

const password = '正确的马 电池 订书钉';
const filler = '段落。\n\n'.repeat(60);
const body = `开门见山的一段，别处没有。

## 第一节

行内 $a^2+b^2=c^2$。

\`\`\`js
const answer = 42;
\`\`\`

${filler}
## 第二节

- 一
- 二

![图](/images/wide.svg)

${filler}
## 第三节

见[第一节](#第一节)。
`;
// Anybody can copy the envelope of a public page into an article.
const envelope = await seal('<p>文</p>', { password, slug: 'algo-locked', origin: 'http://localhost:4000' });
const form = `<div class="locked"><form><input type="password"><button>解锁</button></form><p class="locked-note"></p><script type="application/json" class="envelope">${JSON.stringify(envelope)}</script></div>`;
const within = (content: string): string =>
  `<main><article class="post" data-locked><div class="post-text"><div class="content">${content}</div></div></article></main>`;
const files = {
  'content/algo-locked.md': articleText({ password: JSON.stringify(password), mathjax: 'true' }, body),
  'content/algo-open.md': articleText(),
  'content/algo-forged.md': articleText({}, `${form}\n\n${within(form)}\n`),
  'static/images/wide.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><path d="M0 0h9v9z"/></svg>',
};
const post = '/posts/algo-locked/';

const enter = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('密码').fill(text);
  await page.keyboard.press('Enter');
};
const unlock = async (page: Page): Promise<void> => {
  await enter(page, password);
  await page.locator('.unlocked').waitFor();
};

describe('a locked post in a browser', function () {
  const visit = visitSite(files, { hosts: ['plain.example'] });

  for (const [device, options] of Object.entries({ phone, desk })) {
    it(`has targets of 44 px and a ring around the focused target: ${device}`, async () => {
      await visit(
        post,
        async (page) => {
          for (const one of [page.getByLabel('密码'), page.getByRole('button', { name: '解锁' })]) {
            expect((await one.boundingBox())!.height).to.be.at.least(44);
            await page.keyboard.press('Tab');
            await one.focus();
            const ring = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
            expect(ring).to.equal('solid');
          }
        },
        options,
      );
    });
  }

  it('stays locked, says so and moves nothing if the password is wrong', async () => {
    await visit(
      post,
      async (page) => {
        const below = page.locator('.neighbours');
        const before = await below.boundingBox();
        await enter(page, 'wrong password');
        await page.getByText('密码不对').waitFor();
        expect(await below.boundingBox()).to.deep.equal(before);
        expect(await page.locator('.unlocked').count()).to.equal(0);
        await unlock(page);
      },
      phone,
    );
  });

  it('has the same features as other posts after it is unlocked', async () => {
    await visit(
      post,
      async (page) => {
        await unlock(page);
        await until(page, 'document.activeElement.className === "unlocked"');
        const unlocked = page.locator('.unlocked');
        expect(await unlocked.textContent()).to.contain('开门见山');
        expect(await unlocked.locator('.katex math').count()).to.equal(1);
        expect(await unlocked.locator('pre .hljs-keyword').textContent()).to.equal('const');
        expect(await unlocked.locator('li', { hasText: /^一$/ }).count()).to.equal(1);
        expect(await unlocked.locator('nav.contents a').count()).to.equal(3);
        await page.locator('.code').first().hover();
        await page.getByRole('button', { name: '复制代码' }).first().click();
        await page.getByRole('status').filter({ hasText: '已复制' }).waitFor();
        expect(await clipboard(page)).to.equal('const answer = 42;');
        await page.evaluate('document.getElementById("第二节").scrollIntoView()');
        await until(page, 'document.querySelector(".contents [aria-current]")?.textContent === "第二节"');
        await page.locator('.content img').scrollIntoViewIfNeeded();
        await page.getByRole('button', { name: '放大图片：图' }).click();
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Escape');
        await unlocked.locator('p a', { hasText: '第一节' }).click();
        await page.waitForURL((url) => decodeURIComponent(url.hash) === '#第一节');
        expect(await page.evaluate('document.querySelector(":target").tagName')).to.equal('H2');
      },
      desk,
    );
  });

  it('goes, once it is unlocked, to the heading that the address names', async () => {
    await visit(`${post}#第三节`, async (page) => {
      await unlock(page);
      await until(page, 'document.getElementById("第三节").getBoundingClientRect().top < innerHeight');
    });
  });

  it('leaves in the tab its key but nothing of the password, and stays unlocked there until the reader locks again', async () => {
    await visit(post, async (page) => {
      await unlock(page);
      await page.reload();
      await page.locator('.unlocked').waitFor();
      const [session, local, cookies] = await page.evaluate<[object, object, string]>(
        '[{ ...sessionStorage }, { ...localStorage }, document.cookie]',
      );
      expect(Object.keys(session)).to.have.length(1);
      expect(Object.values(session)[0]).to.match(/^[\w+/]{43}=$/);
      expect([local, cookies], 'these outlive the tab').to.deep.equal([{}, '']);
      const other = await page.context().newPage();
      await other.goto(page.url());
      expect(await other.getByLabel('密码').isVisible()).to.equal(true);
      await page.getByRole('button', { name: '重新上锁' }).click();
      for (const again of [false, true]) {
        if (again) await page.reload();
        await page.getByLabel('密码').waitFor();
        expect(await page.locator('.unlocked').count()).to.equal(0);
      }
      expect(await page.evaluate('sessionStorage.length')).to.equal(0);
    });
  });

  it('asks for the password again if the key in the tab is wrong', async () => {
    await visit(post, async (page) => {
      await unlock(page);
      for (const wrong of ['!!', 'AAAA', 'A'.repeat(43) + '=']) {
        await page.evaluate(
          `for (const name of Object.keys(sessionStorage)) sessionStorage.setItem(name, ${JSON.stringify(wrong)})`,
        );
        await page.reload();
        await until(page, 'sessionStorage.length === 0');
        expect(await page.getByLabel('密码').isVisible()).to.equal(true);
        await unlock(page);
      }
    });
  });

  it('keeps the injected links first in the content, outside of the locked part', async () => {
    await visit(post, async (page) => {
      const first = page.locator('.content > :first-child');
      expect(await first.getAttribute('class')).to.equal('pdc-links');
      await unlock(page);
      expect(await first.getAttribute('class')).to.equal('pdc-links');
    });
  });

  it('ignores a form that an article wrote, even if the script runs', async () => {
    await visit('/posts/algo-forged/', async (page) => {
      await page.addScriptTag({ type: 'module', url: '/js/duplex-unlock.js' });
      // The script removes the note from each form that it attaches to.
      expect(await page.locator('.locked .locked-note').count()).to.equal(2);
    });
  });

  it('explains why it cannot be unlocked if scripts are disabled or the browser offers no decryption', async () => {
    const explains = (text: string) => async (page: Page) => {
      await page.getByText(text).waitFor();
      expect(await page.getByLabel('密码').isVisible()).to.equal(false);
    };
    await visit(post, explains('需要启用 JavaScript'), { javaScriptEnabled: false });
    await visit(`http://plain.example${post}`, explains('请改用 https'));
  });
});
