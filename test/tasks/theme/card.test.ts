// The picture of an article: how its title breaks, and that whatever it holds is set or left out, and never a box.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { openPress } from '../../../tasks/flow/card-press.ts';
import type { Press } from '../../../tasks/flow/card-press.ts';
import { toLines, toLinesCut } from '../../../tasks/theme/card-lines.ts';
import type { Card } from '../../../tasks/theme/card.ts';

/** Han as wide as high, all else half of it. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character >= '\u2e80' || character === '…' ? 1 : 0.5), 0);
const room = { most: 10, lines: 4, language: 'zh-CN' };

describe('the lines of a title', () => {
  for (const [what, title, lines] of [
    ['one where it fits', '写在前面', ['写在前面']],
    ['of nearly one length', '从零开始的操作系统实验', ['从零开始的', '操作系统实验']],
    ['that end behind a mark', '读代码：一次内核的崩溃', ['读代码：', '一次内核的崩溃']],
    [
      'that begin with no closing mark',
      '一二三四五六七八九十，《甲乙丙丁戊》。',
      ['一二三四五', '六七八九十，', '《甲乙丙丁戊》。'],
    ],
    ['that break no Latin word', 'TCP needs three-way C++ hand/shakes', ['TCP needs three-way', 'C++ hand/shakes']],
    [
      'of a word that is longer than they are',
      'abcdefghijklmnopqrstuvwxyzabcd',
      ['abcdefghijklmno', 'pqrstuvwxyzabcd'],
    ],
  ] as const) {
    it(`are ${what}`, () => expect(toLines(title, room, widthOf)).to.deep.equal(lines));
  }

  it('are as many as there may be, and end in an ellipsis behind no other mark', () => {
    const long = '一个很长的标题，它讲的是网络、系统、编译、数据库，'.repeat(3);
    expect(toLines(long, room, widthOf)).to.equal(undefined);
    const lines = toLinesCut(long, room, widthOf);
    expect(lines).to.have.length(4);
    for (const line of lines) {
      expect(widthOf(line)).to.be.at.most(10);
      expect(line).to.match(/^[^，。、：…]/);
    }
    expect(lines.at(-1)).to.match(/[^，、]…$/);
    const english = toLinesCut('A title that goes on and on and on, '.repeat(9), { ...room, language: 'en' }, widthOf);
    expect(english.at(-1)).to.match(/\w\.\.\.$/);
  });
});

describe('a card', () => {
  const card: Card = { title: '', site: '站', facts: '2026-01-01', accent: '#a4331f', language: 'zh-CN' };
  let press: Press;
  before(async () => void (press = await openPress()));
  const hashOf = (title: string, rest: Partial<Card> = {}): string | undefined => {
    const bytes = press({ ...card, title, ...rest });
    return bytes && createHash('sha256').update(bytes).digest('hex');
  };

  it('is the same to the byte on every machine', () => {
    expect(hashOf('为什么 TCP 需要三次握手？🤝')).to.equal(
      'a4e02c1510ad929dae1c1dbfd8ca275fb4aa929f2378c34bb44db38f46f6190b',
    );
  });

  it('shows Traditional, rare and accented letters, Kana and emoji', () => {
    const shown = ['體', '龘', 'č', 'ở', 'Ж', 'か', '😀', '👨‍👩‍👧', '❤️', '→'].map((sign) => hashOf(`甲${sign}`));
    expect(new Set([...shown, hashOf('甲'), hashOf('甲\uffff')])).to.have.length(shown.length + 1);
  });

  it('has the printer’s mark for a Han character that no face has, and nothing for such a sign', () => {
    expect(hashOf('甲𠮷乙')).to.equal(hashOf('甲〓乙'));
    expect(hashOf('甲\u{1fbc0}乙')).to.equal(hashOf('甲乙'));
  });

  it('is none where letters are missing, and goes without the name of a site that cannot be set', () => {
    for (const title of ['한국어', 'العربية', 'हिन्दी']) expect(hashOf(title), title).to.equal(undefined);
    expect(hashOf('甲', { site: '한국어' })).to.equal(hashOf('甲', { site: '' }));
  });
});
