// Tests each key of `_site.yml` and of articles in a browser, on one site that has all keys.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { findFaults, layoutShift } from '../../look/measure.ts';
import { articleText } from '../../support/articles.ts';
import { clipboard, desk, phone, until, visitSite } from './visit.ts';
import { cases } from '../../support/cases.ts';

const labels = ['文章', '归档', '分类', '标签', '友链', '项目', '书单', '相册', '留言', '随笔', '关于本站', '外面'];
const menu = labels.map((label, index) =>
  index === labels.length - 1
    ? `  - { label: ${label}, url: https://outside.example/ }`
    : `  - { label: ${label}, url: ${['/', '/archives/', '/categories/', '/tags/'][index] ?? `/about/?${index}`} }`,
);
const siteFile = `
title: "各有所见"
url: https://blog.example
author: { name: "林 <b>", avatar: /images/me.svg, bio: "写编译器的人。" }
nav:
${menu.join('\n')}
social: [{ label: 代码, url: https://code.example/lin }, { label: 邮箱, url: mailto:lin@blog.example }]
footer:
  text: "文字归作者 <i>。"
  links: [{ label: 赞助, url: https://pay.example/ }]
  icp: 京ICP备2021000001号-1
  police: 京公网安备11010502000001号
icon: /images/me.svg
accent: "#0a5"
licence: CC BY-NC 4.0
channels: { people: "写给你的。", machines: "写给它的。" }
comments:
  giscus: { repo: lin/blog, repo_id: R_1, category: Talk, category_id: DIC_1 }
scripts:
  - src: https://stats.example/count.js
    data: { site: "a\\"b" }
    connect: [https://collect.example]
feed: full
og_image: /images/me.svg
rules: { links: "off" }
`;
const long = `开头。

## 第一节

${'段落。\n\n'.repeat(60)}
## 第二节

\`\`\`js linenos
${Array.from({ length: 60 }, (_, index) => `line(${index + 1});`).join('\n')}
\`\`\`

## 第三节

::: code-group

\`\`\`sh [npm]
npm ci
\`\`\`

\`\`\`sh [pnpm]
pnpm i
\`\`\`

:::

\`\`\`js
old(); // [!code --]
fresh(); // [!code ++]
\`\`\`

${'段落。\n\n'.repeat(20)}`;

const dated = (month: number): string => `2026-0${month}-01 08:00:00`;
const files = {
  'content/_site.yml': siteFile,
  'content/pages/about.md': '---\ntitle: "关于"\ndescription: "一页。"\n---\n\n[藏起来的](/posts/reading-hidden/)\n',
  'content/pages/unlisted.md': '---\ntitle: "不在菜单里"\ndescription: "一页。"\n---\n\n文。\n',
  'content/algo-long.md': articleText({ title: '"长的一篇"', date: dated(5) }, long),
  'content/algo-quiet.md': articleText(
    { title: '"安静的一篇"', date: dated(4), comments: 'false', toc: 'false' },
    '## 一\n\n## 二\n\n## 三\n',
  ),
  'content/reading-hidden.md': articleText({
    title: '"藏起来的一篇"',
    date: dated(6),
    hidden: 'true',
    categories: '["读书"]',
    tags: '["读书", "暗处"]',
  }),
  'content/algo-old.md': articleText({ title: '"钉住的旧文"', date: dated(1), sticky: 'true' }),
  'content/algo-part-two.md': articleText({ title: '"下篇"', date: dated(3), series: '"两步走"' }),
  'content/algo-part-one.md': articleText({ title: '"上篇"', date: dated(2), series: '["两步走"]' }),
  'content/algo-torn.md': articleText({
    title: '"封面取不到"',
    date: dated(1),
    cover: 'https://nothing.invalid/none.png',
  }),
  'static/images/me.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><path d="M0 0h90v90z"/></svg>',
};

