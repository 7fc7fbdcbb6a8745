import { expect } from 'chai';
import fc from 'fast-check';
import { createLeakSearch } from '#pdc/locked/leaks';
import type { Leak, SearchedSecret } from '#pdc/locked/leaks';

const secret = {
  source: 'locked.md',
  password: '口令 pass-word',
  texts: [
    '雾港的灯塔有三层楼，守塔人每天写一页日志，从不给人看。\n\n```js\nlet tide = computeTide(7, "dock");\n```\n第二段在这里结束。\n',
  ],
};
const [body] = secret.texts as [string];

const searchFor = (...secrets: SearchedSecret[]): ((data: string, publicTexts?: readonly string[]) => Leak[]) => {
  const search = createLeakSearch(secrets);
  return (data, publicTexts = []) => {
    const rest = [...publicTexts];
    return search(data, () => rest.shift());
  };
};
const findFor = (texts: readonly string[], data: string, publicTexts: readonly string[]): Leak[] =>
  searchFor({ ...secret, texts })(data, publicTexts);
const find = (data: string, publicTexts: readonly string[] = []): Leak[] => findFor(secret.texts, data, publicTexts);

/** 24 different characters. */
const own24 = (first: string): string =>
  first + Array.from({ length: 23 }, (_, index) => String.fromCharCode(first.charCodeAt(0) + 7 * (index + 1))).join('');

