// The HTML of an author: mistakes are reported. With any HTML, the page around it stays intact and runs nothing in it.
import { expect } from 'chai';
import fc from 'fast-check';
import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { isProgram } from '../../../../tasks/pdc/markdown/elements.ts';
import { isForeign } from '#pdc/markdown/ordered-html';
import { renderMarkdown } from '#pdc/markdown/render';
import type { Rendered } from '#pdc/markdown/render';
import { tagsIn } from '#pdc/markdown/tags';
import { collapseContent } from '#pdc/markdown/white-space';
import { cases } from '../../../support/cases.ts';

const render = (raw: string): Rendered =>
  renderMarkdown(raw, { resolve: (target) => target, math: false, host: 'example.com' });

const flawsOf = (raw: string): string[] =>
  render(raw).flaws.map(({ kind, tag, offset }) => `${raw.slice(0, offset).split('\n').length} ${kind} ${tag}`);

describe('the HTML of a body', () => {
  for (const [raw, flaws] of cases<[string, string[]]>('author-html', 'flaws')) {
    it(`is reported with its line: ${JSON.stringify(raw)}`, () => {
      expect(flawsOf(raw)).to.deep.equal(flaws);
      expect(faultsOfPage(raw)).to.deep.equal([]);
      const offsets = render(raw).flaws.map(({ offset }) => offset);
      expect(new Set(offsets).size, 'each has its own place').to.equal(offsets.length);
    });

    if (raw.endsWith('END'))
      it(`hides nothing that follows: ${JSON.stringify(raw)}`, () =>
        expect(shownText(render(raw).html)).to.match(/END\s*$/));
  }

  for (const raw of cases<string>('author-html', 'fine'))
    it(`is fine: ${JSON.stringify(raw)}`, () => {
      expect(flawsOf(raw)).to.deep.equal([]);
      expect(faultsOfPage(raw)).to.deep.equal([]);
    });

  for (const [raw, text] of cases<[string, string]>('author-html', 'shown'))
    it(`shows its words: ${JSON.stringify(raw)}`, () => expect(shownText(render(raw).html)).to.contain(text));

  it('leaves the page around it intact and runs nothing, for any HTML', () => {
    const piece = fc.constantFrom(...cases<string>('author-html', 'pieces'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const raw = pieces.join('');
        expect(faultsOfPage(raw), JSON.stringify(raw)).to.deep.equal([]);
      }),
      { numRuns: Number(process.env.HTML_RUNS ?? 1000), seed: 20261125 },
    );
  });

  it('is read in linear time', () => {
    // Bold text that is never closed is opened again in each paragraph. Beyond a limit, the source is shown.
    const bold = Array.from({ length: 2000 }, (_, index) => `<b class="c${index}">`).join('');
    const many = `<div>${bold}</div>${'<p>x'.repeat(2000)}\n`;
    expect(render(many).html).to.match(/^&lt;div&gt;/);
    for (const text of ['<!--\n', '<a b="', '<title>', '<x ', '<?\n', '</div>'])
      render(text.repeat(20_000 / text.length));
  });
});

describe('the end of a tag', () => {
  it('is searched for only once if it is missing', () => {
    const { indexOf } = String.prototype;
    let looks = 0;
    String.prototype.indexOf = function (...parts) {
      if (parts[0] === '>') looks += 1;
      return indexOf.apply(this, parts);
    };
    try {
      expect([...tagsIn('<x '.repeat(1000), new Set())]).to.have.length(1000);
    } finally {
      String.prototype.indexOf = indexOf;
    }
    expect(looks).to.equal(1);
  });
});

describe('a frame in a text', () => {
  const sandboxOf = (tag: string): string | undefined => / sandbox="([^"]*)"/.exec(render(`${tag}</iframe>`).html)?.[1];

  for (const tag of cases<string>('frames', 'own'))
    it(`of the site is sandboxed: ${tag}`, () => expect(sandboxOf(tag)).to.equal('allow-scripts allow-forms'));

  for (const [tag, sandbox] of cases<[string, string]>('frames', 'limited'))
    it(`keeps only the rights that it may have: ${tag}`, () => expect(sandboxOf(tag)).to.equal(sandbox));

  for (const tag of cases<string>('frames', 'foreign'))
    it(`of another host stays as its author wrote it: ${tag}`, () => expect(sandboxOf(tag)).to.equal(undefined));

  it('is sandboxed if the host of the site is unknown', () => {
    expect(isForeign('https://example.org/', undefined)).to.equal(false);
  });
});

