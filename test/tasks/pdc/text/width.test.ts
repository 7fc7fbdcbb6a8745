// The width of Chinese and Latin text.
import { expect } from 'chai';
import { fullRuns, widthOf } from '#pdc/text/width';

describe('the width of a text', () => {
  it('counts a character of full width as one, and any other as 0.55', () => {
    expect(widthOf('')).to.equal(0);
    expect(widthOf('汉字，가')).to.equal(4);
    expect(widthOf('abcd')).to.be.closeTo(2.2, 0.001);
  });

  it('counts a character outside the basic plane once', () => {
    expect(widthOf('𠮷')).to.equal(1);
    expect(widthOf('😀')).to.equal(1);
  });

  it('finds the runs of characters of full width', () => {
    expect('用 Rust，写字'.match(fullRuns)).to.deep.equal(['用', '，写字']);
  });
});
