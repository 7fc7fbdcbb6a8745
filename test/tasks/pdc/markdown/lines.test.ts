import { expect } from 'chai';
import { fenceLines, softBreakLines } from '#pdc/markdown/lines';

describe('the lines of a body', () => {
  it('that end in a soft break are found', () => {
    expect(softBreakLines('一\n二\n\n三\n四\n五\n')).to.deep.equal([0, 3, 4]);
  });

  it('that end in a soft break are found after code that spans lines', () => {
    expect(softBreakLines('> a `\nb` c\nd  \ne\n\n[f\ng](h)\n')).to.deep.equal([1, 5]);
  });

  it('of a fence are the range from its first line to the line after the fence', () => {
    expect([...fenceLines('a\n\n```\nb\n```\n')]).to.deep.equal([[2, 5]]);
  });
});
