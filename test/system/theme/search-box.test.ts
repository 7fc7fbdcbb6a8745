// The search box in a browser: loaded on first use, usable by keyboard, and helpful if nothing matches.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { articleText } from '../../support/articles.ts';
import { desk, phone, visitSite } from './visit.ts';

const about = (topic: string): string =>
  JSON.stringify(
    `${topic}的来历与用法，从头讲起，附上可以运行的例子，并说明什么时候不该用它，以及读者读完以后能够带走什么。`,
  );

const visitFiles = {
  'content/_site.yml': 'url: https://blog.example\n',
  'content/algo-binary-search.md': articleText(
    { title: '"二分查找的边界"', description: about('不变式'), date: '2026-03-03 08:00:00' },
    '先写不变式。\n',
  ),
  'content/algo-hash-table.md': articleText(
    { title: '"哈希表"', description: about('散列'), date: '2026-03-02 08:00:00' },
    '开放寻址。\n\n```js\nconst table = new WeakMap()\n```\n\n## 冲突\n\n### 换个 `位置`\n\n冲突时用二次探测，`<img src="data:," onerror="window.hacked=1">`然后再说。\n',
  ),
  'content/algo-locked.md': articleText(
    { title: '"上锁的堆排序"', description: about('堆'), password: '"correct horse"' },
    '这里藏着月光宝盒四个字。\n',
  ),
};

const requestsOf = (page: Page): string[] => {
  const requests: string[] = [];
  page.on('request', (request) => void requests.push(new URL(request.url()).pathname));
  return requests;
};

