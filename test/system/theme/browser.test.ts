// Parts of pages that only a browser can test: prompts, formulas, headings, images and lists, on a phone and a desktop.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { extractPrompt } from '#pdc/markdown/prompt';
import { articleText } from '../../support/articles.ts';
import { desk, phone, visitSite } from './visit.ts';
import { cases } from '../../support/cases.ts';

const longWord = 'https://example.org/'.padEnd(200, 'a');
const prompt = `<prompt>\n<role>你用 {{LANGUAGE}} & {{ focus }}。</role>\n\n  两格之后  两格\n${longWord}\n**不是粗体**\n</prompt>`;
const args = '[{name: language, description: 语言, required: true, example: "一\\n<二>"}, {name: focus, example: 无}]';
const promptText = (body: string): string =>
  articleText({ categories: '["技术", "提示词"]', tags: '["Prompt", "AI"]', prompt_args: args }, body);

const wide = 'a_{1}'.concat(...Array.from({ length: 40 }, (_, index) => ` + a_{${index}}`));
const site = {
  'content/prompt-fence.md': promptText(`前。\n\n\`\`\`xml\n${prompt}\n\`\`\`\n\n后。\n`),
  'content/prompt-bare.md': promptText(`| 变量 |\n|---|\n| \`LANGUAGE\` |\n\n${prompt}\n`),
  'content/prompt-locked.md': articleText(
    { categories: '["技术", "提示词"]', tags: '["Prompt", "AI"]', prompt_args: args, password: '"correct horse"' },
    `\`\`\`\n${prompt}\n\`\`\`\n`,
  ),
  'content/algo-example.md': articleText({}, `文。\n\n## 第一节 \`码\`\n\n文。\n\n\`\`\`xml\n${prompt}\n\`\`\`\n`),
  'content/algo-formula.md': articleText(
    { mathjax: 'true' },
    `行内 $x^2$ 与错的 $\\nosuch{x}$。\n\n$$\n${wide} \\tag{1}\n$$\n\n$$\n\\underbrace{a+b}_{\\text{和}}\n$$\n`,
  ),
  'content/algo-images.md': articleText(
    {},
    '文。\n\n![图](/images/wide.svg)\n\n<img src="/images/wide.svg" alt="图" width="2000">\n\n文。\n',
  ),
  'static/images/wide.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="500"><path d="M0 0h9v9z"/></svg>',
  ...Object.fromEntries(
    Array.from({ length: 130 }, (_, index) => [
      `content/algo-n${index}x.md`,
      articleText({ date: `2025-01-01 ${String(index % 24).padStart(2, '0')}:00:00` }),
    ]),
  ),
};