const ascii = (text: string): string =>
  [...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** All ways in which an output may contain a text. */
const disguises: readonly (readonly [string, (text: string) => string])[] = [
  ['in the open', (text) => `前文${text}后文`],
  ['in JSON', (text) => JSON.stringify({ content: text })],
  ['in JSON that is ASCII', (text) => `{"content":"${ascii(text)}"}`],
  [
    'as a script may write it',
    (text) =>
      text.replace(/[^]/g, (sign) => {
        const digits = sign.charCodeAt(0).toString(16).toUpperCase();
        return digits.length > 2 ? `\\u${digits.padStart(4, '0')}` : `\\x${digits.padStart(2, '0')}`;
      }),
  ],
  ['in JSON within JSON', (text) => JSON.stringify({ inner: JSON.stringify({ text }) })],
  ['across tags', (text) => `<p>${text.slice(0, 9)}<b class="x">${text.slice(9, 15)}</b>${text.slice(15)}</p>`],
  ['as entities', (text) => [...text].map((sign) => `&#x${sign.codePointAt(0)!.toString(16)};`).join('')],
  ['with its white space changed', (text) => text.replace(/\s+/g, ' \n  ')],
  ['percent-encoded', (text) => `https://example.com/?q=${encodeURIComponent(text)}`],
  [
    'percent-encoded in small letters',
    (text) => encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
  ],
  ['as entities of entities', (text) => [...text].map((sign) => `&amp;#${sign.codePointAt(0)!};`).join('')],
  ['percent-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
];

describe('the search for leaks', () => {
  for (const [name, disguise] of disguises) {
    it(`finds 24 characters of a body ${name}`, () => {
      // Texts with different white space are compared without it, so more characters are needed.
      const length = name === 'with its white space changed' ? 30 : 24;
      for (const start of [0, 1, 7, 20, 40]) {
        expect(find(disguise(body.slice(start, start + length))), `from ${start}`).to.deep.equal([
          { source: secret.source, kind: 'body' },
        ]);
      }
    });

    it(`finds a password ${name}`, () => {
      expect(find(disguise(`这里有 ${secret.password}，还有别的字`))).to.deep.equal([
        { source: secret.source, kind: 'password' },
      ]);
    });
  }

  it('finds any 24 consecutive characters', () => {
    fc.assert(
      fc.property(fc.nat([...body].length - 24), fc.string(), fc.string(), (start, before, after) => {
        // After the beginning of an escape, the first characters would belong to the escape.
        const text = before.replace(/[%\\&]/g, '');
        expect(find(`${text}${body.slice(start, start + 24)}${after}`)).to.deep.include({
          source: secret.source,
          kind: 'body',
        });
      }),
    );
  });

  it('accepts 23 characters', () => {
    for (const start of [0, 5, 13]) expect(find(`甲${body.slice(start, start + 23)}乙`)).to.deep.equal([]);
  });

  it('accepts the text of a public source, but no text that continues it', () => {
    const publicTexts = [`甲${body.slice(0, 30)}乙`];
    expect(find(`丙${body.slice(0, 30)}丁`, publicTexts)).to.deep.equal([]);
    expect(find(`丙${body.slice(0, 34)}丁`, publicTexts)).to.have.length(1);
  });

  it('reads public texts only if a run is found, and no more than necessary', () => {
    const search = createLeakSearch([secret]);
    const unread = ['无关', body.slice(20, 40), body.slice(0, 24), '也无关'];
    const next = (): string | undefined => unread.shift();
    expect(search('与秘密无关的一页', next)).to.deep.equal([]);
    expect(unread).to.have.length(4);
    for (const _file of [1, 2]) expect(search(`甲${body.slice(2, 32)}乙`, next)).to.deep.equal([]);
    expect(unread).to.deep.equal(['也无关']);
    expect(search(`甲${body.slice(2, 42)}乙`, next)).to.have.length(1);
  });

  it('accepts text that public pieces of 8 characters cover completely', () => {
    const own = `${own24('潮')}${own24('灯')}守塔人和猫`;
    const cut = (length: number): string[] => own.match(new RegExp(`.{${length},${2 * length - 1}}`, 'g'))!;
    expect(findFor([own], own, cut(8))).to.deep.equal([]);
    expect(findFor([own], own, own.match(/.{1,7}/g)!)).to.have.length(1);
    expect(findFor([own], own, cut(8).slice(1))).to.have.length(1);
    // White space and punctuation between and around public pieces are not secret.
    const [first, second] = [own.slice(0, 12), own.slice(12)];
    for (const copy of [`${first}\n\n${second}`, `# ${first}",\n- ${second}--`, `|${'---|'.repeat(9)}`])
      expect(findFor([copy], copy, [first, second]), copy).to.deep.equal([]);
  });

  it('finds text with one secret character at either end, if the rest is public', () => {
    const [before, after] = [own24('前'), own24('后')];
    for (const sign of ['密', '7', '\u0301', '☃', '🐳']) {
      const search = searchFor({ ...secret, texts: [before + sign + after] });
      expect(search(before + after, [before, after])).to.deep.equal([]);
      for (const leak of [before.slice(1) + sign, sign + after.slice(0, -1)])
        expect(search(`甲${leak}乙`, [before, after]), leak).to.have.length(1);
    }
  });

  it('finds text that tags interrupt, within a long text and next to an entity', () => {
    const own = `${own24('潮')} < ${own24('灯')}`;
    const [first, second] = [own.slice(0, 25), own.slice(25)];
    for (const [head, tail] of [
      [first, second],
      [own.slice(0, 12), own.slice(12, 24)],
      [own.slice(30, 42), own.slice(42, 51)],
    ] as const) {
      const escaped = (text: string): string => text.replace('<', '&lt;');
      const page = `${'无关的字'.repeat(80)}${escaped(head)}<b>${escaped(tail)}</b>${'别的字'.repeat(100)}`;
      expect(findFor([own], page, []), page.slice(300, 400)).to.have.length(head.length + tail.length < 24 ? 0 : 1);
    }
    expect(
      findFor(
        ['甲乙 < 丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥'],
        '<p>甲乙 <i>&lt;</i> 丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥</p>',
        [],
      ),
    ).to.have.length(1);
  });

  it('finds text that tags interrupt, after a lone `<` and far from the tag, but does not join separate texts', () => {
    const own = own24('潮');
    const [first, second] = [own.slice(0, 12), own.slice(12)];
    expect(findFor([own], `1 < ${first}<b>${second}</b>`, [])).to.have.length(1);
    const wide = [...first].join('     ');
    expect(findFor([own], `${'无关的字'.repeat(80)}${wide}<b>${second}</b>`, [])).to.have.length(1);
    const [before, between] = ['无'.repeat(88), '关'.repeat(99)];
    expect(findFor([own], `<p>${before}${first}${between}${second}${before}</p>`, [])).to.deep.equal([]);
  });

  it('does not find another word that begins like a password', () => {
    const search = searchFor({ ...secret, password: 'correct horse' });
    expect(search('a correct hobby')).to.deep.equal([]);
    expect(search('a correct horse!')).to.have.length(1);
  });

  describe('next to public words', () => {
    const footer = '本文首发于雾港笔记，采用知识共享署名协议，转载请注明出处并保留这一段。';
    const verse = '雾起了\n潮落了\n灯灭了\n猫醒了\n船没有回来\n第七夜\n又是第七夜\n守塔人在等';
    const asBlocks = (text: string): string => text.replace(/[^\n]+/g, '<p>$&</p>').replaceAll('\n', '');
    const all = [
      ...disguises,
      ['as blocks without white space', asBlocks],
      ['as items in JSON', (text: string) => JSON.stringify({ html: `<ul>${asBlocks(text)}</ul>` })],
    ] as const;

    for (const [name, disguise] of all) {
      it(`accepts public words ${name}`, () => {
        for (const own of [`${footer}\n\n暗号是蓝鲸。`, `${footer}作者其实是老王。`]) {
          expect(findFor([own], disguise(footer), [`\n\n${footer}\n\n`]), own).to.deep.equal([]);
        }
      });

      it(`finds a short line next to a public line ${name}`, () => {
        const own = `${footer}\n\n暗号是蓝鲸。\n\n${footer}`;
        for (const leak of [`${footer}\n\n暗号是蓝鲸。`, `暗号是蓝鲸。\n\n${footer}`]) {
          expect(findFor([own], disguise(leak), [`\n\n${footer}\n\n`]), leak).to.have.length(1);
        }
      });

      it(`finds text after a public beginning ${name}`, () => {
        const own = `${footer}作者其实是老王。\n`;
        expect(findFor([own], disguise(own), [`${footer}作者其实是小李。\n`])).to.have.length(1);
      });

      it(`finds a text of short lines ${name}`, () => {
        expect(findFor([verse], disguise(verse), [verse.slice(0, 20), footer])).to.have.length(1);
      });
    }
  });

  it('finds a body whose blank lines between blocks are removed', () => {
    const lines = ['雾起了', '潮落了', '灯灭了', '猫醒了', '船没有回来', '又是第七夜', '他还在等'];
    expect(findFor([lines.join('\n\n')], lines.map((line) => `<li>${line}</li>`).join('\n'), [])).to.have.lengthOf(1);
    expect(findFor([lines.join('\n\n')], lines.map((line) => `<li>${line}</li>`).join(''), [])).to.have.lengthOf(1);
  });

  it('searches for passwords of at least 8 characters', () => {
    const withPassword = (password: string): Leak[] => searchFor({ ...secret, password })(`甲${password}乙`);
    expect(withPassword('一二三四五六七')).to.deep.equal([]);
    expect(withPassword('一二三四五六七八')).to.have.length(1);
    // This password has fewer characters without its escapes.
    expect(withPassword('\\\\\\\\host')).to.have.length(1);
  });

  it('finds a leak that a tag interrupts and that continues after the last tag', () => {
    const search = searchFor(secret);
    const words = body.slice(0, 24);
    expect(search(`<p>${words.slice(0, 12)}<b></b>${words.slice(12)}`)).to.deep.equal([
      { source: secret.source, kind: 'body' },
    ]);
  });

  it('finds a leak of one of many secrets, and returns its source', () => {
    const others = Array.from({ length: 300 }, (_, index) => ({
      source: `${index}.md`,
      password: `password ${index}`,
      texts: [Array.from({ length: 40 }, (_line, line) => `第 ${index} 篇的第 ${line} 行，与别篇无关。`).join('\n')],
    }));
    const search = searchFor(...others, secret);
    expect(search(`前${body.slice(9, 33)}后`)).to.deep.equal([{ source: secret.source, kind: 'body' }]);
    expect(search(body.slice(0, 24))).to.deep.equal([{ source: secret.source, kind: 'body' }]);
    expect(search('第 217 篇的第 9 行，与别篇无关')).to.deep.equal([]);
    expect(search('第 217 篇的第 9 行，与别篇无关。\n第 217 篇')).to.deep.equal([{ source: '217.md', kind: 'body' }]);
    expect(search('password 217.')).to.deep.include({ source: '217.md', kind: 'password' });
  });
});
