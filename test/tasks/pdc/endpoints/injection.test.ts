// Tests the injection of the human channel: absolute links to an article's JSON and MD, first in the content.
import { expect } from 'chai';
import { inject } from '#pdc/endpoints/injection';
import { toldIn } from '../../../support/articles.ts';
import { article, siteWith } from '../edition.ts';

describe('the injected links', () => {
  it('come first, and the content follows unchanged', () => {
    const content = '<p>$& <b>x</b></p>\n';
    const html = inject(content, article(), siteWith({ url: 'https://e.example/blog' }));
    expect(html.endsWith(content)).to.equal(true);
    const links = html.slice(0, -content.length);
    expect([...links.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).to.deep.equal([
      'https://e.example/blog/api/posts/algo-one.json',
      'https://e.example/blog/api/posts/algo-one.md',
    ]);
  });

  it('are escaped and never touch the raw body', () => {
    const post = article({}, '正文\r\n');
    expect(inject('', post, siteWith({ url: 'https://e.example/a&"b' })))
      .to.contain('a&amp;&quot;b')
      .and.not.contain('a&"');
    expect(toldIn(post).raw).to.equal('正文\r\n');
  });
});