/** Requests that the policy refused, as the browser reports them. */
function refusalsOf(page: Page): string[] {
  const refusals: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refusals.push(message.text());
  });
  return refusals;
}

const isWithinScreen = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

const textOf = async (page: Page, address: string): Promise<string> =>
  (await page.request.get(new URL(address, page.url()).href)).text();

describe('the keys of a site, in a browser', function () {
  const visit = visitSite({
    ...files,
    'content/_site.yml': siteFile.replace('rules:', 'tag_map: { 暗处: dark }\nrules:'),
  });

  describe('nav', () => {
    for (const width of [320, 390, 768, 1024, 1440, 1920]) {
      it(`with twelve entries folds, and never makes the page scroll sideways, at ${width} pixels`, async () => {
        await visit(
          '/about/',
          async (page) => {
            expect(await isWithinScreen(page)).to.equal(true);
            const last = page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '外面' });
            expect(await last.isVisible()).to.equal(false);
            await page.getByText('更多', { exact: true }).click();
            await last.waitFor();
            expect(await isWithinScreen(page)).to.equal(true);
            const box = (await last.boundingBox())!;
            expect(box.x).to.be.at.least(0);
            expect(box.x + box.width).to.be.at.most(width);
            expect(box.height).to.be.at.least(44);
            await page.keyboard.press('Escape');
            await last.waitFor({ state: 'hidden' });
            await page.getByText('更多', { exact: true }).click();
            await page.locator('h1').click();
            await last.waitFor({ state: 'hidden' });
          },
          { viewport: { width, height: 800 } },
        );
      });
    }

    it('shows its entries in their order, with their labels and external links, and no other pages', async () => {
      await visit('/', async (page) => {
        const shown = await page.locator('.site-header nav a').allTextContents();
        expect(shown).to.deep.equal(labels);
        expect(await page.locator('.site-header nav').innerHTML()).to.contain('href="https://outside.example/"');
      });
    });

    it('unfolds without scripts', async () => {
      await visit(
        '/',
        async (page) => {
          await page.getByText('更多', { exact: true }).click();
          expect(await page.getByRole('link', { name: '外面' }).isVisible()).to.equal(true);
        },
        { ...phone, javaScriptEnabled: false },
      );
    });
  });

  it('footer: has text, links, and both record numbers with links to their registers', async () => {
    await visit('/', async (page) => {
      const footer = page.locator('.site-footer');
      expect(await footer.innerText()).to.contain('文字归作者 <i>。');
      const hrefOf = (name: string): Promise<string | null> => footer.getByRole('link', { name }).getAttribute('href');
      expect(await hrefOf('赞助')).to.equal('https://pay.example/');
      expect(await hrefOf('京ICP备2021000001号-1')).to.equal('https://beian.miit.gov.cn/');
      expect(await hrefOf('京公网安备11010502000001号')).to.equal(
        'https://beian.mps.gov.cn/#/query/webSearch?code=11010502000001',
      );
    });
  });

  it('author, social, channels, icon and og_image: are used on the home page', async () => {
    await visit('/', async (page) => {
      expect(await page.locator('.owner-name').innerText()).to.equal('林 <b>');
      expect(await page.locator('.owner-bio').innerText()).to.equal('写编译器的人。');
      expect(await page.locator('.portrait').evaluate((image) => (image as HTMLImageElement).naturalWidth)).to.equal(
        90,
      );
      expect(await page.getByRole('link', { name: '代码' }).getAttribute('rel')).to.equal('me');
      expect(await page.locator('.topics').innerText()).to.contain('写给你的。');
      expect(await page.locator('.machines').innerText()).to.contain('写给它的。');
      expect(await page.locator('link[rel=icon]').getAttribute('href')).to.equal('/images/me.svg');
      expect(await page.locator('meta[property="og:image"]').getAttribute('content')).to.equal(
        'https://blog.example/images/me.svg',
      );
    });
  });

  it('accent: any color is readable on every background in both schemes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await visit(
        '/',
        async (page) => {
          const ratios = await page.evaluate<[string, number][]>(`(() => {
            const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
            const probe = document.body.appendChild(document.createElement('i'));
            const luminance = (token) => {
              probe.style.color = 'var(' + token + ')';
              canvas.fillStyle = getComputedStyle(probe).color;
              canvas.fillRect(0, 0, 1, 1);
              const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
              const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
              return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b) + 0.05;
            };
            const style = document.querySelector('head > style');
            const written = style.textContent;
            return ${JSON.stringify(cases<string>('theme', 'accents'))}.flatMap((accent) => {
              style.textContent = written.replaceAll('#0a5', accent);
              return ['--paper', '--paper-code', '--selection'].map((paper) => {
                const [a, b] = [luminance('--accent'), luminance(paper)];
                return [accent + ' on ' + paper, Math.max(a, b) / Math.min(a, b)];
              });
            });
          })()`);
          expect(ratios).to.have.length(30);
          expect(ratios.filter(([, ratio]) => ratio < 4.5)).to.deep.equal([]);
        },
        { ...desk, colorScheme },
      );
    }
  });

  it('scripts: run from their host, and may call the hosts in `connect` and no others', async () => {
    await visit('/', async (page) => {
      await page.route('https://stats.example/**', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'window.counted = document.currentScript.dataset.site; fetch("https://collect.example/x").catch(() => {}); fetch("https://other.example/x").catch(() => {});',
        }),
      );
      const asked: string[] = [];
      for (const host of ['collect', 'other'])
        await page.route(`https://${host}.example/**`, (route) => {
          asked.push(host);
          return route.fulfill({ body: '', headers: { 'access-control-allow-origin': '*' } });
        });
      const refusals = refusalsOf(page);
      await page.reload();
      await until(page, 'window.counted === "a\\"b"');
      await page.waitForTimeout(200);
      expect(asked).to.deep.equal(['collect']);
      const refused = refusals.flatMap((text) => /'(https:\/\/\w+\.example)/.exec(text)?.[1] ?? []);
      expect([...new Set(refused)]).to.deep.equal(['https://other.example']);
    });
  });

  describe('comments', () => {
    const widget = `const frame = document.createElement('iframe');
      frame.className = 'giscus-frame';
      frame.src = 'https://giscus.app/' + document.currentScript.dataset.lang + '/widget?theme=' + document.currentScript.dataset.theme;
      document.currentScript.after(frame);`;

    it('are loaded in the reader’s colors, as the policy allows, when the reader scrolls near', async () => {
      await visit(
        '/posts/algo-long/',
        async (page) => {
          const asked: string[] = [];
          await page.route('https://giscus.app/**', (route) => {
            asked.push(route.request().url());
            return route.request().url().endsWith('client.js')
              ? route.fulfill({
                  contentType: 'text/javascript',
                  headers: { 'access-control-allow-origin': '*' },
                  body: widget,
                })
              : route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<p>评论在此</p>' });
          });
          const refusals = refusalsOf(page);
          await page.waitForTimeout(300);
          expect(asked).to.deep.equal([]);
          await page.locator('.comments').scrollIntoViewIfNeeded();
          await page.frameLocator('.giscus-frame').getByText('评论在此').waitFor();
          expect(asked).to.deep.equal(['https://giscus.app/client.js', 'https://giscus.app/zh-CN/widget?theme=dark']);
          expect(refusals).to.deep.equal([]);
        },
        { ...desk, colorScheme: 'dark' },
      );
    });

    it('show a message if they cannot be fetched', async () => {
      await visit('/posts/algo-long/', async (page) => {
        await page.route('https://giscus.app/**', (route) => route.abort());
        await page.locator('.comments').scrollIntoViewIfNeeded();
        await page.getByText('评论加载失败').waitFor();
      });
    });

    it('are missing on a page that turns them off, and its policy does not allow their host', async () => {
      await visit('/posts/algo-quiet/', async (page) => {
        expect(await page.locator('.comments').count()).to.equal(0);
        expect(await page.content()).to.not.contain('giscus');
      });
    });
  });

  it('feed: with `full` it has texts with absolute addresses; a browser shows only its parts for people', async () => {
    await visit('/', async (page) => {
      const feed = await textOf(page, '/atom.xml');
      expect(feed).to.contain('<content type="html">').and.contain('&lt;h2');
      expect(feed).to.not.match(/(?:href|src)=&quot;\/(?!\/)/);
      await page.goto(new URL('/atom.xml', page.url()).href);
      const shown = page.locator('h\\:a, a').first();
      await shown.waitFor();
      const display = await page.evaluate<string[]>(
        `['title', 'id', 'content', 'summary'].map((name) => getComputedStyle(document.querySelector('entry ' + name)).display)`,
      );
      expect(display).to.deep.equal(['block', 'none', 'none', 'block']);
    });
  });

  describe('an article', () => {
    it('that is sticky is first on the home page, but not in the archives', async () => {
      await visit('/', async (page) => {
        const titles = await page.locator('.summary h2').allInnerTexts();
        expect(titles.map((title) => title.trim())).to.deep.equal([
          '钉住的旧文',
          '长的一篇',
          '安静的一篇',
          '下篇',
          '上篇',
          '封面取不到',
        ]);
        expect(await page.locator('.summary').first().innerText()).to.contain('置顶');
        await page.goto(new URL('/archives/', page.url()).href);
        expect((await page.locator('.entries a').first().innerText()).trim()).to.equal('长的一篇');
      });
    });

    it('that is hidden has its page and its files, and is in no list of either channel', async () => {
      await visit('/posts/reading-hidden/', async (page) => {
        expect(await page.locator('meta[name=robots]').getAttribute('content')).to.equal('noindex');
        expect(await textOf(page, '/api/posts/reading-hidden.md')).to.contain('正文从这里开始。');
        for (const list of [
          ...['/', '/archives/', '/tags/algo/', '/categories/algo/', '/atom.xml', '/sitemap.xml', '/posts/algo-long/'],
          ...cases<string>('keys', 'lists'),
        ])
          expect(await textOf(page, list), list).to.not.match(/藏起来的一篇|reading-hidden/);
      });
    });

    it('of a series shows all parts in order, and which part it is', async () => {
      await visit('/posts/algo-part-two/', async (page) => {
        expect(await page.locator('.post .facts').first().innerText()).to.match(/系列：两步走\s*第 2 篇，共 2 篇/);
        expect(await page.locator('.series li').allInnerTexts()).to.deep.equal(['上篇', '下篇']);
        expect(await page.locator('.series [aria-current]').innerText()).to.equal('下篇');
        await page.goto(new URL('/categories/', page.url()).href);
        expect(await page.locator('.every-series a').allInnerTexts()).to.deep.equal(['上篇', '下篇']);
      });
    });

    it('with `toc: false` has no table of contents', async () => {
      await visit('/posts/algo-quiet/', async (page) => {
        expect(await page.locator('.contents').count()).to.equal(0);
        expect(await page.getByRole('heading', { level: 2 }).count()).to.be.at.least(3);
      });
    });

    it('ends with its author, its address and its license', async () => {
      await visit('/posts/algo-long/', async (page) => {
        const end = page.locator('.colophon');
        expect(await end.innerText())
          .to.contain('林 <b>')
          .and.contain('https://blog.example/posts/algo-long/');
        expect(await end.locator('a[rel=license]').getAttribute('href')).to.equal(
          'https://creativecommons.org/licenses/by-nc/4.0/',
        );
      });
    });

    it('shows paper instead of a broken image if its cover cannot be loaded', async () => {
      await visit('/posts/algo-torn/', async (page) => {
        const cover = page.locator('.cover img');
        await until(page, 'document.querySelector(".cover img").complete');
        const { pseudo, height } = await cover.evaluate((image) => {
          const view = image.ownerDocument.defaultView!;
          const { content, position } = view.getComputedStyle(image, '::before');
          return { pseudo: `${content} ${position}`, height: image.getBoundingClientRect().height };
        });
        expect(pseudo).to.equal('"" absolute');
        expect(height).to.be.above(100);
      });
    });
  });

  describe('a block of code', () => {
    it('numbers its lines, and copies them without the numbers', async () => {
      await visit('/posts/algo-long/', async (page) => {
        const block = page.locator('.code').first();
        expect(await block.locator('.row').count()).to.equal(60);
        await block.getByRole('button', { name: '复制代码' }).click();
        await page.getByRole('status').filter({ hasText: '已复制' }).waitFor();
        expect(await clipboard(page)).to.match(/^line\(1\);\nline\(2\);[^]*line\(60\);$/);
      });
    });

    it('that is long shows its beginning, unfolds and folds again; without scripts, it shows every line', async () => {
      await visit('/posts/algo-long/', async (page) => {
        const block = page.locator('.code.long');
        const heightOf = async (): Promise<number> => (await block.boundingBox())!.height;
        const folded = await heightOf();
        expect(folded).to.be.below(620);
        await page.getByRole('button', { name: '展开全部 60 行' }).click();
        expect(await heightOf()).to.be.above(folded * 2);
        await page.getByRole('button', { name: '收起' }).click();
        expect(await heightOf()).to.equal(folded);
      });
      await visit(
        '/posts/algo-long/',
        async (page) => void expect((await page.locator('.code.long').boundingBox())!.height).to.be.above(1200),
        { javaScriptEnabled: false },
      );
    });

    it('with marked changes copies the added lines but not the removed lines', async () => {
      await visit('/posts/algo-long/', async (page) => {
        const block = page.locator('.code').last();
        expect(await block.innerText()).to.not.contain('[!code');
        await block.getByRole('button', { name: '复制代码' }).click();
        await page.getByRole('status').filter({ hasText: '已复制' }).waitFor();
        expect(await clipboard(page)).to.equal('fresh();');
      });
    });

    it('of a group is chosen by click and by keyboard, with and without scripts', async () => {
      for (const javaScriptEnabled of [true, false]) {
        await visit(
          '/posts/algo-long/',
          async (page) => {
            const [npm, pnpm] = [page.getByText('npm ci'), page.getByText('pnpm i')];
            expect([await npm.isVisible(), await pnpm.isVisible()]).to.deep.equal([true, false]);
            await page.getByText('pnpm', { exact: true }).click();
            expect([await npm.isVisible(), await pnpm.isVisible()]).to.deep.equal([false, true]);
            await page.keyboard.press('ArrowLeft');
            expect([await npm.isVisible(), await pnpm.isVisible()]).to.deep.equal([true, false]);
          },
          { javaScriptEnabled },
        );
      }
    });
  });

  it('all keys together pass axe in both schemes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const address of cases<string>('keys', 'pages')) {
        await visit(
          address,
          async (page) => {
            // The unfolded menu covers the content below.
            if (address === '/') await page.locator('.more summary').click();
            const faults = await findFaults(page);
            expect(faults, `${address} ${colorScheme}`).to.deep.equal([]);
          },
          { ...desk, colorScheme },
        );
      }
    }
  });

  it('the line of the reading progress stays at the top of the window', async () => {
    for (const screen of [phone, desk]) {
      await visit(
        '/posts/algo-long/',
        async (page) => {
          const isDrawn = `document.elementFromPoint(4, 1)?.matches('.post')`;
          expect(await page.evaluate(isDrawn)).to.equal(false);
          await page.evaluate('scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * 0.8)');
          await until(page, isDrawn);
        },
        screen,
      );
    }
  });

  it('the link to the top is hidden at the top, and appears while reading', async () => {
    await visit(
      '/posts/algo-long/',
      async (page) => {
        const way = page.locator('.to-top');
        expect(await way.isVisible()).to.equal(false);
        await page.evaluate('scrollTo(0, 3000)');
        await way.waitFor();
        await way.click();
        await until(page, 'scrollY < 200');
      },
      desk,
    );
  });
});