type Node = Tree.ChildNode & { childNodes?: Node[]; content?: Node };

/** A page around the text, as the theme makes it. */
const toPage = (html: string): string =>
  `<!doctype html><html><head><title>x</title></head><body><header>h</header><main><article class="post"><div class="text">` +
  `<div class="content">${html}</div></div><ul class="tags"><li>t</li></ul></article><section>r</section></main>` +
  `<footer>f</footer></body></html>`;

/** The errors that a browser would find in the page around a text, with scripts and without. */
function faultsOfPage(raw: string): string[] {
  const { html } = render(raw);
  return [html, collapseContent(html) ?? html].flatMap((body) =>
    [true, false].flatMap((scriptingEnabled) => {
      const faults: string[] = [];
      const frame: string[] = [];
      const visit = (node: Node, path: string, isContent: boolean): void => {
        if ('attrs' in node && isContent) faults.push(...dangersOf(node));
        else if ('attrs' in node)
          frame.push(`${path}${node.tagName}${node.attrs.map((one) => `.${one.value}`).join('')}`);
        else if ('value' in node && !isContent) frame.push(`${path}${node.value}`);
        const isInside = isContent || ('attrs' in node && node.attrs.some(({ value }) => value === 'content'));
        const name = 'tagName' in node ? `${node.tagName}>` : '';
        for (const child of [...(node.childNodes ?? []), ...(node.content?.childNodes ?? [])])
          visit(child, `${path}${name}`, isInside);
      };
      visit(parse(toPage(body), { scriptingEnabled }) as unknown as Node, '', false);
      if (frame.join(' ') !== wholeFrame) faults.push(`frame: ${frame.join(' ')}`);
      return faults;
    }),
  );
}

const wholeFrame =
  'html html>head html>head>title html>head>title>x html>body html>body>header html>body>header>h html>body>main ' +
  'html>body>main>article.post html>body>main>article>div.text html>body>main>article>div>div.content ' +
  'html>body>main>article>ul.tags html>body>main>article>ul>li html>body>main>article>ul>li>t ' +
  'html>body>main>section html>body>main>section>r html>body>footer html>body>footer>f';

function dangersOf({ tagName, attrs }: Tree.Element): string[] {
  const valueOf = (wanted: string): string | undefined => attrs.find(({ name }) => name === wanted)?.value;
  const isOwnFrame = tagName === 'iframe' && (valueOf('srcdoc') !== undefined || !/^https:/.test(valueOf('src') ?? ''));
  return [
    ...(tagName === 'script' && isProgram(valueOf('type') ?? '') ? ['script'] : []),
    ...(/^(?:base|plaintext|frame|frameset)$/.test(tagName) ? [tagName] : []),
    ...(tagName === 'meta' && valueOf('http-equiv') !== undefined ? ['meta'] : []),
    ...(/^(?:object|embed)$/.test(tagName) && !/^(?:https:|$)/.test(valueOf('data') ?? valueOf('src') ?? '')
      ? [tagName]
      : []),
    ...(isOwnFrame && !/^(?:allow-scripts)?(?: ?allow-forms)?$/.test(valueOf('sandbox') ?? 'none') ? ['frame'] : []),
    ...(/^(?:set|animate)/.test(tagName) && /href/i.test(valueOf('attributeName') ?? '') ? [tagName] : []),
    ...attrs.filter(({ value }) => /^javascript:/i.test(value.replace(/[\0-\x20]/g, ''))).map(({ name }) => name),
    ...attrs.filter(({ name }) => /^on/i.test(name)).map(({ name }) => name),
  ];
}

/** The text of a piece of HTML that a browser shows. */
function shownText(html: string): string {
  const textOf = (node: Node): string => {
    if ('value' in node) return node.value;
    if ('tagName' in node && hidden.has(node.tagName)) return '';
    return (node.childNodes ?? []).map(textOf).join('');
  };
  return textOf(parse(html) as unknown as Node).trim();
}

const hidden = new Set(
  'script style title iframe noframes noembed template select object video audio canvas noscript'.split(' '),
);
