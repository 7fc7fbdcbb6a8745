import { expect } from 'chai';
import fc from 'fast-check';
import { compareWords, missing } from '../../../../tasks/adopt/was/compare-words.ts';
import { partOf, readPage } from '../../../../tasks/adopt/was/page-words.ts';
import type { Words } from '../../../../tasks/adopt/was/page-words.ts';

const textOf = (body: string): Words => {
  const page = readPage(`<body>${body}`);
  return partOf(page, page.elements.at(-1)!);
};

const differences = (old: string, now: string): string[] =>
  compareWords(textOf(old), textOf(now)).map(({ kind, text }) => `${kind}: ${text}`);

describe('two pages of one text', () => {
  it('read the same, whatever elements contain the words', () => {
    expect(
      differences('<p>这是一段文字</p><pre>const a = 1;</pre>', '<div><b>这是一段</b>文字</div>const a = 1'),
    ).to.deep.equal([]);
  });

  it('differ by a lost word, even the last one', () => {
    expect(differences('<p>run git clone url</p>', '<p>run git clone</p>')).to.deep.equal(['lost: url']);
  });

  it('differ by a tag that is shown as text', () => {
    expect(differences('<p>一二三四五</p>', '<p>一二{% note %}三四五</p>')).to.deep.equal(['added: {% note %}']);
  });

  it('read the same if the old page shows marks of Markdown, but differ if the new page shows such marks', () => {
    const old = '<p>一二三 ** 四五六 ** 七八九 ```cmd 甲乙丙</p>';
    expect(differences(old, '<p>一二三 <b>四五六</b> 七八九 甲乙丙</p>')).to.deep.equal([]);
    expect(differences('<p>一二三四五六</p>', '<p>一二三**四五六</p>')).to.deep.equal(['added: **']);
  });

  it('differ if a line break between two Han characters is gone', () => {
    expect(differences('<p>姓名：张三<br>学号：001</p>', '<p>姓名：张三学号：001</p>')).to.deep.equal([
      'joined: 张 三 学 号',
    ]);
    expect(differences('<p>姓名：张三<br>学号：001</p>', '<p>姓名：张三</p><p>学号：001</p>')).to.deep.equal([]);
  });

  it('differ by a lost picture', () => {
    expect(differences('<p>一二三 <img src="/a/x.png"></p>', '<p>一二三</p>')).to.deep.equal(['image: x.png']);
  });

  it('do not differ if they are equal, and differ by any word that only one of them has (300 texts)', () => {
    const words = fc.array(fc.constantFrom<string[]>('一', '二', '三', 'four', 'five', 'six', '7'), {
      minLength: 3,
      maxLength: 60,
    });
    fc.assert(
      fc.property(words, fc.nat(), (text, at) => {
        expect(missing(text, text)).to.deep.equal([]);
        const place = at % text.length;
        const marked = text.toSpliced(place, 0, 'unique');
        expect(missing(marked, text).flatMap((run) => run.words)).to.deep.equal(['unique']);
      }),
      { numRuns: 300 },
    );
  });
});
