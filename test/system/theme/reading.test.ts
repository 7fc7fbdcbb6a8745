// Reading an article in a browser: schemes, contents, code, images, tables, anchors, the assistants' menu.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { articleText } from '../../support/articles.ts';
import { clipboard, desk, phone, until, visitSite } from './visit.ts';

const longLine = `x = "${'a'.repeat(200)}"`;
const body = `开头。

## 第一节

\`\`\`python title="long.py" {2}
${longLine}
y = 2
\`\`\`

\`\`\`console
$ ls -l | wc
  3  4  5
$ echo two \\
  three
two three
# a remark
\`\`\`

${'段落。\n\n'.repeat(60)}
## 第二节

![图](/images/wide.svg "一幅图")

| 一 | 二 | 三 | 四 | 五 | 六 | 七 | 八 |
|---|---|---|---|---|---|---|---|
| 甲 | 乙的后面还有好几个字 | 丙的后面还有好几个字 | 丁 | 戊 | 己 | 庚 | 辛 |

> [!WARNING]
> 当心。

- [x] 做完
- [ ] 没做

${'段落。\n\n'.repeat(60)}
## 第三节

\`\`\`sh
npx wrangler deploy --config server/deploy/cloudflare/wrangler.toml --name a-name-that-is-rather-long --dry-run
\`\`\`

\`\`\`js
${longLine}
2
\`\`\`

\`\`\`text
┌────────┐
│ 路由器 │
│ router │
└────────┘
\`\`\`

末了[^1]。

[^1]: 注。
`;

const visitFiles = {
  'content/_site.yml': 'url: https://blog.example\nmcp: https://mcp.example/mcp\n',
  'content/algo-long.md': articleText({ title: '"这是一篇长文：它有一个标题，还有两个分句"' }, body),
  'content/algo-short.md': articleText(
    {},
    `短。

\`\`\`js
${'x'.repeat(100)}
2
\`\`\`

|${' 列 |'.repeat(5)}
|${'---|'.repeat(5)}
|${` ${'长长的格子'.repeat(5)} |`.repeat(5)}

![宽图](/images/broad.svg)

<iframe src="https://player.video.invalid/1"></iframe>

<iframe src="https://music.invalid/outchain?id=1" width="330" height="86"></iframe>
`,
  ),
  'static/images/broad.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="800"><path d="M0 0h9v9z"/></svg>',
  'content/algo-locked.md': articleText({ password: '"correct horse"' }, '密文。\n'),
  'static/images/wide.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><path d="M0 0h9v9z"/></svg>',
};
const long = '/posts/algo-long/';
const short = '/posts/algo-short/';

const tablet = { viewport: { width: 768, height: 1024 } };

const schemeOf = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `getComputedStyle(document.body).colorScheme + ' ' + getComputedStyle(document.documentElement).backgroundColor`,
  );

