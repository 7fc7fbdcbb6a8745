// Counts the tokens that rules of markdown-it move: a rule that moves all tokens of a text many times takes quadratic
// time.
import type { MarkdownIt, StateCore, Token } from 'markdown-it';

/** The number of tokens that `rule` and all later rules move while they process `text`. */
export function movesOf(md: MarkdownIt, rule: string, text: string): number {
  let moves = 0;
  class Tokens extends Array<Token> {
    override splice(...args: [number, number, ...Token[]]): Token[] {
      moves += this.length;
      return super.splice(...args);
    }
    override concat(...others: never[]): Token[] {
      moves += this.length;
      return super.concat(...others);
    }
  }
  md.core.ruler.before(rule, 'counted', (state: StateCore) => {
    state.tokens = Tokens.from(state.tokens);
  });
  md.render(text);
  return moves;
}
