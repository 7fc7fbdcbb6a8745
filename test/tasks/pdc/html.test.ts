// Raw HTML is read as a browser reads it: only what stands in a tag is an attribute.
import { expect } from 'chai';
import fc from 'fast-check';
import { anchorsIn, changeTags, readdress } from '#pdc/html';

/** The piece with every address marked. */
const follow = (html: string): string => changeTags(html, (tag) => readdress(tag, (target) => `!${target}`));

describe('an address in raw HTML', () => {
  for (const [what, html, expected] of [
    ['stands in double quotes', '<a href="/x">/x</a>', '<a href="!/x">/x</a>'],
    ['stands in single quotes', `<a class=c href='/"x'>`, '<a class=c href="!/&quot;x">'],
    ['stands without quotes', '<img src=/x alt=y>', '<img src="!/x" alt=y>'],
    ['stands in any case, on any line', '<A\n HREF = "/x"\n>', '<A\n href="!/x"\n>'],
    ['has entities', '<a href="/x?a=1&amp;b=2&copy=3">', '<a href="!/x?a=1&amp;b=2&amp;copy=3">'],
    ['has no blanks around it', '<a href=" /x\n">', '<a href="!/x">'],
    ['may hold what ends a tag', '<a title=">" href="/x>y">', '<a title=">" href="!/x&gt;y">'],
    ['may be a poster', '<video poster="/p.png" src="/v.mp4">', '<video poster="!/p.png" src="!/v.mp4">'],
    ['is one of a set', '<img srcset="/a.png, /b.png 2x">', '<img srcset="!/a.png, !/b.png 2x">'],
    ['is one of a set by width', "<img srcset='/a,b.png 1w,\n/c.png 2w'>", '<img srcset="!/a,b.png 1w,\n!/c.png 2w">'],
    ['is not another attribute', '<a data-href="/x" title=" href=/y">', '<a data-href="/x" title=" href=/y">'],
    ['is not in text', 'a href="/x" <b>src="/y"</b>', 'a href="/x" <b>src="/y"</b>'],
    ['is not in a comment', '<!-- <a href="/x"> --><i>', '<!-- <a href="/x"> --><i>'],
    ['is not in a script', `<script>'<a href="/x">'</script>`, `<script>'<a href="/x">'</script>`],
    ['is not in a style', '<style><a href="/x"></style>', '<style><a href="/x"></style>'],
    ['is that of a script', '<script src="/x">1</script>', '<script src="!/x">1</script>'],
    ['is behind a script', '<script></script><a href="/x">', '<script></script><a href="!/x">'],
    ['is not in a tag that never ends', '<a href="/x" ', '<a href="/x" '],
    ['is not in a closing tag', '</a href="/x">', '</a href="/x">'],
  ] as const) {
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
