// Tests which pages are minified, and what minifying does not change.
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import htmlmin from 'gulp-htmlmin';
import { parse, serialize } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import type Vinyl from 'vinyl';
import { wholePage } from '#pdc/text/document';
import { renderMarkdown } from '#pdc/markdown/render';
import { publish } from '../../../tasks/flow/publish.ts';
import { readEdition } from '../../../tasks/flow/read-edition.ts';
import type { Edition } from '../../../tasks/flow/edition.ts';
import { chain } from '../../../tasks/stages/chain.ts';
import { minify } from '../../../tasks/stages/minify.ts';
import { createSkeletons } from '../../../tasks/stages/skeleton.ts';
import { toPageFile } from '../../../tasks/stages/vinyl.ts';
import type { PageFile } from '../../../tasks/stages/vinyl.ts';
import { toPageParts } from '../../../tasks/theme/pages/document.ts';
import { repository } from '../../support/command.ts';
import { filesOf, fixtures } from '../../support/defects.ts';
import { cases } from '../../support/cases.ts';
import { homeViews, propsOf, toContext } from '../theme/context.ts';
import { postView } from '../../../tasks/theme/pages/post.ts';

const page = '<p>一  段\n  <b>文字</b>  <i>斜</i></p>\n\n<pre><code>a\n  b\n</code></pre>\n<!-- 注 -->\n';

async function minified(path: string, exclude: readonly string[] = []): Promise<string> {
  return (await minifiedAll([toPage(path, '', page)], exclude))[0]!;
}

const row = { name: 'page', args: undefined };
const toPage = (path: string, opening: string, main: string, closing = ''): PageFile =>
  toPageFile({ opening, main, closing }, { path, row });

async function minifiedAll(files: readonly PageFile[], exclude: readonly string[] = []): Promise<string[]> {
  const pages: string[] = [];
  for await (const file of chain(files, minify(exclude)) as AsyncIterable<Vinyl>) pages.push(String(file.contents));
  return pages;
}