describe('a site with a sidebar', function () {
  const visit = visitSite({
    ...files,
    'content/_site.yml': `${siteFile}home: sidebar\ntag_map: { 暗处: dark }\n`,
    'content/algo-late.md': articleText({ title: '"改过的一篇"', date: dated(2), updated: dated(7) }),
  });
  const screens = {
    phone,
    tablet: { viewport: { width: 768, height: 1024 } },
    laptop: { viewport: { width: 1024, height: 768 } },
    desk,
  };

  for (const [name, screen] of Object.entries(screens)) {
    it(`shows the sidebar beside the list if there is room, and otherwise below the list: ${name}`, async () => {
      await visit(
        '/',
        async (page) => {
          const sidebar = page.getByRole('complementary', { name: '关于本站' });
          const [list, side] = await Promise.all(
            [page.locator('.summaries'), sidebar].map((part) => part.boundingBox()),
          );
          if (screen.viewport.width < 1024) expect(side!.y).to.be.above(list!.y + list!.height);
          else {
            expect(side!.x).to.be.above(list!.x + list!.width);
            expect(side!.y).to.be.at.most(list!.y);
          }
          expect(await isWithinScreen(page)).to.equal(true);
          expect(await page.evaluate<number>(layoutShift)).to.equal(0);
          await sidebar.getByRole('link', { name: '改过的一篇' }).click();
          await page.getByRole('heading', { name: '改过的一篇', level: 1 }).waitFor();
        },
        screen,
      );
    });
  }

  it('passes axe in both schemes', async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const screen of [phone, desk])
        await visit('/', async (page) => void expect(await findFaults(page)).to.deep.equal([]), {
          ...screen,
          colorScheme,
        });
  });

  it('does not print the sidebar', async () => {
    await visit('/', async (page) => {
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.sidebar').isVisible()).to.equal(false);
    });
  });
});

