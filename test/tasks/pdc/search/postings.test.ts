// Lines of the search index can be read back unchanged.
import { expect } from 'chai';
import fc from 'fast-check';
import {
  findIn,
  levels,
  orderOfPiece,
  pieceOf,
  readPostings,
  termsIn,
  writeLine,
  writePiece,
  writePostings,
} from '#pdc/search/postings';

describe('postings', () => {
  it('are read as they were written', () => {
    const written = fc.uniqueArray(fc.tuple(fc.nat(300_000), fc.integer({ min: 1, max: levels })), {
      selector: ([post]) => post,
    });
    fc.assert(
      fc.property(written, (list) => {
        const sorted = list.sort(([a], [b]) => a - b);
        const postings = { posts: sorted.map(([post]) => post), levels: sorted.map(([, level]) => level) };
        expect(readPostings(writePostings(postings), Infinity)).to.deep.equal(postings);
        const piece = writePiece('x1', [writeLine('tide', { posts: [1], levels: [1] }), writeLine('tidy', postings)]);
        expect(orderOfPiece(piece)).to.equal('x1');
        expect(findIn(piece, { term: 'tidy', count: Infinity })).to.deep.equal(postings);
        expect(findIn(piece, { term: 'tid', count: Infinity })).to.equal(undefined);
        expect([...termsIn(piece, 'tid')]).to.deep.equal(['tide', 'tidy']);
      }),
    );
  });

  it('take one character for a neighboring post, and two for most other posts', () => {
    expect(writePostings({ posts: [0, 1], levels: [1, levels] })).to.have.lengthOf(2);
    expect(writePostings({ posts: [61], levels: [2] })).to.have.lengthOf(2);
    expect(writePostings({ posts: [62], levels: [2] })).to.have.lengthOf(3);
  });
});

describe('the piece of a term', () => {
  it('is the piece of its first Han character, or of its first two letters', () => {
    expect(pieceOf('潮汐', 1024)).to.equal(pieceOf('潮', 1024));
    expect(pieceOf('tide', 1024)).to.equal(pieceOf('title', 1024));
  });

  it('may be any piece, and the beginnings of terms spread evenly over the pieces', () => {
    const beginnings = Array.from({ length: 5000 }, (_, at) => String.fromCharCode(0x4e00 + at));
    const sizes = new Map<number, number>();
    for (const one of beginnings) sizes.set(pieceOf(one, 256), (sizes.get(pieceOf(one, 256)) ?? 0) + 1);
    expect(sizes.size).to.equal(256);
    expect(Math.max(...sizes.values())).to.be.below(60);
  });
});