describe('the search box', function () {
  const visit = visitSite(visitFiles);
  const titles = async (page: Page): Promise<string[]> => {
    await page.locator('#search-hits:not([aria-busy])').waitFor({ state: 'attached' });
    return page.locator('.hit-title').allInnerTexts();
  };
  const chosen = (page: Page) => page.locator('.search [aria-selected=true] .hit-title');
  const type = async (page: Page, query: string): Promise<void> => {
    await page.keyboard.press('/');
    await page.getByRole('dialog', { name: '搜索文章' }).waitFor();
    await page.locator('.hit-title').first().waitFor();
    await page.getByRole('combobox').fill(query);
    await titles(page);
  };

  it('loads nothing before its first use', async () => {
    await visit('/', async (page) => {
      const requests = requestsOf(page);
      await page.reload({ waitUntil: 'networkidle' });
      expect(requests.filter((path) => /search|index\.json/.test(path))).to.deep.equal([]);
      await page.getByRole('link', { name: '搜索' }).click();
      await page.locator('.hit-title').first().waitFor();
      expect(requests.filter((path) => /search|index\.json/.test(path)).sort()).to.deep.equal(
        ['/js/search.js', '/api/search/index.json', '/api/search/posts/0.json'].sort(),
      );
    });
  });

  it('opens by "/" and by Ctrl+K, shows the newest articles, and closes by Escape, which returns the focus', async () => {
    await visit('/', async (page) => {
      const link = page.getByRole('link', { name: '归档' });
      for (const key of ['/', 'Control+k']) {
        await link.focus();
        await page.keyboard.press(key);
        await page.locator('.hit-title').first().waitFor();
        expect(await titles(page)).to.deep.equal(['二分查找的边界', '哈希表', '上锁的堆排序']);
        expect(
          await page.getByRole('combobox').evaluate((input) => input === input.ownerDocument.activeElement),
        ).to.equal(true);
        await page.keyboard.press('Escape');
        expect(await page.getByRole('dialog').count()).to.equal(0);
        expect(await link.evaluate((element) => element === element.ownerDocument.activeElement)).to.equal(true);
      }
    });
  });

  it('does not open by "/" while a field has the focus', async () => {
    await visit('/posts/algo-locked/', async (page) => {
      await page.getByLabel('密码').focus();
      await page.keyboard.press('/');
      expect(await page.getByLabel('密码').inputValue()).to.equal('/');
      expect(await page.getByRole('dialog').count()).to.equal(0);
    });
  });

  it('finds Chinese words while the reader types, and marks them', async () => {
    await visit('/', async (page) => {
      await type(page, '二分');
      expect(await titles(page)).to.deep.equal(['二分查找的边界']);
      expect(await page.locator('.hit-title mark').allInnerTexts()).to.deep.equal(['二分']);
      expect(await page.locator('.search-status').innerText()).to.equal('找到 1 篇');
      await page.getByRole('combobox').fill('散列');
      expect(await titles(page)).to.deep.equal(['哈希表']);
      expect(await page.locator('.hit-text mark').allInnerTexts()).to.deep.equal(['散列']);
    });
  });

  it('shows the matching passage, with its HTML as text, if only the body matches', async () => {
    await visit('/', async (page) => {
      await type(page, '二次探测');
      await page.locator('.hit-text mark').first().waitFor();
      expect(await page.locator('.hit-text').innerText())
        .to.contain('冲突时用二次探测')
        .and.contain('onerror');
      expect(await page.locator('.hit-text mark').allInnerTexts()).to.deep.equal(['二次探测']);
      expect(await page.evaluate('window.hacked')).to.equal(undefined);
    });
  });

  it('shows the headings above the passage, and opens the article at the nearest heading', async () => {
    await visit('/', async (page) => {
      await type(page, '二次探测');
      await page.getByText('冲突 › 换个 位置').waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/posts/algo-hash-table/#*');
      expect(await page.locator(':target').innerText()).to.equal('换个 位置');
    });
  });

  it('finds a locked post only by its public data', async () => {
    await visit('/', async (page) => {
      await type(page, '堆排序');
      expect(await titles(page)).to.deep.equal(['上锁的堆排序']);
      expect(await page.locator('.hit-facts').innerText()).to.contain('加密');
      await page.getByRole('combobox').fill('月光宝盒');
      await page.getByText('没有找到与“月光宝盒”有关的文章').waitFor();
    });
  });

  it('shows near hits under their own heading, below strong hits, and says so if all hits are near', async () => {
    await visit('/', async (page) => {
      await type(page, '哈希表的冲突');
      expect((await titles(page))[0]).to.equal('哈希表');
      await page.getByRole('combobox').fill('什么时候不该用哈希来做购物车结算');
      await page.getByText('没有切题的文章，下面只是相近的').waitFor();
      expect(await page.locator('.search li').first().getAttribute('data-group')).to.equal('相近');
      expect(await page.locator('.hit-facts').first().innerText()).to.match(/^相近 · /);
    });
  });

  it('offers the newest articles if nothing matches, and opens one by Enter only if it was selected', async () => {
    await visit('/', async (page) => {
      await type(page, '量子纠缠火锅');
      await page.getByText('没有找到与“量子纠缠火锅”有关的文章').waitFor();
      expect(await titles(page)).to.deep.equal(['二分查找的边界', '哈希表', '上锁的堆排序']);
      expect(await page.locator('.search li').first().getAttribute('data-group')).to.equal('最近的文章');
      expect(await chosen(page).count()).to.equal(0);
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).pathname).to.equal('/');
      await page.keyboard.press('ArrowUp');
      expect(await chosen(page).innerText()).to.equal('上锁的堆排序');
    });
  });

  it('selects hits by the arrow keys, and opens the selected hit by Enter', async () => {
    await visit('/', async (page) => {
      await type(page, '');
      expect(await chosen(page).innerText()).to.equal('二分查找的边界');
      await page.keyboard.press('ArrowDown');
      expect(await chosen(page).innerText()).to.equal('哈希表');
      const active = await page.getByRole('combobox').getAttribute('aria-activedescendant');
      expect(await page.locator(`#${active} .hit-title`).innerText()).to.equal('哈希表');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      expect(await chosen(page).innerText()).to.equal('上锁的堆排序');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/posts/algo-binary-search/');
    });
  });

  it('is as wide as the screen of a phone, and opens the hit that is tapped', async () => {
    await visit(
      '/',
      async (page) => {
        await page.getByRole('link', { name: '搜索' }).tap();
        await page.locator('.hit-title').first().waitFor();
        expect((await page.getByRole('dialog').boundingBox())!.width).to.equal(390);
        await page.getByText('哈希表', { exact: true }).last().tap();
        await page.waitForURL('**/posts/algo-hash-table/');
      },
      phone,
    );
  });

  it('opens by itself if the address has a query', async () => {
    await visit('/archives/?q=' + encodeURIComponent('散列'), async (page) => {
      await page.locator('.hit-title').first().waitFor();
      expect(await page.getByRole('combobox').inputValue()).to.equal('散列');
      expect(await titles(page)).to.deep.equal(['哈希表']);
    });
  });

  it('says that it cannot be loaded, at an address with a query', async () => {
    await visit('/', async (page) => {
      await page.route('**/js/search.js', (route) => route.abort());
      await page.goto(new URL('/archives/?q=a', page.url()).href);
      await page.locator('.notice').filter({ hasText: '索引加载失败' }).waitFor();
    });
  });

  it('waits until an input method has finished', async () => {
    await visit('/', async (page) => {
      await type(page, '哈希');
      await page.getByRole('combobox').evaluate((input) => {
        const { InputEvent } = input.ownerDocument.defaultView!;
        (input as { value?: string }).value = 'er fen';
        input.dispatchEvent(new InputEvent('input', { isComposing: true }));
      });
      expect(await titles(page)).to.deep.equal(['哈希表']);
    });
  });

  it('reports a network failure, and tries again', async () => {
    await visit('/', async (page) => {
      await page.route('**/api/search/index.json', (route) => route.abort());
      await page.keyboard.press('/');
      await page.getByText('索引加载失败').waitFor();
      await page.unroute('**/api/search/index.json');
      await page.getByRole('button', { name: '再试一次' }).click();
      await page.locator('.hit-title').first().waitFor();
    });
  });

  it('without scripts, leads to the list of all articles, which explains why', async () => {
    await visit(
      '/archives/',
      async (page) => {
        expect(await page.getByRole('link', { name: '搜索' }).getAttribute('href')).to.equal('/archives/');
        expect(await page.getByText('搜索需要启用 JavaScript').isVisible()).to.equal(true);
      },
      { ...desk, javaScriptEnabled: false },
    );
  });

  it('searches for the words of a missing address', async () => {
    await visit('/', async (page) => {
      const missing = await (await page.request.get(new URL('/404.html', page.url()).href)).text();
      await page.route('**/posts/hash-tabel/', (route) =>
        route.fulfill({ status: 404, contentType: 'text/html; charset=utf-8', body: missing }),
      );
      const requests = requestsOf(page);
      await page.goto(new URL('/posts/hash-tabel/', page.url()).href, { waitUntil: 'networkidle' });
      expect(requests.filter((path) => /search|index\.json/.test(path))).to.deep.equal([]);
      await page.getByRole('button', { name: '找找与“hash tabel”有关的文章' }).click();
      await page.getByRole('heading', { name: '也许你在找' }).waitFor();
      expect(await page.locator('.suggestions a').allInnerTexts()).to.deep.equal(['哈希表']);
    });
  });

  it('redirects from an address that differs only in case', async () => {
    await visit('/', async (page) => {
      const missing = await (await page.request.get(new URL('/404.html', page.url()).href)).text();
      const body = { status: 404, contentType: 'text/html; charset=utf-8', body: missing };
      await page.route(/\/(?:Posts\/Algo-Hash-Table|No-Such)\//, (route) => route.fulfill(body));
      await page.goto(new URL('/Posts/Algo-Hash-Table/?from=old#top', page.url()).href);
      await page.waitForURL(/\/posts\/algo-hash-table\/\?from=old#top$/);
      const asked = page.waitForResponse((response) => response.url().endsWith('/no-such/'));
      await page.goto(new URL('/No-Such/', page.url()).href);
      expect((await asked).status()).to.equal(404);
      await page.getByRole('button', { name: '找找与“No Such”有关的文章' }).waitFor();
    });
  });

  it('treats several slashes at the beginning of an address as one, and asks no host whose name follows them', async () => {
    await visit(
      '/',
      async (page) => {
        const missing = await (await page.request.get(new URL('/404.html', page.url()).href)).text();
        const { host } = new URL(page.url());
        const body = { status: 404, contentType: 'text/html; charset=utf-8', body: missing };
        await page.route(/\/\/[^/]+\/\/[A-Z]/, (route) => route.fulfill(body));
        const asked: string[] = [];
        page.on('request', (request) => void asked.push(request.url()));
        for (const [target, led] of [
          ['//EVIL.example/Posts/', '/evil.example/posts/'],
          ['//Posts///Algo-Hash-Table/', '/posts/algo-hash-table/'],
        ]) {
          const question = page.waitForRequest((request) => request.method() === 'HEAD');
          await page.goto(`http://${host}${target}`);
          expect((await question).url()).to.equal(`http://${host}${led}`);
        }
        await page.waitForURL(/\d\/posts\/algo-hash-table\/$/);
        expect(asked.filter((address) => new URL(address).host !== host)).to.deep.equal([]);
      },
      // The policy of the page would block a request of the script to another host, so that this test could not see it.
      { bypassCSP: true },
    );
  });
});
