// The prompt is the outermost <prompt>...</prompt> of the raw body; its placeholders are replaced in one pass.
import { expect } from 'chai';
import fc from 'fast-check';
import { extractPrompt, fillPrompt, findPlaceholders, readPrompt, splitAtPlaceholders } from '#pdc/markdown/prompt';

describe('the prompt of a body', () => {
  for (const [what, raw, text] of [
    ['stands bare', '前\n\n<prompt>\nx\n</prompt>\n', 'x'],
    ['stands in a fence', '```xml\n<prompt>\nx\n</prompt>\n```\n', 'x'],
    ['stands in a fence of tildes, indented', '- a\n\n  ~~~\n  <prompt>\n  x\n  </prompt>\n  ~~~\n', '  x\n  '],
    ['stands on one line', '<prompt>x</prompt>', 'x'],
    ['loses the line breaks at its ends alone', '<prompt>\n\n  a\n\n b \n\n</prompt>', '  a\n\n b '],
    ['keeps CRLF inside', '<prompt>\r\na\r\nb\r\n</prompt>\r\n', 'a\r\nb'],
    ['may be empty', '<prompt>\n</prompt>', ''],
    ['may hold other elements', '<prompt>\n<role>r</role>\n</prompt>', '<role>r</role>'],
    ['is the outermost element', '<prompt>\n<prompt>\nx\n</prompt>\n</prompt>', '<prompt>\nx\n</prompt>'],
    [
      'may mention its own tags',
      '<prompt>\nends with `</prompt>` or <prompt> here\n</prompt>',
      'ends with `</prompt>` or <prompt> here',
    ],
    ['is no mention in inline code before it', '见 `<prompt>` 与 `</prompt>`\n\n<prompt>\nx\n</prompt>', 'x'],
    ['is no mention in running text before it', '把 <prompt> 写好。\n\n<prompt>\nx\n</prompt>', 'x'],
    ['is no mention behind it', '<prompt>\nx\n</prompt>\n\n以 `</prompt>` 结束。', 'x'],
    ['is no mention at the end of a line before it', '写在 <prompt> 和 </prompt>\n\n<prompt>\nx\n</prompt>', 'x'],
    [
      'may mention a whole element at the end of a line',
      '<prompt>\n示例：<prompt>内</prompt>\n见 <prompt><prompt></prompt></prompt>  \n</prompt>',
      '示例：<prompt>内</prompt>\n见 <prompt><prompt></prompt></prompt>  ',
    ],
    ['may end behind a mention of its end', '<prompt>a </prompt> b</prompt>', 'a </prompt> b'],
    ['is no mention of its end alone, behind it', '<prompt>\nx\n</prompt>\n见 <prompt>\n', 'x'],
    ['is no element with attributes', '<prompt lang="zh">\n<prompt>\nx\n</prompt>', 'x'],
    ['is no other element', '<prompts>\ny\n</prompts>\n<prompt>\nx\n</prompt>', 'x'],
  ] as const) {
    it(what, () => expect(extractPrompt(raw)).to.equal(text));
  }

  for (const [why, raw, offset] of [
    ['without an element', '没有。\n', 0],
    ['with a mention alone', '写在 `<prompt>` 与 `</prompt>` 之间。\n', 0],
    ['that is never closed', 'a\n<prompt>\nx\n', 2],
    ['that was never opened', 'a\nx\n</prompt>\n', 4],
    ['twice, at the second', '<prompt>a</prompt>\n<prompt>b</prompt>\n', 19],
    ['with attributes', '<prompt lang="zh">\nx\n</prompt>\n', 21],
    ['with attributes alone', '<prompt lang="zh">x\n', 0],
    ['with an end that belongs to a mention', '<prompt>\n见 <prompt> x</prompt>\n', 0],
    ['with text behind its end', '<prompt>\nx\n</prompt> 完\n', 0],
  ] as const) {
    it(`is none ${why}`, () => {
      expect(readPrompt(raw)).to.include({ offset }).and.have.property('fault').that.is.a('string');
    });
  }

  it('tells of a mention before it', () => {
    const isMentioned = (raw: string): unknown => (readPrompt(raw) as { mentionedBefore?: boolean }).mentionedBefore;
    expect(isMentioned('`<prompt>` 是标签。\n\n<prompt>\nx\n</prompt>')).to.equal(true);
    expect(isMentioned('`<prompt lang="zh">`。\n\n<prompt>\nx\n</prompt>')).to.equal(false);
    expect(isMentioned('正文。\n\n<prompt>\nx\n</prompt>\n\n`<prompt>`')).to.equal(false);
  });

  it('is its text, whatever stands inside and around it', () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n<\u2028\u2029]/.test(text));
    const text = fc.array(line, { minLength: 1 }).map((lines) => `|${lines.join('\n')}|`);
    const around = fc.array(line).map((lines) => lines.join('\n'));
    const fence = fc.constantFrom('', '```\n', '~~~~xml\n');
    fc.assert(
      fc.property(text, around, around, fence, fc.constantFrom('\n', '\r\n'), (inner, before, after, open, eol) => {
        const close = open === '' ? '' : `\n${open.slice(0, open[0] === '`' ? 3 : 4)}`;
        const raw = `${before}\n${open}<prompt>\n${inner}\n</prompt>${close}\n${after}`.replaceAll('\n', eol);
        expect(extractPrompt(raw)).to.equal(inner.replaceAll('\n', eol));
      }),
    );
  });
});

