// Tests the author's view in the browser while a site is watched.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { articleText, writeFiles } from '../../../support/articles.ts';
import { launchBrowser } from '../../../support/browser.ts';
import { withFolder } from '../../../support/defects.ts';
import { statics, withWatcher } from '../../../support/watcher.ts';

describe('a page of the watcher in the browser', function () {
  let browser: Browser | undefined;
  before(async function () {
    browser = await launchBrowser(this);
  });
  after(() => browser?.close());

  it('reloads when the output changes, and shows defects over the last good page until they are corrected', () =>
    withFolder(async (folder) => {
      const content = path.join(folder, 'content');
      const file = path.join(content, 'algo-one.md');
      writeFiles(content, { 'algo-one.md': articleText({ title: '"旧题"' }), 'algo-two.md': articleText() });
      const args = ['--content', content, '--static', statics, '--dest', path.join(folder, 'site')];
      await withWatcher(args, async ({ address }) => {
        const page = await browser!.newPage();
        const faults: string[] = [];
        page.on('pageerror', (error) => faults.push(error.message));
        await page.goto(`${address}posts/algo-one/`);
        await page.getByRole('heading', { name: '旧题' }).waitFor();

        writeFileSync(file, articleText({ title: '"新题"' }));
        await page.getByRole('heading', { name: '新题' }).waitFor();

        const good = readFileSync(file);
        writeFileSync(file, articleText({ title: '<img src=x onerror=alert(1)>' }));
        const alert = page.getByRole('alert');
        await alert.waitFor();
        expect(await alert.innerText())
          .to.contain('刚保存的内容还不能发布，请改正：')
          .and.contain('title 必须放在双引号里')
          .and.contain('<img src=x onerror=alert(1)>');
        expect(await page.getByRole('heading', { name: '新题' }).count()).to.equal(1);

        writeFileSync(file, good);
        await alert.waitFor({ state: 'detached' });
        expect(faults).to.deep.equal([]);
        await page.close();
      });
    }));

  it('waits for the first good build, and shows the errors until then', () =>
    withFolder(async (folder) => {
      const content = path.join(folder, 'content');
      writeFiles(content, { 'algo-one.md': 'x', '_site.yml': 'url: https://example.com/blog/\nlanguage: en\n' });
      const args = ['--content', content, '--static', statics, '--dest', path.join(folder, 'site')];
      await withWatcher(args, async ({ origin }) => {
        const page = await browser!.newPage();
        await page.goto(origin);
        expect(await page.getByText('Correct the errors below to see the site').count()).to.equal(1);
        expect(await page.getByRole('alert').innerText())
          .to.contain('Your changes cannot be published yet:')
          .and.contain('the file must begin with front matter');
        writeFiles(content, { 'algo-one.md': articleText({ title: '"好了"' }) });
        await page.getByRole('link', { name: '好了' }).waitFor();
        expect(page.url()).to.equal(`${origin}/blog/`);
        await page.close();
      });
    }));
});
