// Tests that a text in the feed can be read away from its page.
import { expect } from 'chai';
import { feedTexts } from '../../../../tasks/flow/branches/feed-texts.ts';
import { shelve, siteWith } from '../../pdc/edition.ts';
import { articleText } from '../../../support/articles.ts';

const text = `## 标题

见[标题](#标题)、[首页](/)、[别处](https://other.example/)和脚注[^1]。

$$x \\label{x}$$

式 $\\eqref{x}$。

<svg viewBox="0 0 1 1"><path id="p" d="M0 0"/><use href="#p"/></svg>

[^1]: 脚注。
`;

it('every link of a text in the feed is absolute, and its own pictures stay whole', async () => {
  const site = siteWith({ url: 'https://example.org/blog', feed: 'full' });
  const { library } = await shelve({ 'algo-a.md': articleText({ mathjax: 'true' }, text) }, { site });
  const html = feedTexts(library)(library.articles[0]!)!;
  const links = [...html.matchAll(/<a\b[^>]* href="([^"]*)"/g)].map(([, href = '']) => href);
  const page = 'https://example.org/blog/posts/algo-a/';
  expect(links).to.include.members([
    `${page}#标题`,
    `${page}#fn1`,
    `${page}#fnref1`,
    'https://example.org/blog/',
    'https://other.example/',
  ]);
  expect(links.filter((href) => !href.startsWith('https://'))).to.deep.equal([]);
  expect(html).to.include('<use href="#p"');
});
