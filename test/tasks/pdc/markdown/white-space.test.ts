// White space of a body is removed where readers do not see it, and nowhere else.
import { expect } from 'chai';
import fc from 'fast-check';
import { parseFragment } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { collapseContent } from '#pdc/markdown/white-space';
import { cases } from '../../../support/cases.ts';

const table: readonly (readonly [title: string, before: string, after: string | undefined])[] = cases<
  [string, string, string | undefined]
>('white-space', 'pieces');

/** The visible text of a piece of HTML: its lines as a browser would set them, and preformatted text unchanged. */
function shown(html: string): string {
  let text = '';
  const visit = (node: Tree.ChildNode | Tree.DocumentFragment, isPre: boolean): void => {
    if ('value' in node) text += isPre ? `«${node.value}»` : node.value.replace(/[ \t\n\f\r]+/g, ' ');
    if (!('childNodes' in node)) return;
    const name = 'tagName' in node ? node.tagName : '';
    const edge = inline.has(name) ? `<${name}>` : '\n';
    text += edge;
    for (const child of node.childNodes) visit(child, isPre || name === 'pre');
    text += edge;
  };
  visit(parseFragment(html), false);
  for (let before = ''; before !== text;) {
    before = text;
    for (const [pattern, replacement] of unseen) text = text.replace(pattern, replacement);
  }
  return text;
}

/** Removes spaces at the ends of a line and after another space, also across the edges of inline elements. */
const unseen: readonly (readonly [RegExp, string])[] = [
  [/\n\n+/g, '\n'],
  [/ ((?:<\w+>)* )/g, '$1'],
  [/(\n(?:<\w+>)*) /g, '$1'],
  [/ ((?:<\w+>)*\n)/g, '$1'],
];

const inline = new Set(['a', 'b', 'code', 'em', 'i', 'span', 'img']);

const words = fc.constantFrom('文', 'word', '&lt;', '  ', ' ', '\n', '\u00a0', 'a b', '。');
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    words,
    fc.constantFrom('<img src="a  b.png">', '<br>', '<hr>', '<!-- a  b -->', '<!---->'),
    fc.array(tie('tree'), { maxLength: 4 }).map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom('p', 'div', 'ul', 'li', 'h2', 'b', 'i', 'code', 'span', 'pre', 'blockquote'), tie('tree'))
      .map(([name, inner]) => `<${name}>${name === 'pre' ? inner.replace(/<[^>]*>/g, '') : inner}</${name}>`),
  ),
}));

describe('the white space of a body', () => {
  for (const [title, before, after] of table) {
    it(`${after === undefined ? 'is left to the minifier' : 'keeps'}: ${title}`, () => {
      expect(collapseContent(before)).to.equal(after);
    });
  }

  it('is removed without changing anything that a reader sees', () => {
    fc.assert(
      fc.property(tree, (html) => {
        const tight = collapseContent(html);
        fc.pre(tight !== undefined);
        expect(shown(tight)).to.equal(shown(html));
        expect(tight.length).to.be.at.most(html.length);
        expect(collapseContent(tight)).to.equal(tight);
      }),
      { numRuns: 2000, seed: 20261120 },
    );
  });
});
