// Which pages are minified, and what minifying leaves alone.
import { once } from 'node:events';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import htmlmin from 'gulp-htmlmin';
import { parse, serialize } from 'parse5';
import type Vinyl from 'vinyl';
import { publish } from '../../../tasks/flow/publish.ts';
import { read } from '../../../tasks/flow/read.ts';
import type { Edition } from '../../../tasks/flow/read.ts';
import { minify } from '../../../tasks/stages/minify.ts';
import { createSkeletons } from '../../../tasks/stages/skeleton.ts';
import { toOutputFile } from '../../../tasks/stages/vinyl.ts';
import type { PageFile } from '../../../tasks/stages/vinyl.ts';
import { repository } from '../../support/command.ts';
import { fixtures } from '../../support/defects.ts';

const page = '<p>一  段\n  <b>文字</b>  <i>斜</i></p>\n\n<pre><code>a\n  b\n</code></pre>\n<!-- 注 -->\n';

async function minified(path: string, exclude: readonly string[] = []): Promise<string> {
  const output = Readable.from([toOutputFile({ path, contents: page })]).pipe(minify(exclude));
  for await (const file of output) return (file as unknown as Vinyl).contents!.toString();
  throw new Error('nothing came out');
}

describe('the minifier', () => {
  for (const path of [
    '/lib/index.html',
    '/a/lib/b/index.html',
    '/api/index.html',
    '/duplex-unlock.html',
    '/x/duplex-unlock.js',
  ]) {
    it(`never touches ${path}`, async () => {
      expect(await minified(path)).to.equal(page);
    });
  }

  it('never touches what the site excludes', async () => {
    expect(await minified('/notes/index.html', ['notes/**'])).to.equal(page);
  });

  it('leaves a page as it is whose author wrote HTML that only a browser can read, and goes on', async () => {
    const odd = '<main><br/>\nrequires = ["x >=2,<3"]\n</main>';
    const file: PageFile = toOutputFile({ path: '/posts/odd/index.html', contents: odd });
    file.main = { start: 6, end: odd.length - 7 };
    const files = [file, toOutputFile({ path: '/posts/x/index.html', contents: page })];
    const output: string[] = [];
    for await (const one of Readable.from(files).pipe(minify([])))
      output.push(String((one as unknown as Vinyl).contents));
    expect(output[0]).to.equal(odd);
    expect(output[1]).to.contain('<b>文字</b> <i>斜</i>').and.not.contain('注');
  });

  it('keeps <pre> as it is and a space between inline elements', async () => {
    const html = await minified('/posts/x/index.html');
    expect(html).to.contain('<pre><code>a\n  b\n</code></pre>').and.contain('<b>文字</b> <i>斜</i>');
    expect(html).to.not.contain('注').and.not.contain('\n\n');
  });
});

describe('a minified page', () => {
  for (const [what, content] of [
    ['this repository’s content', path.join(repository, 'content')],
    ['the articles that keep every rule', path.join(fixtures, 'articles/good')],
  ] as const) {
    it(`is as small as gulp-htmlmin makes the whole of it, and says the same: ${what}`, async () => {
      const edition = await read({ content, statics: path.join(repository, 'static'), lenient: true, drafts: false });
      const whole = htmlmin({ collapseWhitespace: true, collapseBooleanAttributes: true, removeComments: true });
      const tight = pagesOf(edition, { minified: true });
      let pages = 0;
      for await (const page of pagesOf(edition, { minified: false })) {
        const { value: ours } = await tight.next();
        expect(ours.path).to.equal(page.path);
        const [before, after] = [page.contents!.toString(), (ours.contents as Buffer).toString()];
        const minified = once(whole, 'data') as Promise<[Vinyl]>;
        whole.write(page);
        const least = ((await minified)[0].contents as Buffer).length;
        expect((ours.contents as Buffer).length, page.path).to.be.at.most(least * 1.005);
        expect(skeletonOf(after), page.path).to.equal(skeletonOf(before));
        expect(after.match(preformatted), page.path).to.deep.equal(before.match(preformatted));
        pages += 1;
      }
      expect(pages).to.be.greaterThan(20);
    });
  }

  it('is filled with its own words where another page of the same kind came before', async () => {
    const toPage = (title: string, text: string): string =>
      `<!doctype html>\n<html><head><title>${title}</title>\n</head><body>\n<h1 id="${title}">${title}</h1>\n<p>${text}</p>\n</body></html>\n`;
    const texts = [
      ['一', '甲'],
      ['$& $1', '乙 \u001a'],
      ['三', '丙  丁'],
      ['四', ''],
    ] as const;
    const files = texts.map(([title, text], at) =>
      toOutputFile({ path: `/${at}.html`, contents: toPage(title, text) }),
    );
    const pages: string[] = [];
    for await (const file of Readable.from(files).pipe(minify([])) as unknown as AsyncIterable<Vinyl>)
      pages.push(file.contents!.toString());
    expect(pages).to.deep.equal(
      texts.map(([title, text]) => toPage(title, text.replace('  ', ' ')).replaceAll('\n', '')),
    );
  });

  it('is one of many that cost the minifier a single run', async () => {
    const edition = await read({
      content: path.join(repository, 'content'),
      statics: path.join(repository, 'static'),
      lenient: true,
      drafts: false,
    });
    let runs = 0;
    const skeletons = createSkeletons((html) => {
      runs += 1;
      return Promise.resolve(html);
    });
    let pages = 0;
    for await (const page of pagesOf(edition, { minified: false })) {
      const { main, contents } = page as PageFile;
      if (!main) continue;
      await skeletons.fill([contents.toString('utf8', 0, main.start), contents.toString('utf8', main.end)], '');
      pages += 1;
    }
    expect(runs).to.be.at.most(pages / 5);
  });
});

async function* pagesOf(edition: Edition, { minified }: { minified: boolean }): AsyncGenerator<Vinyl> {
  for await (const file of publish(edition, { minified }).files) if (file.extname === '.html') yield file;
}

const preformatted = /<pre\b[^]*?<\/pre>/g;

/** A page as a browser reads it, without white space and comments. */
const skeletonOf = (html: string): string =>
  serialize(parse(html))
    .replace(/<!--[^]*?-->/g, '')
    .replace(/[ \t\n\f\r]+/g, '');