describe('pages in a browser', function () {
  const visit = visitSite(site, { usual: desk });
  const isWithinScreen = (page: Page): Promise<boolean> =>
    page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

  it('fit the width of a phone', async () => {
    for (const address of cases<string>('keys', 'addresses of pages'))
      await visit(address, async (page) => void expect(await isWithinScreen(page), address).to.equal(true), phone);
  });

  describe('a prompt', () => {
    const text = (page: Page): Promise<string | null> => page.locator('.prompt').textContent();

    for (const name of ['prompt-fence', 'prompt-bare']) {
      it(`is one block with a caption and unchanged text: ${name}`, async () => {
        await visit(`/posts/${name}/`, async (page) => {
          expect(await page.locator('.content .prompt').count()).to.equal(1);
          expect((await text(page))!.trim()).to.equal(prompt);
          expect(extractPrompt((await text(page))!)).to.equal(extractPrompt(prompt));
          expect(await page.getByRole('figure', { name: '提示词' }).count()).to.equal(1);
          expect(await page.locator('.placeholder').allTextContents()).to.deep.equal(['{{LANGUAGE}}', '{{ focus }}']);
        });
      });
    }

    it('is copied as it was written', async () => {
      await visit('/posts/prompt-fence/', async (page) => {
        const selected = await page.evaluate<string>(`
          getSelection().selectAllChildren(document.querySelector('.prompt'));
          getSelection().toString();
        `);
        expect(selected.trim()).to.equal(prompt);
      });
    });

    it('wraps its lines at the end of the block', async () => {
      for (const options of [phone, desk]) {
        await visit(
          '/posts/prompt-fence/',
          async (page) => {
            const sizes = await page
              .locator('.prompt')
              .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
            expect(sizes[0]).to.equal(sizes[1]);
          },
          options,
        );
      }
    });

    it('has a table of its variables if the author wrote none', async () => {
      await visit('/posts/prompt-fence/', async (page) => {
        const rows = await page.locator('.content tr').allInnerTexts();
        expect(rows.map((row) => row.split('\t'))).to.deep.equal([
          ['变量', '说明', '必填', '例子'],
          ['language', '语言', '是', '一\n<二>'],
          ['focus', '', '否', '无'],
        ]);
      });
      await visit('/posts/prompt-bare/', async (page) => {
        expect(await page.locator('.content table').count()).to.equal(1);
        expect(await page.locator('.content table').innerText()).to.equal('变量\nLANGUAGE');
      });
    });

    it('is the same in a locked article', async () => {
      await visit('/posts/prompt-locked/', async (page) => {
        expect(await page.content()).not.to.include('{{');
        await page.getByLabel('密码').fill('correct horse');
        await page.keyboard.press('Enter');
        await page.locator('.unlocked').waitFor();
        expect((await text(page))!.trim()).to.equal(prompt);
        expect(await page.locator('.content tr').count()).to.equal(3);
      });
    });

    it('is ordinary code in an article that is not a prompt', async () => {
      await visit('/posts/algo-example/', async (page) => {
        expect(await page.locator('.prompt').count()).to.equal(0);
        expect((await page.locator('.content pre').textContent())!.trim()).to.equal(prompt);
      });
    });
  });

  describe('formulas', () => {
    it('scroll within themselves if the screen is too narrow', async () => {
      await visit(
        '/posts/algo-formula/',
        async (page) => {
          const wideOne = page.locator('.katex-display').first();
          const [scroll, client] = await wideOne.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
          expect(scroll).to.be.above(client!);
          expect(await wideOne.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).to.equal(0);
          const number = await wideOne.locator('.tag').boundingBox();
          const text = await wideOne.locator('.base').last().boundingBox();
          expect(number!.x).to.be.at.least(text!.x + text!.width);
          await wideOne.evaluate((element) => (element.scrollLeft = 9999));
          const [left, right] = await wideOne.evaluate(({ scrollLeft }) => [scrollLeft, 390]);
          expect(left).to.be.above(0);
          expect((await wideOne.locator('.tag').boundingBox())!.x).to.be.below(right!);
        },
        phone,
      );
    });

    it('have the color of the text in both schemes, even if they cannot be parsed', async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await visit(
          '/posts/algo-formula/',
          async (page) => {
            const colours = await page.evaluate<string[]>(`
              [...document.querySelectorAll('.katex-html .mord, .katex-html svg, .content p:not(.pdc-links)')]
                .map((element) => getComputedStyle(element).color)
            `);
            expect(colours.length).to.be.above(20);
            expect([...new Set(colours)]).to.have.lengthOf(1);
          },
          { ...desk, colorScheme },
        );
      }
    });
  });

  describe('a heading', () => {
    it('is named only by its text, and its link is named by its purpose', async () => {
      await visit('/posts/algo-example/', async (page) => {
        expect(await page.getByRole('heading', { name: '第一节 码', exact: true }).count()).to.equal(1);
        expect(await page.getByRole('link', { name: '本节链接：第一节 码', exact: true }).count()).to.equal(1);
      });
    });

    it('has a link that is visible when it has the keyboard focus', async () => {
      await visit('/posts/algo-example/', async (page) => {
        const link = page.locator('.anchor').first();
        expect(await opacityOf(link)).to.equal('0');
        await page.locator('.content .pdc-links a').last().focus();
        await page.keyboard.press('Tab');
        expect(await link.evaluate((element) => element.matches(':focus-visible'))).to.equal(true);
        expect(await opacityOf(link)).to.equal('1');
        await page.keyboard.press('Enter');
        await page.waitForURL(({ hash }) => decodeURIComponent(hash) === '#第一节-码');
      });
    });

    it('shows its link on hover, and moves nothing', async () => {
      await visit('/posts/algo-example/', async (page) => {
        const places = (): Promise<string> =>
          page.evaluate<string>(
            `JSON.stringify([...document.querySelectorAll('main *')].map((element) => element.getBoundingClientRect()))`,
          );
        const before = await places();
        await page.locator('.heading h2').first().hover();
        expect(await opacityOf(page.locator('.anchor').first())).to.equal('1');
        expect((await places()) === before).to.equal(true);
        await page.locator('.anchor').first().hover();
        expect(await opacityOf(page.locator('.anchor').first())).to.equal('1');
      });
    });
  });

  it('show images no wider than the text, or no wider than the page if they are large, and load them lazily', async () => {
    for (const options of [phone, desk]) {
      await visit(
        '/posts/algo-images/',
        async (page) => {
          const images = page.locator('.content img');
          expect(await images.count()).to.equal(2);
          const [column, header] = [
            (await page.locator('.content').boundingBox())!,
            (await page.locator('.site-header').boundingBox())!,
          ];
          for (const image of await images.all()) {
            await image.scrollIntoViewIfNeeded();
            const box = (await image.boundingBox())!;
            const edges = (await image.getAttribute('class')) === 'broad' ? header : column;
            expect(box.x + box.width).to.be.at.most(edges.x + edges.width + 0.5);
            expect(await image.getAttribute('loading')).to.equal('lazy');
            expect(await image.getAttribute('decoding')).to.equal('async');
          }
        },
        options,
      );
    }
  });

  it('link from a post to related posts, below the links to its neighbors', async () => {
    await visit('/posts/prompt-bare/', async (page) => {
      const related = page.locator('.related');
      expect(await related.getByRole('heading', { name: '相关文章' }).count()).to.equal(1);
      expect(await related.getByRole('link').count()).to.equal(2);
      const [above, below] = [await page.locator('.neighbours').boundingBox(), await related.boundingBox()];
      expect(below!.y).to.be.at.least(above!.y + above!.height);
    });
  });
});

const opacityOf = (link: ReturnType<Page['locator']>): Promise<string> =>
  link.evaluate((element) => element.ownerDocument.defaultView!.getComputedStyle(element).opacity);
