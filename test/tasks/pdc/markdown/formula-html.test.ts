// Formulas as MathJax's users write them: definitions and numbers of a whole text, environments without dollars, and
// plain text.
import { expect } from 'chai';
import fc from 'fast-check';
import { findFormulaFaults } from '#pdc/markdown/formula-faults';
import { openingOf } from '#pdc/markdown/opening';
import { renderMarkdown } from '#pdc/markdown/render';
import { inPlainText } from '#pdc/markdown/formula-html';
import { cases } from '../../../support/cases.ts';

const draw = (raw: string): string => renderMarkdown(raw, { resolve: (target) => target, math: true }).html;
const faults = (raw: string): string[] => findFormulaFaults(raw).map(({ offset, fault }) => `${offset} ${fault}`);

describe('a definition in a formula', () => {
  for (const raw of cases<string>('formulas', 'definitions'))
    it(`applies up to the end of its text: ${raw}`, () => expect(faults(raw)).to.deep.equal([]));

  it('is valid from its place to the end of its text', () => {
    expect(faults('$\\RX$\n\n$\\def\\RX{x}$\n\n$\\RX$')).to.have.length(1);
    draw('$\\def\\RX{x}$');
    expect(faults('$\\RX$')).to.have.length(1);
    expect(draw('$\\def\\a{b}\\a$')).to.equal(draw('$\\def\\a{b}\\a$'));
  });

  it('does not stop the build if KaTeX fails with an internal error, and the formula is shown as written', () => {
    const raw = '$\\begin{array}{l\\\\}x\\end{array}$';
    expect(draw(raw)).to.contain('\\begin{array}{l\\\\}x\\end{array}');
    expect(faults(raw)).to.have.length(1);
  });

  it('is dropped if it follows 1,000 others', () => {
    const name = (index: number): string =>
      `\\RX${[...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
    const definitions = Array.from({ length: 1010 }, (_, index) => `$\\def${name(index)}{x}$`).join(' ');
    expect(faults(`${definitions} $${name(900)}$ $${name(1009)}$`)).to.have.length(1);
  });

  it('of more than 10,000 characters is shown as written, and reported', () => {
    const raw = `$${'x'.repeat(10_001)}$`;
    expect(draw(raw)).to.contain(`<span class="katex-error">${'x'.repeat(10_001)}</span>`);
    expect(faults(raw)).to.deep.equal(['1 formula longer than 10000 characters']);
    expect(faults(`$${'x'.repeat(10_000)}$`)).to.deep.equal([]);
  });

  it('makes no formula longer than a machine can hold', () => {
    for (const raw of cases<string>('formulas', 'bombs')) {
      const long = raw.replaceAll('{x…}', `{${'x'.repeat(40_000)}}`).replaceAll('…', '\\a'.repeat(900));
      expect(draw(long).length, raw).to.be.below(20_000_000);
    }
    // A macro that doubles with each formula is dropped when it is too long.
    expect(draw(`$\\def\\a{xx}$${'\n\n$\\xdef\\a{\\a\\a}$'.repeat(40)}\n\n$\\a$`).length).to.be.below(1_000_000);
  });
});

describe('the number of an equation', () => {
  const numbers = (raw: string): string[] =>
    [...draw(raw).matchAll(/<a href="#mjx-eqn[^"]*"[^>]*>([^]*?)<\/a>/g)].map(([, text]) =>
      text!.replace(/<[^>]*>/g, ''),
    );

  it('is the number of its row, wherever the reference is', () => {
    for (const [raw, ...expected] of cases<[string, ...string[]]>('formulas', 'references')) {
      expect(faults(raw), raw).to.deep.equal([]);
      // KaTeX writes each link in the HTML, and the same link again in the MathML, under another name.
      expect([...new Set(numbers(raw))], raw).to.deep.equal(expected);
    }
  });

  it('has an id that the reference leads to', () => {
    const html = draw('$\\eqref{eq:甲 1}$\n\n$$a \\label{eq:甲 1}$$');
    const [, fragment] = /href="#(mjx-eqn[^"]*)"/.exec(html)!;
    expect(html).to.contain(`id="${decodeURIComponent(fragment!)}"`);
  });

  it('is missing for an unknown label, which is reported', () => {
    expect(faults('见 $\\eqref{none}$')).to.deep.equal(['3 \\ref{none} has no \\label{none}']);
  });

  it('has the only kind of link that a formula may contain', () => {
    expect(draw('$\\href{javascript:alert(1)}{x}$ $\\href{#x}{x}$ $\\url{https://e.example}$')).to.not.contain('href=');
  });
});

describe('a dollar', () => {
  for (const [raw, count] of cases<[string, number]>('formulas', 'spans'))
    it(`opens or closes a formula, or is a sign: ${JSON.stringify(raw)}`, () =>
      expect(draw(raw).match(/<span class="katex(?:-error)?"/g) ?? []).to.have.length(count));
});

describe('a block of HTML', () => {
  for (const [raw, count] of cases<[string, number]>('formulas', 'html'))
    it(`has formulas where MathJax finds them: ${JSON.stringify(raw)}`, () => {
      expect(draw(raw).match(/<span class="katex(?:-error)?"/g) ?? []).to.have.length(count);
      if (count > 0) return;
      expect(draw(raw)).to.equal(renderMarkdown(raw, { resolve: (target) => target, math: false }).html);
    });

  it('shares definitions and numbers with the rest of the text, and its faults are reported', () => {
    const raw = '$\\newcommand{\\vx}{x}$\n\n<div>$\\vx$\n$$a\\label{a}$$</div>\n\n见 $\\eqref{a}$\n';
    expect(faults(raw)).to.deep.equal([]);
    expect(draw(raw)).to.contain('id="mjx-eqn:a"').and.contain('href="#mjx-eqn');
    expect(faults('<div>\n甲 $\\frac$\n</div>')).to.deep.equal([
      "9 Unexpected end of input in a macro argument, expected '}' at end of input: \\frac",
    ]);
  });
});

describe('a list of headings, and an alt text', () => {
  it('knows the definitions before it', () => {
    const raw = '$\\newcommand{\\vx}[1]{(#1)}$\n\n## $\\vx{a}$\n\n![图 $\\vx{b}$](/a.png)\n';
    const { html, headings } = renderMarkdown(raw, { resolve: (target) => target, math: true });
    expect(headings.map(({ shown }) => shown)).to.deep.equal(['(a)']);
    expect(html).to.contain('alt="图 (b)"');
  });
});

describe('an environment', () => {
  for (const raw of cases<string>('formulas', 'environments'))
    it(`needs no dollars: ${JSON.stringify(raw)}`, () => {
      const html = draw(raw);
      expect(html)
        .to.contain('class="katex')
        .and.not.match(/<(?:p|li)>[^<]*\\(?:begin|end)/);
      expect(faults(raw)).to.deep.equal([]);
      // Without `mathjax: true` it is text.
      expect(renderMarkdown(raw, { resolve: (target) => target, math: false }).html).to.contain('\\begin');
    });

  it('is text if nothing closes it, if it is in code, or if its name is unknown', () => {
    for (const raw of [
      '\\begin{align} x',
      '`\\begin{align}x\\end{align}`',
      '    \\begin{align}x\\end{align}',
      '\\begin{nothing}x\\end{nothing}',
    ])
      expect(draw(raw), raw).to.not.contain('katex');
  });

  it('may be nested in thousands of others', () => {
    const deep = (begun: number, ended: number): string =>
      '\\begin{align}\n'.repeat(begun) + '\\end{align}\n'.repeat(ended);
    // Only half of them are closed, so the first ones are text.
    expect(draw(deep(4000, 2000))).to.match(/^<p>\\begin\{align\}\n/);
    expect(draw(`x ${deep(4000, 2000)}`)).to.match(/^<p>x \\begin\{align\}\n/);
  });

  it('never throws, and gives the same result again, in any text', () => {
    const piece = fc.constantFrom(
      '\\begin{align}',
      '\\end{align}',
      '\\begin{cases}',
      '\\\\',
      '$',
      '$$',
      '&',
      '\n',
      '\n\n',
      '- ',
      'x',
      '{',
      '}',
      '\\label{a}',
      '\\eqref{a}',
      '\\tag{1}',
      '\\def\\a{\\a\\a}',
      '\\a',
      '<div>',
      '</div>',
      '<code>',
      '</code>',
      '`',
      '> ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const raw = pieces.join('');
        expect(draw(raw)).to.equal(draw(raw));
        findFormulaFaults(raw);
        openingOf(raw, { limit: 150, math: true });
      }),
      { numRuns: 500, seed: 20261125 },
    );
  });
});

