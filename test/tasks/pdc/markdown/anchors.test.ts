// The ids themselves are those of render.test.ts.
import { expect } from 'chai';
import createParser from 'markdown-it';
import type { StateCore, Token } from 'markdown-it';
import { anchors } from '#pdc/markdown/anchors';

describe('anchors', () => {
  it('move few tokens for each heading, however many there are', () => {
    let moves = 0;
    class Tokens extends Array<Token> {
      override splice(...args: [number, number, ...Token[]]): Token[] {
        moves += this.length;
        return super.splice(...args);
      }
    }
    const md = createParser();
    anchors(md, (title) => title);
    md.core.ruler.before('anchor', 'counted', (state: StateCore) => {
      state.tokens = Tokens.from(state.tokens);
    });
    expect(md.render('# a\n'.repeat(100))).to.contain('id="a-99"');
    expect(moves).to.be.within(100, 3000);
  });
});