describe('the minifier', () => {
  for (const path of cases<string>('minify', 'untouched')) {
    it(`never changes ${path}`, async () => {
      expect(await minified(path)).to.equal(page);
    });
  }

  it('never changes paths that the site excludes', async () => {
    expect(await minified('/notes/index.html', ['notes/**'])).to.equal(page);
  });

  it('does not change a page with HTML that only a browser can parse, and continues with the next page', async () => {
    const odd = ['<main>', '<br/>\nrequires = ["x >=2,<3"]  \n', '</main>'] as const;
    const files = [toPage('/posts/odd/index.html', ...odd), toPage('/posts/x/index.html', '', page)];
    const output = await minifiedAll(files);
    expect(output[0]).to.equal(odd.join(''));
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
    ['the golden site', path.join(fixtures, 'golden/content')],
  ] as const) {
    it(`is at most 0.5 % longer than gulp-htmlmin would make it, and has the same content: ${what}`, async () => {
      const edition = await readEdition({
        content,
        statics: path.join(repository, 'static'),
        lenient: true,
        drafts: false,
      });
      const whole = htmlmin({ collapseWhitespace: true, collapseBooleanAttributes: true, removeComments: true });
      const tight = await pagesOf(edition, { minified: true });
      let pages = 0;
      for (const page of await pagesOf(edition, { minified: false })) {
        const ours = tight[pages]!;
        expect(ours.path).to.equal(page.path);
        const [before, after] = [page.contents!.toString(), (ours.contents as Buffer).toString()];
        const minified = once(whole, 'data') as Promise<[Vinyl]>;
        whole.write(page);
        const least = ((await minified)[0].contents as Buffer).length;
        expect((ours.contents as Buffer).length, page.path).to.be.at.most(least * 1.005);
        expect(skeletonOf(after), page.path).to.equal(skeletonOf(before));
        expect(wordsOf(after), page.path).to.deep.equal(wordsOf(before));
        expect(after.match(preformatted), page.path).to.deep.equal(before.match(preformatted));
        pages += 1;
      }
      expect(pages).to.be.greaterThan(10);
    });
  }

  it('has the words of the page, neither joined nor split', async () => {
    const piece = fc.constantFrom(
      '文',
      'word',
      ' ',
      '  ',
      '\n',
      '\t',
      '\u00a0',
      '<b>',
      '</b> ',
      '&lt;',
      '$&',
      '\u001a',
      '<!--',
    );
    const line = fc.array(piece, { maxLength: 8 }).map((pieces) => `x${pieces.join('')}x`);
    const body = fc.array(fc.constantFrom(...cases<string>('author-html', 'pieces')), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(line, line, body, async (title, other, pieces) => {
        const context = toContext({
          posts: [{ title, description: other.repeat(9) }],
          site: { title: other, author: title },
        });
        const { html: content } = renderMarkdown(pieces.join(''), { resolve: (target) => target, math: true });
        const views = [homeViews(context)[0]!, postView({ ...propsOf(context), content }, context)];
        const files = views
          .map((view) => toPageParts(view, context))
          .map(({ opening, main, closing }) => toPage('/x/index.html', opening, main, closing));
        const pages = files.map(({ parts }) => wholePage(parts!));
        expect((await minifiedAll(files)).map(wordsOf)).to.deep.equal(pages.map(wordsOf));
      }),
      { numRuns: Number(process.env.HTML_RUNS ?? 300), seed: 20261126 },
    );
  });

  it('has its own words, even if a page of the same kind was minified before', async () => {
    const toHtml = (title: string, text: string): string =>
      `<!doctype html>\n<html><head><title>${title}</title>\n</head><body>\n<h1 id="${title}">${title}</h1>\n<p>${text}</p>\n</body></html>\n`;
    const texts = [
      ['一', '甲'],
      ['$& $1', '乙 $&'],
      ['三', '丙  丁'],
      ['四', ''],
    ] as const;
    const files = texts.map(([title, text], at) => toPage(`/${at}.html`, toHtml(title, text), ''));
    expect(await minifiedAll(files)).to.deep.equal(
      texts.map(([title, text]) => toHtml(title, text.replace('  ', ' ')).replaceAll('\n', '')),
    );
  });

  it('shares one run of the minifier with all pages of its kind', async () => {
    const edition = await readEdition({
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
    for (const { parts } of await pagesOf(edition, { minified: false })) {
      if (!parts) continue;
      await skeletons.fill([parts.opening, parts.closing], '');
      pages += 1;
    }
    expect(runs).to.be.at.most(pages / 5);
  });
});

async function pagesOf(edition: Edition, { minified }: { minified: boolean }): Promise<PageFile[]> {
  return (await filesOf(publish(edition, { minified }))).filter((file) => file.extname === '.html');
}

/** The words that a browser shows: blocks separate them, inline elements do not. */
function wordsOf(html: string): string[] {
  const textOf = (node: Tree.ChildNode | Tree.Document): string => {
    if ('value' in node) return node.value;
    if (!('childNodes' in node) || unseen.test(node.nodeName)) return '';
    const edge = blocks.test(node.nodeName) ? '\n' : '';
    return `${edge}${node.childNodes.map(textOf).join('')}${edge}`;
  };
  return textOf(parse(html)).split(/[ \t\n\f\r]+/);
}

const unseen = /^(?:script|style|template)$/;
const blocks =
  /^(?:address|article|aside|blockquote|body|br|caption|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hgroup|hr|html|li|main|menu|nav|ol|option|p|pre|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)$/;

const preformatted = /<pre\b[^]*?<\/pre>/g;

/** A page as a browser parses it, without white space and comments. */
const skeletonOf = (html: string): string =>
  serialize(parse(html))
    .replace(/<!--[^]*?-->/g, '')
    .replace(/[ \t\n\f\r]+/g, '');