describe('a placeholder', () => {
  it('is a name in double braces, each told once as written', () => {
    const text = '{{A}} {{ A }} {{a}} {{主题}} {{two words}} {{}} {{ }} {A} {{A\nB}} {{a}b}}';
    expect(findPlaceholders(text)).to.deep.equal(['A', 'a', '主题', 'two words']);
  });

  it('is cut out of the text as it stands, and nothing of the text is lost', () => {
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

  for (const [what, text, args, expected] of [
    ['is replaced in any case', '{{TOPIC}} {{Topic}} {{topic}}', { topic: 'x' }, 'x x x'],
    ['is replaced by what the argument says, whatever its case', '{{topic}}', { TOPIC: 'x' }, 'x'],
    ['is replaced everywhere', '{{A}}{{A}}{{A}}', { a: '1' }, '111'],
    ['is replaced in one pass: a value is text', '{{A}}{{B}}', { a: '{{B}}', b: '{{A}}' }, '{{B}}{{A}}'],
    ['is no pattern of a replacement', '[{{A}}]', { a: "$& $1 $$ $` $'" }, "[$& $1 $$ $` $']"],
    ['of an optional argument that is absent is empty', '[{{A}}{{B}}]', { a: 'x', b: undefined }, '[x]'],
    ['without an argument stays', '{{A}} {{C}}', { a: 'x' }, 'x {{C}}'],
    [
      'is no property of an object',
      '{{constructor}} {{__proto__}} {{toString}}',
      { a: 'x' },
      '{{constructor}} {{__proto__}} {{toString}}',
    ],
    ['may be called like one', '[{{constructor}}]', { constructor: undefined }, '[]'],
    ['keeps line breaks of a value', '{{A}}', { a: 'x\r\ny\n' }, 'x\r\ny\n'],
    ['keeps braces around it', '{{{A}}}', { a: 'x' }, '{x}'],
  ] as const) {
    it(what, () => {
      const entries = Object.entries<string | undefined>(args);
      const given = entries.filter((entry): entry is [string, string] => entry[1] !== undefined);
      const names = entries.map(([name]) => name);
      expect(fillPrompt(text, { names, values: Object.fromEntries(given) })).to.equal(expected);
    });
  }

  it('gives way to any value as it is', () => {
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
