import { expect } from 'chai';
import { fenceLines, softBreakLines } from '#pdc/markdown/lines';

describe('the lines of a body', () => {
  it('end within a paragraph that continues', () => {
    expect(softBreakLines('一\n二\n\n三\n四\n五\n')).to.deep.equal([0, 3, 4]);
  });

  it('end within a paragraph in which code or a formula goes over lines', () => {
    expect(softBreakLines('> a `\nb` c\nd  \ne\n\n[f\ng](h)\n')).to.deep.equal([1, 5]);
  });

  it('of fences are counted from the first to the one after the last', () => {
    expect([...fenceLines('a\n\n```\nb\n```\n')]).to.deep.equal([[2, 5]]);
  });
});
