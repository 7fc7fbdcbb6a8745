// Where the words of a query are in a body, and under which headings.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { renderMarkdown } from '#pdc/markdown/render';
import { passageIn, sectionsOf, toWordPattern } from '#pdc/search/passage';
import { cases } from '../../../support/cases.ts';
import { repository } from '../../../support/command.ts';

const body = `开头说到管道。

# 一

## 用 \`read\` 读 ##

管道满了就等。

\`\`\`sh
# 不是标题
\`\`\`

### [细节](/x)

这里的**管道**也是管道。

## 用 \`read\` 读

完。
`;

describe('a passage', () => {
  it('is the piece with the most words of a query close together, with the headings above this piece', () => {
    expect(passageIn(body, /管道/g)).to.deep.equal({
      trail: ['一', '用 read 读', '细节'],
      anchor: '细节',
      text: '这里的管道也是管道。',
    });
    expect(passageIn(body, /开头/g)).to.deep.equal({ trail: [], anchor: '', text: '开头说到管道。' });
    expect(passageIn(body, /不是标题/g)).to.deep.include({ trail: ['一', '用 read 读'] });
    expect(passageIn(body, /完/g)).to.deep.include({ anchor: '用-read-读-1' });
    expect(passageIn(body, /没有/g)).to.equal(undefined);
  });

  it('begins and ends with whole characters', () => {
    for (const shift of ['', 'x']) {
      const text = passageIn(`${'🚀'.repeat(40)}${shift}管道${shift}${'🚀'.repeat(80)}`, /管道/g)!.text;
      expect(text).to.match(/^…🚀+x?管道x?🚀+…$/u);
    }
  });

  it('is found by Han characters beyond the basic plane', () => {
    for (const query of ['𠮷', '野𠮷', '𠮷𪚥家'])
      expect(passageIn('## 甲\n\n丙\n\n## 乙\n\n野𠮷𪚥\n', toWordPattern([query])!), query).to.include({
        anchor: '乙',
      });
    expect(passageIn('𠮶', toWordPattern(['𠮷'])!)).to.equal(undefined);
  });

  it('is found in one pass, for any number of matches', () => {
    const started = performance.now();
    expect(passageIn('a c '.repeat(100_000), toWordPattern(['c'])!)!.text).to.contain('c');
    expect(performance.now() - started).to.be.below(5_000);
  });

  it('has the query as a whole word, not as letters within another word', () => {
    const text = '## Go\n\nGo is a language.\n\n## Algorithms\n\ncategory algorithm good goal ago\n';
    expect(passageIn(text, toWordPattern(['go'])!)).to.include({ anchor: 'go' });
    expect(passageIn('no such word in category', toWordPattern(['go'])!)).to.equal(undefined);
  });

  it('is not misled by a fence in a list, or by code within a line', () => {
    const text = '- ```bash\n  # x\n  ```\n\n## 甲\n\n```npm i``` 装好\n\n## 乙\n\n找到\n';
    expect(passageIn(text, /找到/g)).to.include({ anchor: '乙' });
    expect(sectionsOf(text).map(({ anchor }) => anchor)).to.deep.equal(['', '甲', '乙']);
  });

  it('keeps the words apart between which a browser begins a new line', () => {
    expect(passageIn('找到甲<br>乙<b>丙</b>', /找到/g)!.text).to.equal('找到甲 乙丙');
    expect(sectionsOf('## 甲<br>乙\n\n文\n').at(-1))
      .to.include({ anchor: '甲乙' })
      .and.deep.include({ trail: ['甲 乙'] });
  });

  it('is cut out of a long text, with an ellipsis at each cut', () => {
    const { text } = passageIn(`${'前'.repeat(99)}找到${'后'.repeat(99)}`, /找到/g)!;
    expect(text).to.match(/^…前{24}找到后{94}…$/);
  });

  it('has the same anchors as the page, for every article of this repository and for headings with Markdown and HTML', () => {
    const folder = path.join(repository, 'content');
    const names = readdirSync(folder).filter((file) => file.endsWith('.md'));
    const articles = names.map((name) =>
      readFileSync(path.join(folder, name), 'utf8').replace(/^---\n[^]*?\n---\n/, ''),
    );
    for (const raw of [...articles, ...cases<string>('search', 'headings')]) {
      const { headings } = renderMarkdown(raw, { resolve: (target) => target, math: false });
      expect(
        sectionsOf(raw)
          .slice(1)
          .map(({ anchor, trail }) => ({ id: anchor, text: trail.at(-1) ?? '' })),
        raw.slice(0, 80),
      ).to.deep.equal(headings.map(({ id, text }) => ({ id, text })));
    }
  });
});
