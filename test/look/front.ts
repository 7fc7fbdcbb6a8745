// Takes the picture of the front page: an article as people see it, and the same article as an agent reads it. The page
// is a real one, and the answers are the adapter's. Usage: `node --import tsx test/look/front.ts en both-halves.webp`.
// With `zh-CN` instead of `en`, the picture shows this repository's own content.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { html } from '../../server/sandbox/page-markup.ts';
import type { Markup } from '../../server/sandbox/page-markup.ts';
import { startBrowser } from '../support/browser.ts';
import { gulp, repository } from '../support/command.ts';
import { withOwnSite } from './site.ts';

type Subject = {
  readonly flags: readonly string[];
  readonly article: string;
  readonly captions: readonly [people: string, agent: string];
  /** The agent's questions, in order. */
  readonly calls: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[];
};

const subjects: Readonly<Record<string, Subject>> = {
  en: {
    flags: ['--content', path.join(import.meta.dirname, 'front')],
    article: 'cs-floating-point-sums',
    captions: ['People read the page', 'An agent asks the same site by MCP'],
    calls: [
      { name: 'search_posts', arguments: { query: 'floating point tolerance', limit: 1 } },
      { name: 'get_post', arguments: { slug: 'cs-floating-point-sums', section: 'compare-with-a-tolerance' } },
    ],
  },
  'zh-CN': {
    flags: [],
    article: 'cs-floating-point-traps',
    captions: ['人看网页', '智能体通过 MCP 问同一个站点'],
    calls: [
      { name: 'search_posts', arguments: { query: '浮点数 比较', limit: 1 } },
      { name: 'get_post', arguments: { slug: 'cs-floating-point-traps', section: 'nan-会传染也会藏起来' } },
    ],
  },
};

const [, , language = 'en', file = 'front.webp'] = process.argv;
const { flags, article, captions, calls } = subjects[language]!;

async function ask(): Promise<readonly Markup[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'duplex-front-'));
  try {
    const { code, stderr } = await gulp('build', '--dest', folder, ...flags);
    if (code !== 0) throw new Error(stderr);
    const messages = calls.map((params, id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }));
    const stdout = execFileSync(process.execPath, ['server/mcp', '--site', folder], {
      cwd: repository,
      encoding: 'utf8',
      input: `${messages.join('\n')}\n`,
    });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer);
    return calls.map(({ name, arguments: asked }, id) => {
      const { text } = answers.find((answer) => answer.id === id)!.result.content[0]!;
      return html`<p class="call">${name} <span>${JSON.stringify(asked)}</span></p><pre>${text}</pre>`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Answer = { readonly id: number; readonly result: { readonly content: readonly { readonly text: string }[] } };

const style = `body { margin: 0; padding: 28px; display: flex; gap: 24px; background: #e9e4da; font: 14px/1.5 system-ui, sans-serif; }
figure { margin: 0; flex: 1; height: 584px; border-radius: 10px; overflow: hidden; background: #fff; box-shadow: 0 2px 14px #0003; }
figcaption { padding: 8px 14px; font-size: 13px; background: #f6f3ec; color: #554; border-bottom: 1px solid #ddd6c8; }
img { display: block; width: 100%; }
.agent { background: #1d2126; color: #d7dce2; }
.agent figcaption { background: #14171b; color: #9aa4af; border-color: #000; }
.agent div { padding: 12px 16px; }
.call { margin: 0 0 6px; color: #8fd0a8; font: 13px/1.4 monospace; }
.call span { color: #9aa4af; }
pre { margin: 0 0 14px; font: 12px/1.45 monospace; white-space: pre-wrap; max-height: 262px; overflow: hidden; }`;

const browser = await startBrowser();
if (!browser) throw new Error('there is no Chromium on the path or at CHROMIUM_PATH: install it');
const page = await browser.newPage({ viewport: { width: 740, height: 700 }, colorScheme: 'light' });
const seen = await withOwnSite(
  async (origin) => {
    await page.goto(`${origin}/posts/${article}/`, { waitUntil: 'networkidle' });
    return (await page.screenshot()).toString('base64');
  },
  ...flags,
);
const answers = await ask();
await page.setViewportSize({ width: 1280, height: 640 });
await page.setContent(
  String(html`<style>${style}</style>
<figure><figcaption>${captions[0]}</figcaption><img src="data:image/png;base64,${seen}"></figure>
<figure class="agent"><figcaption>${captions[1]}</figcaption><div>${answers}</div></figure>`),
);
// WebP has a third of the size of PNG.
const devtools = await page.context().newCDPSession(page);
const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
writeFileSync(path.resolve(file), data, 'base64');
await browser.close();
