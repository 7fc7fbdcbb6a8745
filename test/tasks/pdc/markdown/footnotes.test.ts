// Footnotes are drawn as markdown-it-footnote draws them, without its copies of the whole text.
import { expect } from 'chai';
import fc from 'fast-check';
import createParser from 'markdown-it';
import footnote from 'markdown-it-footnote';
import { footnotes } from '#pdc/markdown/footnotes';
import { movesOf } from '../../../support/moves.ts';

const library = createParser().use(footnote as never);
const ours = createParser().use(footnotes);

describe('footnotes', () => {
  it('are the same as those of the library, if something refers to each footnote', () => {
    const paragraph = fc.constantFrom('x[^a]', '[^b][^a]', '^[y *z*]', '^[[^c] ^[y]] x', '- x[^c]', '> ^[x]', '# ^[y]');
    const note = (label: string): fc.Arbitrary<string> =>
      fc
        .constantFrom('x', 'x\n\n    y', '\n    - x\n    - y', '[^b]', '^[z]', '')
        .map((text) => `[^${label}]: ${text}`);
    const notes = fc.tuple(note('a'), note('b'), note('c'));
    fc.assert(
      fc.property(fc.array(paragraph), notes, (paragraphs, end) => {
        const text = ['[^a] [^b] [^c]', ...paragraphs, ...end].join('\n\n');
        expect(ours.render(text)).to.equal(library.render(text));
      }),
    );
  });

  it('are moved without a copy of the text for each footnote', () => {
    expect(movesOf(createParser().use(footnotes), 'footnote_tail', '^[a] '.repeat(100))).to.equal(0);
  });
});