describe('a formula at the margin, after a list item or a quotation', () => {
  for (const raw of cases<string>('formulas', 'margins'))
    it(`is drawn, and the text after it is text: ${JSON.stringify(raw)}`, () => {
      const html = draw(raw);
      expect(html.match(/katex-display/g), html).to.have.length(1);
      expect(html)
        .to.match(/<p>后文/)
        .and.not.contain('$$');
      expect(faults(raw)).to.deep.equal([]);
    });
});

describe('a command that MathJax knows', () => {
  for (const raw of cases<string>('formulas', 'commands'))
    it(`is drawn: ${raw}`, () => expect(faults(`$${raw}$`)).to.deep.equal([]));
});

describe('a title or a description', () => {
  it('shows its formulas as plain text if the article uses formulas, and is otherwise unchanged', () => {
    const entry = {
      title: '$O(n)$ 与 $5 *和* `$x$`',
      description: '*甲* $\\frac{a}{b}$ &amp; \\$ \\begin{split}y\\end{split}\n$',
    };
    expect(inPlainText(entry)).to.deep.equal(entry);
    expect(inPlainText({ ...entry, mathjax: true })).to.deep.equal({
      title: 'O(n) 与 $5 *和* `x`',
      description: '*甲* a/b &amp; \\$ y\n$',
    });
  });
});

describe('an excerpt', () => {
  it('has formulas as text, and no tags of other engines', () => {
    for (const [raw, text] of cases<[string, string]>('formulas', 'excerpts'))
      expect(openingOf(raw, { limit: 150, math: true }), raw).to.equal(text);
  });
});