describe('a site in English', function () {
  const visit = visitSite({
    'content/_site.yml':
      'language: en\ntitle: Notes\ndescription: About things.\nurl: https://notes.example\nhome: sidebar\ncategory_map: { Notes: notes }\nprefixes: { algo: { categories: [Tech, Algorithms], tags: [Algorithms] } }\n',
    'content/algo-one.md': articleText(
      {
        title: '"One"',
        categories: '["Tech", "Algorithms"]',
        tags: '["Algorithms", "Python"]',
        description: JSON.stringify('A summary that is as long as it has to be, and not much longer. '.repeat(2)),
      },
      'Text.\n\n## First\n\n> [!NOTE]\n> Mind.\n\n- [x] done\n\n## Second\n\n```js\na();\n```\n\n## Third\n',
    ),
  });

  it('has no Chinese text on any page or in its scripts', async () => {
    await visit('/', async (page) => {
      for (const address of cases<string>('keys', 'addresses'))
        expect((await textOf(page, address)).match(/[\u4e00-\u9fff][^<"]*/g) ?? [], address).to.deep.equal([]);
      await page.locator('.search-open').click();
      await page.getByRole('dialog', { name: 'Search articles' }).waitFor();
    });
  });

  it('names its callouts, tasks, anchors and buttons in English', async () => {
    await visit('/posts/algo-one/', async (page) => {
      expect(await page.getByRole('note').innerText()).to.contain('Note');
      expect(await page.getByRole('checkbox', { name: 'done' }).isChecked()).to.equal(true);
      expect(await page.getByRole('link', { name: 'Link to this section: First' }).count()).to.equal(1);
      await page.getByRole('button', { name: 'Copy code' }).click();
      await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    });
  });
});
