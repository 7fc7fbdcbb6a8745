import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import fc from 'fast-check';
import { createScanner } from '#pdc/locked/leaks';
import type { Leak, PublicText } from '#pdc/locked/leaks';

const secret = {
  source: 'locked.md',
  password: '口令 pass-word',
  texts: [
    '雾港的灯塔有三层楼，守塔人每天写一页日志，从不给人看。\n\n```js\nlet tide = computeTide(7, "dock");\n```\n第二段在这里结束。\n',
  ],
};
const [body] = secret.texts as [string];

const unpack = (bytes: Uint8Array): Uint8Array | undefined => (bytes[0] === 0x1f ? gunzipSync(bytes) : undefined);
const scanFor = (texts: readonly string[], data: string | Uint8Array, publicTexts: readonly PublicText[]): Leak[] =>
  createScanner([{ ...secret, texts }], { publicTexts, unpack })(typeof data === 'string' ? Buffer.from(data) : data);
const scan = (data: string | Uint8Array, publicTexts: readonly PublicText[] = []): Leak[] =>
  scanFor(secret.texts, data, publicTexts);

const ascii = (text: string): string =>
  [...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Every way in which a text may hide in an output. */
const disguises: readonly (readonly [string, (text: string) => string | Uint8Array])[] = [
  ['in the open', (text) => `前文${text}后文`],
  ['in JSON', (text) => JSON.stringify({ content: text })],
  ['in JSON that is ASCII', (text) => `{"content":"${ascii(text)}"}`],
  ['in JSON within JSON', (text) => JSON.stringify({ inner: JSON.stringify({ text }) })],
  ['across tags', (text) => `<p>${text.slice(0, 9)}<b class="x">${text.slice(9, 15)}</b>${text.slice(15)}</p>`],
  ['as entities', (text) => [...text].map((sign) => `&#x${sign.codePointAt(0)!.toString(16)};`).join('')],
  ['with its white space changed', (text) => text.replace(/\s+/g, ' \n  ')],
  ['percent-encoded', (text) => `https://example.com/?q=${encodeURIComponent(text)}`],
  ['in base64', (text) => `data:text/plain;base64,${Buffer.from(text).toString('base64')}`],
  ['in base64 behind other base64', (text) => Buffer.from(`不相干的开头${text}`).toString('base64')],
  ['in base64 glued to a word', (text) => `key${Buffer.from(text).toString('base64')}`],
  [
    'in wrapped base64',
    (text) =>
      Buffer.from(text)
        .toString('base64')
        .replace(/(.{20})/g, '$1\n'),
  ],
  ['in base64 for addresses', (text) => Buffer.from(text).toString('base64url')],
  ['in hexadecimal', (text) => Buffer.from(text).toString('hex')],
  ['compressed', (text) => gzipSync(`前文${text}`)],
  ['compressed, in base64, in JSON', (text) => JSON.stringify({ data: gzipSync(text).toString('base64') })],
];

describe('the scanner', () => {
  for (const [name, disguise] of disguises) {
    it(`finds 24 characters of a body ${name}`, () => {
      // One space is one character, whatever it was before.
      const length = name === 'with its white space changed' ? 30 : 24;
      for (const start of [0, 1, 7, 20, 40]) {
        expect(scan(disguise(body.slice(start, start + length))), `from ${start}`).to.deep.equal([
          { source: secret.source, what: 'body' },
        ]);
      }
    });

    it(`finds a password ${name}`, () => {
      expect(scan(disguise(`这里有 ${secret.password}，还有别的字`))).to.deep.equal([
        { source: secret.source, what: 'password' },
      ]);
    });
  }

  it('finds any 24 characters in a row, wherever they begin', () => {
    fc.assert(
      fc.property(fc.nat([...body].length - 24), fc.string(), fc.string(), (start, before, after) => {
        expect(scan(`${before}${body.slice(start, start + 24)}${after}`)).to.deep.include({
          source: secret.source,
          what: 'body',
        });
      }),
    );
  });

  it('lets 23 characters pass', () => {
    for (const start of [0, 5, 13]) expect(scan(`甲${body.slice(start, start + 23)}乙`)).to.deep.equal([]);
  });

  it('lets pass what stands in a public source, and nothing beyond it', () => {
    const publicTexts = [`甲${body.slice(0, 30)}乙`];
    expect(scan(`丙${body.slice(0, 30)}丁`, publicTexts)).to.deep.equal([]);
    expect(scan(`丙${body.slice(0, 31)}丁`, publicTexts)).to.have.length(1);
  });

  it('reads no public text before something is found', () => {
    let read = 0;
    const publicTexts = (function* () {
      for (const text of ['无关', body.slice(0, 40), '也无关']) {
        read += 1;
        yield text;
      }
    })();
    const scanner = createScanner([secret], { publicTexts, unpack });
    expect(scanner(Buffer.from('与秘密无关的一页'))).to.deep.equal([]);
    expect(read).to.equal(0);
    for (const _file of [1, 2]) expect(scanner(Buffer.from(`甲${body.slice(2, 32)}乙`))).to.deep.equal([]);
    expect(read).to.equal(2);
    expect(scanner(Buffer.from(`甲${body.slice(2, 42)}乙`))).to.have.length(1);
  });

  it('asks the texts that belong to a file before all others', () => {
    const scanner = createScanner([secret], {
      publicTexts: {
        [Symbol.iterator]: () => ({
          next: () => {
            throw new Error('the others were asked');
          },
        }),
      },
      unpack,
    });
    expect(scanner(Buffer.from(`甲${body.slice(0, 30)}乙`), ['无关', body])).to.deep.equal([]);
  });

  describe('beside public words', () => {
    const footer = '本文首发于雾港笔记，采用知识共享署名协议，转载请注明出处并保留这一段。';
    const verse = '雾起了\n潮落了\n灯灭了\n猫醒了\n船没有回来\n第七夜\n又是第七夜\n守塔人在等';
    const asBlocks = (text: string): string => text.replace(/[^\n]+/g, '<p>$&</p>').replaceAll('\n', '');
    const all = [
      ...disguises,
      ['as blocks without white space', asBlocks],
      ['as items in JSON', (text: string) => JSON.stringify({ html: `<ul>${asBlocks(text)}</ul>` })],
    ] as const;

    for (const [name, disguise] of all) {
      it(`lets the public ones pass ${name}`, () => {
        for (const own of [`${footer}\n\n暗号是蓝鲸。`, `${footer}作者其实是老王。`]) {
          expect(scanFor([own], disguise(footer), [`\n\n${footer}\n\n`]), own).to.deep.equal([]);
        }
      });

      it(`finds a short line next to a public one ${name}`, () => {
        const own = `${footer}\n\n暗号是蓝鲸。\n\n${footer}`;
        for (const leak of [`${footer}\n\n暗号是蓝鲸。`, `暗号是蓝鲸。\n\n${footer}`]) {
          expect(scanFor([own], disguise(leak), [`\n\n${footer}\n\n`]), leak).to.have.length(1);
        }
      });

      it(`finds what goes on after a public beginning ${name}`, () => {
        const own = `${footer}作者其实是老王。\n`;
        expect(scanFor([own], disguise(own), [`${footer}作者其实是小李。\n`])).to.have.length(1);
      });

      it(`finds a text of short lines ${name}`, () => {
        expect(scanFor([verse], disguise(verse), [verse.slice(0, 20), footer])).to.have.length(1);
      });
    }
  });

  it('finds a password that stands alone, too short for a decoder, in base64 from any byte on and in hexadecimal', () => {
    const short = { ...secret, password: 'pass>?rd' };
    const look = createScanner([short], { publicTexts: [], unpack });
    for (const before of ['', 'a', 'ab', 'abc']) {
      const bytes = Buffer.from(`${before}${short.password}z`);
      const hex = bytes.toString('hex');
      for (const digits of [bytes.toString('base64'), bytes.toString('base64url'), hex, hex.toUpperCase()]) {
        expect(look(Buffer.from(`<a b="${digits}">`)), digits).to.deep.equal([
          { source: 'locked.md', what: 'password' },
        ]);
      }
    }
  });

  it('finds a leak in every file that has it, also what it has met before', () => {
    const look = createScanner([secret], { publicTexts: [], unpack });
    const page = Buffer.from(JSON.stringify({ data: Buffer.from(body.slice(0, 30)).toString('base64') }));
    for (const time of ['first', 'second']) expect(look(page), time).to.have.lengthOf(1);
  });

  it('finds a body whose blocks stand side by side, without the lines between them', () => {
    const lines = ['雾起了', '潮落了', '灯灭了', '猫醒了', '船没有回来', '又是第七夜', '他还在等'];
    expect(scanFor([lines.join('\n\n')], lines.map((line) => `<li>${line}</li>`).join('\n'), [])).to.have.lengthOf(1);
    expect(scanFor([lines.join('\n\n')], lines.map((line) => `<li>${line}</li>`).join(''), [])).to.have.lengthOf(1);
  });

  it('looks for passwords from 8 characters on', () => {
    const withPassword = (password: string): Leak[] =>
      createScanner([{ ...secret, password }], { publicTexts: [], unpack })(Buffer.from(`甲${password}乙`));
    expect(withPassword('一二三四五六七')).to.deep.equal([]);
    expect(withPassword('一二三四五六七八')).to.have.length(1);
  });

  it('never throws on any bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        (bytes) => void createScanner([secret], { publicTexts: [], unpack: () => undefined })(bytes),
      ),
    );
  });
});
