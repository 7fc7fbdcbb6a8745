// Raw HTML is read as a browser reads it: only text inside a tag is an attribute.
import { expect } from 'chai';
import fc from 'fast-check';
import { parse } from 'parse5';
import { anchorsIn, changeTags, readdress } from '#pdc/text/html';
import { renderMarkdown } from '#pdc/markdown/render';
import { cases, table } from '../../../support/cases.ts';

/** The piece with every address marked. */
const follow = (html: string): string => changeTags(html, (tag) => readdress(tag, (target) => `!${target}`));

describe('an address in raw HTML', () => {
  for (const [what, html, expected] of cases<[string, string, string]>('html', 'addresses')) {
    it(what, () => expect(follow(html)).to.equal(expected));
  }
});

describe('a piece of HTML', () => {
  it('stays as written if no attribute changes', () => {
    const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...cases<string>('html', 'pieces of tags')));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const html = pieces.join('');
        expect(changeTags(html, () => ({}))).to.equal(html);
        expect(changeTags(html, (tag) => Object.fromEntries(tag.attributes))).to.equal(html);
        follow(html);
        anchorsIn(html);
      }),
    );
  });

  it('gets attributes that its tags lack', () => {
    expect(changeTags('<img/><IMG alt="x" loading=eager>', () => ({ loading: 'lazy', 'data-x': '<&">' }))).to.equal(
      '<img loading="lazy" data-x="&lt;&amp;&quot;&gt;"/><IMG data-x="&lt;&amp;&quot;&gt;" alt="x" loading="lazy">',
    );
  });

  it('has ids and named anchors that a fragment may lead to', () => {
    const html = `<h2 id="a&amp;b">x</h2><a name=c></a><p ID='d'> id="e" <!-- <b id="f"> --><input name="g"><b id=h>`;
    expect([...anchorsIn(html)]).to.deep.equal(['a&b', 'c', 'd', 'h']);
  });
});

const render = (raw: string): string => renderMarkdown(raw, { resolve: (target) => target, math: false }).html;

/** The number of `<meta http-equiv>` tags that a browser would find on a page with a text, with scripts or without. */
function directivesIn(html: string): number {
  const countIn = (node: unknown): number => {
    const {
      nodeName,
      attrs = [],
      childNodes = [],
    } = node as { nodeName: string; attrs?: { name: string }[]; childNodes?: [] };
    const own = nodeName === 'meta' && attrs.some(({ name }) => name === 'http-equiv') ? 1 : 0;
    return childNodes.reduce((sum, child) => sum + countIn(child), own);
  };
  const page = `<!doctype html><head><title>x</title></head><body><main><article>${html}</article></main></body>`;
  return Math.max(...[true, false].map((scriptingEnabled) => countIn(parse(page, { scriptingEnabled }))));
}

describe('<meta http-equiv> in a text', () => {
  const evil = '<meta http-equiv="refresh" content="0;url=https://evil.example/">';
  const ways = {
    ...table<Record<string, string>>('html', 'ways of a meta'),
    'longer than anybody writes': `<div><meta content="${'0'.repeat(5000)}" http-equiv=refresh></div>`,
  };
  for (const [way, text] of Object.entries(ways))
    it(`is on no page: ${way}`, () => {
      const rendered = render(`甲\n\n${text}\n\n乙\n`);
      expect(directivesIn(rendered), rendered).to.equal(0);
      expect(rendered).to.match(/^<p>甲<\/p>[^]*乙/);
    });

  it('is on no page, whatever is around it', () => {
    const piece = fc.constantFrom(
      evil,
      ...cases<string>('html', 'pieces of a meta'),
      ...cases<string>('html', 'pieces'),
      ...cases<string>('html', 'more tags'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(directivesIn(render(pieces.join('')))).to.equal(0);
      }),
      { numRuns: 3000 },
    );
  });

  it('stays in code, and similar elements are not removed', () => {
    expect(render(`\`${evil}\``)).to.contain('&lt;meta http-equiv=');
    expect(render('<p itemscope>a <meta itemprop="http-equiv" content="b"> <metadata http-equiv="x"></p>')).to.equal(
      '<p itemscope="">a <meta itemprop="http-equiv" content="b"> &lt;metadata http-equiv="x"&gt;</p>',
    );
  });
});
