// Tests in Chromium that articles cannot run scripts with the rights of the site, whether its host sends `nosniff` or
// not. Each attack is an article with its own page. Code that ran as the site would send the reader's tokens to
// `/stolen`.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import sirv from 'sirv';
import { articleText, writeFiles } from '../../support/articles.ts';
import { launchBrowser } from '../../support/browser.ts';
import { gulp } from '../../support/command.ts';
import { cases } from '../../support/cases.ts';

const steal =
  "try{new Image().src='/stolen?'+(localStorage.getItem('login tokens')||parent.localStorage.getItem('login tokens'));top.document.title='PWNED'}catch{}";

const beside = {
  'evil.html': `<!doctype html><script>${steal}</script>`,
  'evil.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload="${steal}"><script>${steal}</script></svg>`,
  'evil.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><body><script>${steal}</script></body></html>`,
  'evil.js': steal,
  'demo.html': '<!doctype html><p>waits</p><script>document.querySelector("p").textContent = "runs"</script>',
};

const attacks = cases<string>('attacks', 'bodies').map((body, index) => ({
  slug: `algo-try-${'abcdefghijklmnopqrstuvwxyz'[Math.floor(index / 26)]}${'abcdefghijklmnopqrstuvwxyz'[index % 26]}`,
  body,
}));

const withPayload = (body: string, slug: string): string =>
  body
    .replaceAll('STEAL', steal)
    .replaceAll('SLUG', slug)
    .replaceAll('BASE64', Buffer.from(beside['evil.html']).toString('base64'));

describe('an article that attacks its readers', function () {
  const folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
  const dest = path.join(folder, 'site');
  let browser: Browser;

  before(async function () {
    browser = await launchBrowser(this);
    const files = attacks.flatMap(({ slug, body }) => [
      [`content/${slug}.md`, articleText({}, withPayload(body, slug))],
      ...Object.entries(beside).flatMap(([name, text]) =>
        body.includes(name) ? [[`content/${slug}/${name}`, text]] : [],
      ),
    ]);
    // The site has comments, because the markup of a page says from where their script is loaded.
    const site = 'comments:\n  waline:\n    server: https://waline.example\n    client: /waline\n';
    writeFiles(folder, {
      'static/.gitkeep': '',
      'content/_site.yml': site,
      ...(Object.fromEntries(files) as Record<string, string>),
    });
    const { code, stderr } = await gulp(
      'build',
      ...[
        '--lenient',
        '--content',
        path.join(folder, 'content'),
        '--static',
        path.join(folder, 'static'),
        '--dest',
        dest,
      ],
    );
    expect(code, stderr).to.equal(0);
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [host, headers] of Object.entries({
    'without headers': {},
    'with nosniff': { 'X-Content-Type-Options': 'nosniff' },
  }))
    it(`steals nothing and runs nothing as the site, on a host ${host}`, async () => {
      const stolen: string[] = [];
      const { server, port } = await serve(dest, { headers, onSteal: (url) => stolen.push(url) });
      const context = await browser.newContext();
      await context.addInitScript("if (top === self) localStorage.setItem('login tokens', 'SECRET')");
      const page = await context.newPage();
      const faults: string[] = [];
      for (const { slug, body } of attacks) {
        await page.goto(`http://127.0.0.1:${port}/posts/${slug}/`);
        // If the page navigates away, the evaluation fails; the check below reports that page.
        await provoke(page).catch(() => undefined);
        if (stolen.length > 0 || (await page.title()).includes('PWNED')) faults.push(body);
        if (!(await isWhole(page, slug).catch(() => false))) faults.push(`${slug} ${page.url()} is not whole: ${body}`);
        if (body.includes('demo.html')) faults.push(...(await demonstrationOf(page)));
        stolen.length = 0;
      }
      expect(faults).to.deep.equal([]);
      await context.close();
      server.closeAllConnections();
      server.close();
    });
});

async function serve(
  folder: string,
  { headers, onSteal }: { headers: Record<string, string>; onSteal: (url: string) => void },
): Promise<{ server: Server; port: number }> {
  const files = sirv(folder, { dev: true });
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.url?.startsWith('/stolen')) onSteal(request.url);
    files(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/**
 * Sends the events that an attack may wait for to every element of the text, and clicks links and buttons that run
 * scripts.
 */
async function provoke(page: Page): Promise<void> {
  await page.evaluate(`for (const one of document.querySelectorAll('.content *')) {
    for (const name of ['mouseover', 'focus', 'pointerdown', 'toggle', 'animationstart']) one.dispatchEvent(new Event(name));
    if (/script:/i.test(one.getAttribute('href') ?? one.getAttribute('formaction') ?? '')) one.click?.();
  }`);
  await page.waitForLoadState('load');
}

/** Whether this is the requested page, with everything around the text intact. */
const isWhole = (page: Page, slug: string): Promise<boolean> =>
  page.evaluate<boolean>(
    `location.pathname === '/posts/${slug}/' && Boolean(document.querySelector('body > main > article.post > ul.tags')) && ` +
      `Boolean(document.querySelector('body > footer'))`,
  );

/** A demonstration runs in its frame, without the site's origin. */
async function demonstrationOf(page: Page): Promise<string[]> {
  const frame = page.frames().find((one) => one.url().endsWith('/demo.html'))!;
  const [text, origin] = await frame.evaluate<[string, string]>(
    "[document.querySelector('p').textContent, self.origin]",
  );
  return text === 'runs' && origin === 'null' ? [] : [`the demonstration ${text} at ${origin}`];
}
