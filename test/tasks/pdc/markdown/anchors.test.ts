// Tests that making anchors takes linear time. render.test.ts tests the ids.
import { expect } from 'chai';
import createParser from 'markdown-it';
import { anchors } from '#pdc/markdown/anchors';
import { movesOf } from '../../../support/moves.ts';

describe('anchors', () => {
  it('move few tokens for each heading, however many headings there are', () => {
    const md = createParser();
    anchors(md, (title) => title);
    expect(movesOf(md, 'anchor', '# a\n'.repeat(100))).to.be.within(100, 3000);
  });
});
