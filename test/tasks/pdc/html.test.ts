// Raw HTML is read as a browser reads it: only what stands in a tag is an attribute.
import { expect } from 'chai';
import fc from 'fast-check';
import { anchorsIn, changeTags, readdress } from '#pdc/html';
import { cases } from '../../support/cases.ts';

/** The piece with every address marked. */
const follow = (html: string): string => changeTags(html, (tag) => readdress(tag, (target) => `!${target}`));

describe('an address in raw HTML', () => {
  for (const [what, html, expected] of cases<[string, string, string]>('html', 'addresses')) {
    it(what, () => expect(follow(html)).to.equal(expected));
  }
});

describe('a piece of HTML', () => {
  it('stays as it is written where nothing changes', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '<a ',
        '<IMG',
        ' href=',
        ' srcset=',
        '"',
        "'",
        '>',
        '/',
        '<!--',
        '-->',
        '<script>',
        '</',
        '&amp;',
        ' ',
        ',',
        '\r\n',
      ),
    );
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

  it('is given attributes that it lacks', () => {
    expect(changeTags('<img/><IMG alt="x" loading=eager>', () => ({ loading: 'lazy', 'data-x': '<&">' }))).to.equal(
      '<img loading="lazy" data-x="&lt;&amp;&quot;&gt;"/><IMG data-x="&lt;&amp;&quot;&gt;" alt="x" loading="lazy">',
    );
  });

  it('has ids and named anchors that a fragment may lead to', () => {
    const html = `<h2 id="a&amp;b">x</h2><a name=c></a><p ID='d'> id="e" <!-- <b id="f"> --><input name="g"><b id=h>`;
    expect([...anchorsIn(html)]).to.deep.equal(['a&b', 'c', 'd', 'h']);
  });
});
