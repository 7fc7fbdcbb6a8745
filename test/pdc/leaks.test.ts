import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import fc from 'fast-check';
import { createScanner } from '#pdc/leaks';
import type { Leak } from '#pdc/leaks';

const secret = {
  file: 'content/locked.md',
  password: '口令 pass-word',
  texts: [
    '雾港的灯塔有三层楼，守塔人每天写一页日志，从不给人看。\n\n```js\nlet tide = computeTide(7, "dock");\n```\n第二段在这里结束。\n',
  ],
};
const [body] = secret.texts as [string];

const unpack = (bytes: Uint8Array): Uint8Array | undefined => (bytes[0] === 0x1f ? gunzipSync(bytes) : undefined);
const scan = (data: string | Uint8Array, isPublic: (text: string) => boolean = () => false): Leak[] =>
  createScanner([secret], { isPublic, unpack })(typeof data === 'string' ? Buffer.from(data) : data);

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
          { file: secret.file, what: 'body' },
        ]);
      }
    });

    it(`finds a password ${name}`, () => {
      expect(scan(disguise(`这里有 ${secret.password}，还有别的字`))).to.deep.equal([
        { file: secret.file, what: 'password' },
      ]);
    });
  }

  it('finds any 24 characters in a row, wherever they begin', () => {
    fc.assert(
      fc.property(fc.nat([...body].length - 24), fc.string(), fc.string(), (start, before, after) => {
        expect(scan(`${before}${body.slice(start, start + 24)}${after}`)).to.deep.include({
          file: secret.file,
          what: 'body',
        });
      }),
    );
  });

  it('lets 23 characters pass', () => {
    for (const start of [0, 5, 13]) expect(scan(`甲${body.slice(start, start + 23)}乙`)).to.deep.equal([]);
  });

  it('lets pass what stands in a public source, and nothing beyond it', () => {
    const publicPart = body.slice(0, 30);
    const isPublic = (text: string): boolean =>
      [publicPart, publicPart.replace(/\s+/g, ' ')].some((one) => one.includes(text));
    expect(scan(`甲${body.slice(0, 30)}乙`, isPublic)).to.deep.equal([]);
    expect(scan(`甲${body.slice(0, 31)}乙`, isPublic)).to.have.length(1);
  });

  it('looks for passwords from 8 characters on', () => {
    const withPassword = (password: string): Leak[] =>
      createScanner([{ ...secret, password }], { isPublic: () => false, unpack })(Buffer.from(`甲${password}乙`));
    expect(withPassword('一二三四五六七')).to.deep.equal([]);
    expect(withPassword('一二三四五六七八')).to.have.length(1);
  });

  it('never throws on any bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        (bytes) => void createScanner([secret], { isPublic: () => false, unpack: () => undefined })(bytes),
      ),
    );
  });
});