describe('reading in a browser', function () {
  const visit = visitSite(visitFiles);

  describe('the scheme', () => {
    it('follows the system until the reader chooses a scheme, and then the choice, even in the first paint of a page', async () => {
      await visit(
        '/',
        async (page) => {
          const button = page.locator('.scheme-switch');
          const [system] = [await schemeOf(page)];
          expect((await button.innerText()).trim()).to.equal('配色：跟随系统');
          await button.click();
          expect((await button.innerText()).trim()).to.equal('配色：浅色');
          const light = await schemeOf(page);
          expect(light).to.not.equal(system);
          // The script comes before the style: otherwise the page would first be painted in the system's scheme.
          await page.goto(page.url() + 'archives/');
          expect(await schemeOf(page)).to.equal(light);
          const order = await page.evaluate<string[]>(
            `[...document.head.querySelectorAll('script[src], link[rel=stylesheet]')].map(({ tagName }) => tagName)`,
          );
          expect(order[0]).to.equal('SCRIPT');
          await button.click();
          expect((await button.innerText()).trim()).to.equal('配色：深色');
          await button.click();
          expect(await schemeOf(page)).to.equal(system);
        },
        { colorScheme: 'dark' },
      );
    });

    it('is the system’s if scripts are disabled, and no button offers to switch it', async () => {
      const papers: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await visit(
          '/',
          async (page) => {
            expect(await page.locator('.scheme-switch').isVisible()).to.equal(false);
            papers.push(
              await page
                .locator('html')
                .evaluate((html) => html.ownerDocument.defaultView!.getComputedStyle(html).backgroundColor),
            );
          },
          { colorScheme, javaScriptEnabled: false },
        );
      }
      expect(papers[0]).to.not.equal(papers[1]);
    });
  });

  describe('the contents', () => {
    it('are open beside the text on a wide screen, and mark the current section', async () => {
      await visit(
        long,
        async (page) => {
          const contents = page.locator('.contents');
          const current = contents.locator('[aria-current]');
          const text = (await page.locator('.content').boundingBox())!;
          expect((await contents.boundingBox())!.x).to.be.above(text.x + text.width);
          expect(await contents.getByRole('link').count()).to.equal(3);
          expect(await current.count()).to.equal(0);
          await page.getByRole('heading', { name: '第二节' }).scrollIntoViewIfNeeded();
          await page.evaluate('document.getElementById("第二节").scrollIntoView()');
          await until(page, 'document.querySelector(".contents [aria-current]")?.textContent === "第二节"');
          expect((await contents.getByRole('link').first().boundingBox())!.y).to.be.within(0, 900);
          await page.evaluate('scrollTo(0, document.body.scrollHeight)');
          await until(page, 'document.querySelector(".contents [aria-current]")?.textContent === "第三节"');
        },
        desk,
      );
    });

    it('on a phone are a sticky line that shows the current section and opens a menu over the text', async () => {
      await visit(
        long,
        async (page) => {
          const line = page.locator('.contents summary');
          await page.evaluate('document.getElementById("第二节").scrollIntoView()');
          await until(page, 'document.querySelector(".here").textContent === "第二节"');
          expect((await line.boundingBox())!.y).to.be.within(-1, 1);
          const place = (): Promise<number> => page.evaluate<number>('scrollY');
          const before = await place();
          await line.tap();
          const link = page.locator('.contents').getByRole('link', { name: '第三节' });
          await link.waitFor();
          expect(await place()).to.equal(before);
          await link.tap();
          await link.waitFor({ state: 'hidden' });
          const heading = (await page.getByRole('heading', { name: '第三节' }).boundingBox())!;
          expect(heading.y).to.be.above((await line.boundingBox())!.height);
          await line.focus();
          await page.keyboard.press('Enter');
          await link.waitFor();
          await page.keyboard.press('Escape');
          await link.waitFor({ state: 'hidden' });
        },
        phone,
      );
    });

    it('are folded under the title on a phone, and unfold with and without scripts', async () => {
      for (const javaScriptEnabled of [true, false]) {
        await visit(
          long,
          async (page) => {
            const link = page.locator('.contents').getByRole('link', { name: '第二节' });
            expect(await link.isVisible()).to.equal(false);
            await page.getByText('目录', { exact: true }).click();
            expect(await link.isVisible()).to.equal(true);
          },
          { ...phone, javaScriptEnabled },
        );
      }
    });
  });

  describe('a block of code', () => {
    it('names its language, and copies only the code', async () => {
      await visit(long, async (page) => {
        const block = page.locator('.code').first();
        expect(await block.getAttribute('data-language')).to.equal('Python');
        await block.hover();
        await block.getByRole('button', { name: '复制代码' }).click();
        await page.getByRole('status').filter({ hasText: '已复制' }).waitFor();
        expect(await clipboard(page)).to.equal(`${longLine}\ny = 2`);
        expect(await block.locator('figcaption').innerText()).to.equal('long.py');
        expect((await block.locator('.line').innerText()).trim()).to.equal('y = 2');
      });
    });

    it('of a shell copies the typed commands without prompts and output', async () => {
      await visit(long, async (page) => {
        const block = page.locator('.code').nth(1);
        await block.hover();
        await block.getByRole('button', { name: '复制代码' }).click();
        await page.getByRole('status').filter({ hasText: '已复制' }).waitFor();
        expect(await clipboard(page)).to.equal('ls -l | wc\necho two \\\n  three');
      });
    });

    for (const width of [320, 390, 768, 1440]) {
      it(`shows no button over a line, a command completely, and drawings whose lines meet, at ${width} pixels`, async () => {
        const read = async (page: Page): Promise<void> => {
          const buttons = page.locator('.code-buttons');
          expect(await buttons.count()).to.equal(5);
          if (width < 400) expect((await buttons.getByRole('button').first().boundingBox())!.height).to.be.at.least(44);
          expect(
            await page.evaluate<string[]>(`[...document.querySelectorAll('.code-buttons')].flatMap((one) => {
              const [box, lines] = [one.getBoundingClientRect(), document.createRange()];
              lines.selectNodeContents(one.parentElement.querySelector('code'));
              return [...lines.getClientRects()]
                .filter(({ left, right, top, bottom }) =>
                  left < box.right && right > box.left && top < box.bottom && bottom > box.top)
                .map(({ top }) => one.parentElement.className + ' ' + top);
            })`),
          ).to.deep.equal([]);
          const command = page.locator('.single');
          expect(await command.locator('pre').evaluate((pre) => pre.scrollWidth - pre.clientWidth)).to.equal(0);
          await command.getByRole('button', { name: '复制代码' }).click();
          await page.getByRole('status').filter({ hasText: '已复制' }).waitFor();
          expect(await clipboard(page)).to.match(/^npx wrangler deploy .* --dry-run$/);
          // The right edge of the last character of each row, in any element.
          const ends = await page.evaluate<number[]>(`(() => {
            const walk = document.createTreeWalker(document.querySelector('.drawn code'), NodeFilter.SHOW_TEXT);
            const [ends, range] = [[], document.createRange()];
            while (walk.nextNode()) {
              for (const { index } of walk.currentNode.data.matchAll(/.(?=\\n)/g)) {
                range.setStart(walk.currentNode, index);
                range.setEnd(walk.currentNode, index + 1);
                ends.push(range.getBoundingClientRect().right);
              }
            }
            return ends;
          })()`);
          expect(ends).to.have.lengthOf(4);
          expect(Math.max(...ends) - Math.min(...ends)).to.be.below(1);
        };
        await visit(long, read, { ...(width < 400 ? phone : desk), viewport: { width, height: 900 } });
      });
    }

    it('breaks its lines on a phone, with a mark at each continuation, and copies each line unchanged', async () => {
      await visit(
        long,
        async (page) => {
          const pre = page.locator('.code pre').first();
          expect(await pre.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).to.equal(0);
          const marks = await pre.locator('.row, .line').evaluateAll((rows) =>
            rows.map((row) => {
              const { height } = row.ownerDocument.defaultView!.getComputedStyle(row, '::after');
              return Math.round(parseFloat(height));
            }),
          );
          expect(marks[0]).to.be.above(50);
          expect(marks[1]).to.equal(0);
          const selected = await page.evaluate<string>(`
            getSelection().selectAllChildren(document.querySelector('.code pre'));
            getSelection().toString();
          `);
          expect(selected.trim()).to.equal(`${longLine}\ny = 2`);
        },
        phone,
      );
    });

    it('scrolls within itself, also by keyboard, and wraps its lines on demand', async () => {
      await visit(
        long,
        async (page) => {
          const pre = page.locator('.code pre').first();
          await until(page, 'document.querySelector(".code pre").tabIndex === 0');
          await pre.focus();
          await page.keyboard.press('ArrowRight');
          await until(page, 'document.querySelector(".code pre").scrollLeft > 0');
          const button = page.getByRole('button', { name: '长行自动换行' }).first();
          await button.click();
          expect(await button.getAttribute('aria-pressed')).to.equal('true');
          await until(
            page,
            'document.querySelector(".code pre").scrollWidth === document.querySelector(".code pre").clientWidth',
          );
          // The Tab key does not stop at a block that has nothing to scroll.
          await until(page, '!document.querySelector(".code pre").hasAttribute("tabindex")');
          expect(await page.locator('.code pre').nth(1).getAttribute('tabindex')).to.equal(null);
        },
        tablet,
      );
    });

    it('fades only at an edge beyond which it continues', async () => {
      await visit(
        long,
        async (page) => {
          const edges = (): Promise<string[]> =>
            page
              .locator('.code pre')
              .first()
              .evaluate((pre) => {
                const style = pre.ownerDocument.defaultView!.getComputedStyle(pre);
                return ['--fade-start', '--fade-end'].map((name) => style.getPropertyValue(name));
              });
          expect(await edges()).to.deep.equal(['0px', '51px']);
          await page.evaluate('document.querySelector(".code pre").scrollLeft = 9999');
          await until(
            page,
            'getComputedStyle(document.querySelector(".code pre")).getPropertyValue("--fade-end") === "0px"',
          );
          await page.getByRole('button', { name: '长行自动换行' }).first().click();
          await until(
            page,
            'getComputedStyle(document.querySelector(".code pre")).getPropertyValue("--fade-start") === "0px"',
          );
          expect(await edges()).to.deep.equal(['0px', '0px']);
        },
        tablet,
      );
    });
  });

  it('an anchor copies its link, and makes it the address of the page', async () => {
    await visit(long, async (page) => {
      await page.locator('.heading').first().hover();
      await page.locator('.anchor').first().click();
      await page.getByRole('status').filter({ hasText: '本节链接已复制' }).waitFor();
      expect(decodeURIComponent(await clipboard(page))).to.equal(decodeURIComponent(page.url()));
      expect(decodeURIComponent(new URL(page.url()).hash)).to.equal('#第一节');
    });
  });

  it('an image has its size before it loads, has a caption, and opens larger by click and keyboard', async () => {
    await visit(long, async (page) => {
      const image = page.locator('.content img');
      expect([await image.getAttribute('width'), await image.getAttribute('height')]).to.deep.equal(['800', '400']);
      expect(await page.getByRole('figure', { name: '一幅图' }).count()).to.equal(1);
      await image.scrollIntoViewIfNeeded();
      const button = page.getByRole('button', { name: '放大图片：图' });
      await button.waitFor();
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: '放大的图片：图' });
      await dialog.waitFor();
      expect((await dialog.getByRole('img').boundingBox())!.width).to.be.above((await image.boundingBox())!.width);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await button.evaluate((element) => element === element.ownerDocument.activeElement)).to.equal(true);
      await button.click();
      await dialog.getByRole('button', { name: '关闭' }).click();
      await dialog.waitFor({ state: 'detached' });
    });
  });

  it('a wide table scrolls within itself, and the Tab key reaches it', async () => {
    await visit(
      long,
      async (page) => {
        const table = page.locator('.table');
        await table.scrollIntoViewIfNeeded();
        await until(page, 'document.querySelector(".table").tabIndex === 0');
        expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
        const [scroll, client] = await table.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
        expect(scroll).to.be.above(client!);
        // The names of its rows stay in sight, and no word is broken.
        const name = table.locator('td').first();
        const { x } = (await name.boundingBox())!;
        await table.evaluate((element) => (element.scrollLeft = 100));
        expect((await name.boundingBox())!.x).to.be.closeTo(x, 1);
        expect((await name.boundingBox())!.height).to.be.below(64);
        // Two columns never scroll.
        const excess = `(() => {
          const wide = document.querySelector('.table');
          const cells = '<td>名称</td><td>用 <code>${'Thread.of()'.repeat(9)}</code></td>';
          wide.insertAdjacentHTML('afterend', '<div class="table"><table><tr>' + cells + '</tr></table></div>');
          return wide.nextSibling.scrollWidth - wide.nextSibling.clientWidth;
        })()`;
        expect(await page.evaluate<number>(excess)).to.equal(0);
      },
      phone,
    );
  });

  it('lists and texts with contents beside them begin at the edge of the header, and other texts are centered', async () => {
    for (const width of [390, 768, 1000, 1440]) {
      for (const path of ['/', long, '/archives/', '/404.html', '/posts/algo-locked/', short]) {
        await visit(
          path,
          async (page) => {
            const main = (await page.locator('main').boundingBox())!;
            const header = (await page.locator('.site-header').boundingBox())!;
            const isBeside = width >= 1200 && [long, '/posts/algo-locked/'].includes(path);
            const middle = ({ x, width: size }: { x: number; width: number }): number => x + size / 2;
            if (isBeside || ['/', '/archives/'].includes(path))
              expect(main.x, `${path} at ${width}`).to.be.closeTo(header.x, 0.1);
            else expect(middle(main), `${path} at ${width}`).to.be.closeTo(middle(header), 0.1);
          },
          { viewport: { width, height: 900 } },
        );
      }
    }
  });

  it('wide blocks use the space on both sides of the text, if there are no contents', async () => {
    for (const width of [390, 768, 1000, 1440]) {
      await visit(
        short,
        async (page) => {
          const text = (await page.locator('.content').boundingBox())!;
          for (const selector of ['.code.broad', '.table.broad', 'p:has(.broad)']) {
            const box = (await page.locator(selector).boundingBox())!;
            expect(box.x + box.width / 2, selector).to.be.closeTo(text.x + text.width / 2, 1);
            if (width > 900) expect(box.width - text.width, selector).to.be.above(100);
          }
          expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
        },
        { viewport: { width, height: 900 } },
      );
    }
  });

  it('videos are as wide as the text and have the ratio 16:9, and a frame that sets its height keeps that height', async () => {
    await visit(
      short,
      async (page) => {
        const [film, player] = await page.locator('.content iframe').all();
        const { width, height } = (await film!.boundingBox())!;
        expect(width / height).to.be.closeTo(16 / 9, 0.01);
        expect((await player!.boundingBox())!.height).to.equal(86);
      },
      desk,
    );
  });

  it('callouts and tasks are accessible', async () => {
    await visit(long, async (page) => {
      expect(await page.getByRole('note').innerText())
        .to.contain('注意')
        .and.contain('当心');
      expect(await page.getByRole('checkbox', { name: '已完成' }).isChecked()).to.equal(true);
      expect(await page.getByRole('checkbox', { name: '未完成' }).isChecked()).to.equal(false);
    });
  });

  it('a title breaks between its phrases, and remains one text', async () => {
    await visit(
      long,
      async (page) => {
        expect(await page.locator('h1').innerText()).to.match(/这是一篇长文：\s*它有一个标题，\s*还有两个分句/);
        expect(await page.locator('h1').textContent()).to.equal('这是一篇长文：它有一个标题，还有两个分句');
      },
      phone,
    );
  });

  describe('the menu for assistants', () => {
    it('copies the Markdown with its title and source', async () => {
      await visit(long, async (page) => {
        await page.getByText('给 AI 助手').click();
        await page.getByRole('button', { name: '复制 Markdown' }).click();
        await page.getByRole('status').filter({ hasText: '已复制' }).waitFor();
        expect(await clipboard(page)).to.equal(
          `# 这是一篇长文：它有一个标题，还有两个分句\n\n来源：https://blog.example${long}\n\n${body}`,
        );
      });
    });

    it('explains how to connect with MCP, and closes by Escape and by a click outside', async () => {
      await visit(long, async (page) => {
        const panel = page.locator('.panel');
        await page.getByText('给 AI 助手').click();
        expect(await panel.innerText())
          .to.contain('https://mcp.example/mcp')
          .and.contain('"mcpServers"');
        await panel.getByRole('button', { name: '复制', exact: true }).first().click();
        await page.getByRole('status').filter({ hasText: '已复制' }).waitFor();
        expect(await clipboard(page)).to.equal('https://mcp.example/mcp');
        await page.keyboard.press('Escape');
        expect(await panel.isVisible()).to.equal(false);
        await page.getByText('给 AI 助手').click();
        expect(await panel.isVisible()).to.equal(true);
        await page.locator('h1').click();
        expect(await panel.isVisible()).to.equal(false);
      });
    });

    it('is beside the injected links, which stay first in the content', async () => {
      for (const options of [phone, desk]) {
        await visit(
          long,
          async (page) => {
            expect(await page.locator('.content > :first-child').getAttribute('class')).to.equal('pdc-links');
            const [links, menu] = [
              await page.locator('.pdc-links').boundingBox(),
              await page.locator('.agents').boundingBox(),
            ];
            expect(Math.abs(links!.y - menu!.y)).to.be.below(2);
          },
          options,
        );
      }
    });

    it('does not offer to copy if the post is locked or scripts are disabled', async () => {
      await visit('/posts/algo-locked/', async (page) => {
        expect(await page.getByText('复制 Markdown').count()).to.equal(0);
        expect(await page.getByText('给 AI 助手').isVisible()).to.equal(true);
      });
      await visit(
        long,
        async (page) => {
          await page.getByText('给 AI 助手').click();
          expect(await page.getByText('连接 MCP').isVisible()).to.equal(true);
          expect(await page.getByText('复制 Markdown').isVisible()).to.equal(false);
        },
        {
          javaScriptEnabled: false,
        },
      );
    });
  });
});
