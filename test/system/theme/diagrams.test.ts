// Diagrams in a browser: they are drawn in both schemes when the reader scrolls near, without requests to other hosts,
// and their source is always readable.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { articleText } from '../../support/articles.ts';
import { findFaults } from '../../look/measure.ts';
import { until, visitSite } from './visit.ts';

const fence = (source: string, info = ''): string => `\`\`\`mermaid${info}\n${source}\n\`\`\`\n`;
const handshake = 'sequenceDiagram\n  甲->>乙: 你好\n  Note over 甲: 等着';
const hostile =
  'flowchart TD\n  A["<img src=x onerror=window.ran=1>甲"] --> B\n' +
  '  click A href "javascript:window.ran=1"\n  click B call alert()';
const far = '段落。\n\n'.repeat(120);

const files = {
  'content/algo-drawn.md': articleText({}, `开头。\n\n${far}${fence(handshake, ' title="招呼"')}`),
  'content/algo-hard.md': articleText({}, `${fence(hostile)}\n${fence('flowchart TD\n  A -->')}`),
  'content/algo-locked.md': articleText({ password: '"correct horse"' }, fence(handshake)),
  'content/algo-without.md': articleText({}, '文。\n\n```js\nlet a;\n```\n'),
};

const drawings = (page: Page): Promise<number> => page.locator('.drawing > svg:visible').count();

describe('diagrams in a browser', function () {
  this.timeout(120_000);
  const visit = visitSite(files);

  it('are drawn when the reader scrolls near, have a name, and keep their source', async () => {
    await visit('/posts/algo-drawn/', async (page) => {
      const asked: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => void asked.push(request.url()));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      const script = page.waitForResponse((response) => response.url().endsWith('/js/diagrams.js'));
      await page.reload({ waitUntil: 'networkidle' });
      await script;
      expect(asked.some((url) => url.endsWith('/js/mermaid.js'))).to.equal(false);
      await page.locator('.diagram').scrollIntoViewIfNeeded();
      await page.getByRole('img', { name: '招呼' }).waitFor();
      expect(await drawings(page)).to.equal(1);
      expect(await page.locator('.drawing svg:visible').textContent()).to.contain('你好');

      const source = page.locator('.diagram pre');
      expect(await source.isVisible()).to.equal(false);
      await page.getByText('图的源码').click();
      expect((await source.innerText()).trim()).to.equal(handshake);
      expect(await findFaults(page)).to.deep.equal([]);
      expect(asked.filter((url) => !url.startsWith(new URL(page.url()).origin))).to.deep.equal([]);
      expect(complaints).to.deep.equal([]);
    });
  });

  it('follow the scheme at once, and are light on paper', async () => {
    await visit(
      '/posts/algo-drawn/',
      async (page) => {
        const shown = (): Promise<(string | null)[]> =>
          page.locator('.drawing > svg:visible').evaluateAll((all) => all.map((svg) => svg.getAttribute('class')));
        await page.locator('.diagram').scrollIntoViewIfNeeded();
        await page.locator('.drawing > svg:visible').waitFor();
        expect((await shown()).join()).to.match(/^in-dark$/);
        await page.emulateMedia({ media: 'print' });
        expect((await shown()).join()).to.match(/^in-light$/);
        await page.emulateMedia({ media: 'screen' });
        await page.locator('.scheme-switch').click();
        expect((await shown()).join()).to.match(/^in-light$/);
      },
      { colorScheme: 'dark' },
    );
  });

  it('run nothing from their source, and show an error and their source if they cannot be drawn', async () => {
    await visit('/posts/algo-hard/', async (page) => {
      await page.locator('.drawing').waitFor();
      await page.getByText('这张图没有画出来').waitFor();
      expect(await drawings(page)).to.equal(1);
      expect(await page.locator('.drawing').innerHTML()).to.not.match(/onerror|javascript:/);
      expect(await page.evaluate('window.ran')).to.equal(undefined);
      const failed = page.locator('.diagram').nth(1);
      expect(await failed.locator('pre').isVisible()).to.equal(true);
      expect(await failed.locator('.hint').innerText()).to.match(
        /^这张图没有画出来（.*line \d+.*），下面是它的源码。$/,
      );
    });
  });

  it('show their source if the script fails or scripts are disabled', async () => {
    await visit('/posts/algo-hard/', async (page) => {
      await page.route('**/mermaid.js', (route) => route.abort());
      await page.reload();
      await until(page, 'document.querySelectorAll(".diagram .hint").length === 2');
      expect(await page.locator('.diagram pre:visible').count()).to.equal(2);
    });
    await visit(
      '/posts/algo-hard/',
      async (page) => {
        expect(await page.locator('.diagram pre:visible').count()).to.equal(2);
      },
      { javaScriptEnabled: false },
    );
  });

  it('of a locked post are drawn after the post is unlocked', async () => {
    await visit('/posts/algo-locked/', async (page) => {
      await page.getByLabel('密码').fill('correct horse');
      await page.keyboard.press('Enter');
      await page.locator('.unlocked .drawing > svg:visible').waitFor();
    });
  });

  it('load no scripts on a page without diagrams', async () => {
    await visit('/posts/algo-without/', async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
      await page.reload({ waitUntil: 'networkidle' });
      expect(asked.filter((path) => /diagrams|mermaid/.test(path))).to.deep.equal([]);
    });
  });
});
