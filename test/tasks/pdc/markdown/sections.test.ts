// The sections of an article: the anchors of its page, and the place of each section in the body.
import { expect } from 'chai';
import { renderMarkdown } from '#pdc/markdown/render';
import { findSection, sectionsOf } from '#pdc/markdown/sections';
import { cases } from '../../../support/cases.ts';

const body = cases<string>('sections', 'body').join('\n');

describe('the sections of an article', () => {
  for (const [name, math] of [
    ['plain', false],
    ['with formulas', true],
  ] as const) {
    it(`have the anchors and titles of its page, ${name}`, () => {
      for (const raw of [body, body.replaceAll('\n', '\r\n'), body.replaceAll('\n', '\r')]) {
        const { headings } = renderMarkdown(raw, { resolve: (target) => target, math });
        const sections = sectionsOf(raw, { math });
        expect(sections.map(({ anchor, title, level }) => [anchor, title, level])).to.deep.equal(
          headings.map(({ id, text, level }) => [id, text.trim(), level]),
        );
        expect(sections.length).to.be.at.least(9);
      }
    });
  }

  it('begin at their heading and end at the next heading of the same or a higher level', () => {
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const raw = ['开头', '', '# a', '1', '## b', '2', '### c', '3', '## d', '4', '# e', '5'].join(lineEnd);
      const texts = sectionsOf(raw, { math: false }).map(({ start, end }) =>
        raw.slice(start, end).split(lineEnd).filter(Boolean).join(' '),
      );
      expect(texts).to.deep.equal(['# a 1 ## b 2 ### c 3 ## d 4', '## b 2 ### c 3', '### c 3', '## d 4', '# e 5']);
    }
  });

  it('are missing in a text without headings', () => {
    expect(sectionsOf('文\n', { math: false })).to.deep.equal([]);
    expect(sectionsOf('', { math: false })).to.deep.equal([]);
  });

  it('are found by anchor, with or without #, encoded or not, and by text in any case and width', () => {
    const sections = sectionsOf('## 甲 Code\n\n## B\n\n## 甲 Code\n\n## 100%\n', { math: false });
    const found = (name: string): string | undefined => findSection(sections, { name })?.anchor;
    for (const name of [
      '甲-code',
      '#甲-code',
      encodeURIComponent('甲-code'),
      '甲 Code',
      '## 甲 Code',
      '甲　ＣＯＤＥ',
      ' 甲  code ',
    ])
      expect(found(name), name).to.equal('甲-code');
    expect(found('甲-code-1')).to.equal('甲-code-1');
    expect(found('100%')).to.equal('100');
    for (const name of ['', '#', '丙', '%E0%A4%A']) expect(found(name), name).to.equal(undefined);
  });

  it('are found by a part of their heading, and in the other Chinese script', () => {
    const sections = sectionsOf('## 使用GPIO控制继电器\n\n## 資料庫的索引\n', { math: false });
    const formsOf = (text: string): string[] => [text.replace('資料庫', '资料库')];
    const found = (name: string): string | undefined => findSection(sections, { name, formsOf })?.title;
    expect(found('gpio')).to.equal('使用GPIO控制继电器');
    expect(found('资料库')).to.equal('資料庫的索引');
    expect(found('資料庫的索引')).to.equal('資料庫的索引');
  });

  it('take little time in a text of nothing but headings', () => {
    const raw = Array.from({ length: 2_000 }, (_, index) => `# a${index}\n## b${index}\n`).join('');
    const started = performance.now();
    expect(sectionsOf(raw, { math: false })).to.have.lengthOf(4_000);
    expect(performance.now() - started).to.be.below(5_000);
  });
});
