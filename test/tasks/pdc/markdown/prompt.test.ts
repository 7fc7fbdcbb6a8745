// The prompt is the outermost <prompt>...</prompt> of the raw body; its placeholders are replaced in one pass.
import { expect } from 'chai';
import fc from 'fast-check';
import { extractPrompt, fillPrompt, findPlaceholders, readPrompt, splitAtPlaceholders } from '#pdc/markdown/prompt';
import { cases } from '../../../support/cases.ts';

describe('the prompt of a body', () => {
  for (const [what, raw, text] of cases<[string, string, string]>('prompt', 'prompts')) {
    it(what, () => expect(extractPrompt(raw)).to.equal(text));
  }

  for (const [why, raw, offset] of cases<[string, string, number]>('prompt', 'no prompts')) {
    it(`is missing ${why}`, () => {
      expect(readPrompt(raw)).to.include({ offset }).and.have.property('fault');
    });
  }

  it('has a flag if `<prompt>` is mentioned before it', () => {
    const isMentioned = (raw: string): unknown => (readPrompt(raw) as { mentionedBefore?: boolean }).mentionedBefore;
    expect(isMentioned('`<prompt>` 是标签。\n\n<prompt>\nx\n</prompt>')).to.equal(true);
    expect(isMentioned('`<prompt lang="zh">`。\n\n<prompt>\nx\n</prompt>')).to.equal(false);
    expect(isMentioned('正文。\n\n<prompt>\nx\n</prompt>\n\n`<prompt>`')).to.equal(false);
  });

  it('is the text between its tags, whatever the text and the body around it contain', () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n<\u2028\u2029]/.test(text));
    const text = fc.array(line, { minLength: 1 }).map((lines) => `|${lines.join('\n')}|`);
    const around = fc.array(line).map((lines) => lines.join('\n'));
    const fence = fc.constantFrom('', '```\n', '~~~~xml\n');
    fc.assert(
      fc.property(
        text,
        around,
        around,
        fence,
        fc.constantFrom('\n', '\r\n', '\r'),
        (inner, before, after, open, eol) => {
          const close = open === '' ? '' : `\n${open.slice(0, open[0] === '`' ? 3 : 4)}`;
          const raw = `${before}\n${open}<prompt>\n${inner}\n</prompt>${close}\n${after}`.replaceAll('\n', eol);
          expect(extractPrompt(raw)).to.equal(inner.replaceAll('\n', eol));
        },
      ),
    );
  });
});

describe('a placeholder', () => {
  it('is a name in double braces, listed once as written', () => {
    const text = '{{A}} {{ A }} {{a}} {{主题}} {{two words}} {{}} {{ }} {A} {{A\nB}} {{a}b}}';
    expect(findPlaceholders(text)).to.deep.equal(['A', 'a', '主题', 'two words']);
  });

  it('is a piece of the text as written, and the pieces together are the whole text', () => {
    expect(splitAtPlaceholders('a{{A}}{{ b }} {{}}{{C}}')).to.deep.equal([
      'a',
      '{{A}}',
      '',
      '{{ b }}',
      ' {{}}',
      '{{C}}',
      '',
    ]);
    fc.assert(
      fc.property(fc.array(fc.constantFrom('{', '}', '{{A}}', '{{ b }}', 'x', '\n', ' ')), (parts) => {
        const pieces = splitAtPlaceholders(parts.join(''));
        expect(pieces.join('')).to.equal(parts.join(''));
        expect(pieces.length % 2).to.equal(1);
      }),
    );
  });

  for (const [what, text, args, expected] of cases<[string, string, Record<string, string | undefined>, string]>(
    'prompt',
    'placeholders',
  )) {
    it(what, () => {
      const entries = Object.entries<string | undefined>(args);
      const given = entries.filter((entry): entry is [string, string] => entry[1] !== undefined);
      const names = entries.map(([name]) => name);
      expect(fillPrompt(text, { names, values: Object.fromEntries(given) })).to.equal(expected);
    });
  }

  it('is replaced by any value, which stays unchanged', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('{{a}}', '{{b}}', '$&', '$1', '}}', '{{'));
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(fillPrompt('<{{A}}|{{ b }}|{{a}}>', { names: ['a', 'B'], values: { a, B: b } })).to.equal(
          `<${a}|${b}|${a}>`,
        );
      }),
    );
  });
});
