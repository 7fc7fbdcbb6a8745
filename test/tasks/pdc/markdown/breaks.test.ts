// Where titles and headings may break.
import { expect } from 'chai';
import { breakable } from '#pdc/markdown/breaks';
import { renderMarkdown } from '#pdc/markdown/render';
import { cases } from '../../../support/cases.ts';

describe('a title', () => {
  for (const [shown] of cases<[string]>('phrases', 'breaks'))
    it(`breaks at "|", and nowhere between brackets: ${shown}`, () => {
      const html = String(breakable(shown.replace(/[|[\]]/g, '')));
      expect(html.replace(/<span class="whole">(.*?)<\/span>/g, '[$1]').replaceAll('<wbr>', '|')).to.equal(shown);
    });

  it('gets no marks if it is very long, because finding them would take quadratic time', () => {
    for (const text of ['a'.repeat(501), '的'.repeat(501)]) expect(breakable(text)).to.equal(text);
  });

  it('in an article has the same marks, which change neither its anchor nor its text nor the word count', () => {
    const { html, headings, words } = renderMarkdown('## 应用的编排 & `的代码`\n', { resolve: String, math: false });
    expect(html).to.contain('应用的<wbr>编排 &amp; <code>的代码</code>');
    expect(headings).to.deep.equal([{ level: 2, id: '应用的编排--的代码', text: '应用的编排 & 的代码' }]);
    expect(words).to.equal(5);
  });
});
