import { expect } from 'chai';
import { lineStarts } from '#pdc/text/line-starts';

describe('lineStarts', () => {
  it('returns the offset of every line, whatever ends the lines', () => {
    expect(lineStarts('a\nbc\r\nd\re')).to.deep.equal([0, 2, 6, 8]);
  });

  it('counts an empty line, and the empty text after the last line end', () => {
    expect(lineStarts('')).to.deep.equal([0]);
    expect(lineStarts('\n\n')).to.deep.equal([0, 1, 2]);
  });
});
