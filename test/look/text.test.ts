// Tests the comparison of a page with its Markdown: it finds lost and added words, and finds nothing if both have the
// same words.
import { expect } from 'chai';
import { compare } from './text.ts';

const page = (content: string): string =>
  `<!doctype html><html><body><p>前</p><div class="content">${content}</div><footer>后</footer>`;

const cases: readonly (readonly [what: string, content: string, markdown: string, found: readonly string[]])[] = [
  ['nothing', '<p>一段<b>文</b>字 and words</p>', '一段**文**字\nand words', []],
  ['nothing if only line breaks differ', '<p>一</p><p>二</p>', '一二', []],
  ['a word that readers lose', '<p>git clone</p>', 'git clone `url`', ['lost url']],
  ['a word that a browser takes for a tag', '<p>git &lt;url&gt; now</p>', 'git <url> now', ['added <url>']],
  [
    'words that lost the space between them',
    '<p>Press<b>Save</b></p>',
    'Press **Save**',
    ['lost Press Save', 'added PressSave'],
  ],
  ['text that an open comment hides', '<p>一</p><!-- <p>二</p>', '一\n\n二', ['lost 二']],
  ['a missing picture', '<p>图</p>', '图\n\n![](a.png)', ['lost <img>']],
  [
    'nothing in machine links and formulas',
    '<p class="pdc-links">JSON</p><p>甲<span class="katex">x</span></p>',
    '甲$x_1$',
    [],
  ],
  [
    'nothing in captions, notes and decoded addresses',
    '<p><img src="a.png">题</p><p>甲</p><p>http://a/文</p><p>注</p>',
    '![](a.png "题")\n\n甲[^1]\n\nhttp://a/%E6%96%87\n\n[^1]: 注',
    [],
  ],
  ['nothing in code with equal lines', '<pre><code>a $x$\n\nb</code></pre>', '```sh\na $x$\n\nb\n```', []],
];

describe('the comparison of texts', () => {
  for (const [what, content, markdown, found] of cases)
    it(`finds ${what}`, () =>
      expect(compare({ page: page(content), markdown }).map(({ side, words }) => `${side} ${words}`)).to.deep.equal(
        found,
      ));
});
