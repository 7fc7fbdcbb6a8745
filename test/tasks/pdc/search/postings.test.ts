// A line of the search index says again what was written into it.
import { expect } from 'chai';
import fc from 'fast-check';
import { levels, readPostings, writePosting } from '#pdc/search/postings';

describe('postings', () => {
  it('are read as they were written', () => {
    const written = fc.uniqueArray(fc.tuple(fc.nat(300_000), fc.integer({ min: 1, max: levels })), {
      selector: ([post]) => post,
    });
    fc.assert(
      fc.property(written, (postings) => {
        const sorted = postings.sort(([a], [b]) => a - b);
        const line = sorted
          .map(([post, level], index) => writePosting({ before: sorted[index - 1]?.[0] ?? -1, post, level }))
          .join('');
        const read: [number, number][] = [];
        readPostings(`term ${line}`, 5, (post, level) => void read.push([post, level]));
        expect(read).to.deep.equal(sorted);
      }),
    );
  });

  it('take one character for a neighbour, and two for most others', () => {
    expect(writePosting({ before: -1, post: 0, level: 1 })).to.have.lengthOf(1);
    expect(writePosting({ before: 4, post: 5, level: levels })).to.have.lengthOf(1);
    expect(writePosting({ before: 4, post: 66, level: 2 })).to.have.lengthOf(2);
    expect(writePosting({ before: 4, post: 67, level: 2 })).to.have.lengthOf(3);
  });
});
