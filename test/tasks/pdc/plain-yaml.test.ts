// What is read of plain YAML is what `yaml` reads of it.
import { expect } from 'chai';
import fc from 'fast-check';
import { isScalar, parseDocument } from 'yaml';
import { readPlainYaml } from '#pdc/plain-yaml';

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

const head = `title: "一: 二 # 三"
date: 2026-03-01 08:00:00
updated: 2026-03-02

categories: [技术, "提示词"]
tags:
- Node.js
- 'C#'
cover: https://example.com/a.png
math: true
sticky: 3
series:
prompt_args:
  - name: "topic"
    required: true

    description: it's what
  - plain
  -   name: x
      example:
aliases: [/old/, '/older/' ]
`;

describe('plain YAML', () => {
  it('is what authors write', () => {
    const expected = {
      title: '一: 二 # 三',
      date: '2026-03-01 08:00:00',
      updated: '2026-03-02',
      categories: ['技术', '提示词'],
      tags: ['Node.js', 'C#'],
      cover: 'https://example.com/a.png',
      math: true,
      sticky: 3,
      series: null,
      prompt_args: [{ name: 'topic', required: true, description: "it's what" }, 'plain', { name: 'x', example: null }],
      aliases: ['/old/', '/older/'],
    };
    for (const text of [head, crlf(head), head.trimEnd()]) expect(readPlainYaml(text)?.data).to.deep.equal(expected);
  });

  for (const text of [
    '',
    '\n',
    'a',
    '- a\n',
    'a: 1\na: 2\n',
    'a:\n  - b: 1\n    b: 2\n',
    'a: b: c\n',
    'a: b # c\n',
    'a: "b" c\n',
    'a: "\\t"\n',
    "a: 'it''s'\n",
    'a: b\n  c\n',
    'a: "b\n  c"\n',
    'a:\n  b: 1\n',
    'a:\n  - b\n - c\n',
    'a:\n  - b: 1\n   c: 1\n',
    'a: 1\n  - b\n',
    'a: [b, [c]]\n',
    'a: [b: c]\n',
    'a: [b,\n c]\n',
    'a: &b c\n',
    'a: !b c\n',
    'a: |\n  b\n',
    'a: Null\n',
    'a: TRUE\n',
    'a: ~\n',
    'a: 0123\n',
    'a: 1e3\n',
    'null: a\n',
    'a:\tb\n',
    'a: b\r',
    '\ufeffa: b\n',
    'a: b\n---\n',
    `${' '.repeat(100_000)}\u2028`,
    `a: [${' '.repeat(100_000)}"`,
  ]) {
    it(`is nothing else: ${JSON.stringify(text.slice(0, 30))}`, () => expect(readPlainYaml(text)).to.equal(undefined));
  }

  it('means what it means to yaml, whatever it is', () => {
    let answered = 0;
    fc.assert(
      fc.property(anyHead, (text) => {
        const plain = readPlainYaml(text);
        if (!plain) return;
        answered += 1;
        const document = parseDocument(text, { logLevel: 'error' });
        const quoted = (key: string): boolean => {
          const node = document.get(key, true);
          return isScalar(node) && node.type === 'QUOTE_DOUBLE';
        };
        expect(document.errors).to.deep.equal([]);
        // With the order of its keys.
        expect(JSON.stringify(plain.data)).to.equal(JSON.stringify(document.toJS()));
        expect(Object.keys(plain.data).filter(plain.isDoubleQuoted)).to.deep.equal(
          Object.keys(plain.data).filter(quoted),
        );
      }),
      { numRuns: 8000, seed: 20261123 },
    );
    expect(answered).to.be.above(2000);
  });
});

const oneOf = (...lines: string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...lines.flatMap((line) => line.split(' ¦ ')));
const mostly = (usual: fc.Arbitrary<string>, odd: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: odd });

/** What YAML means otherwise than it looks, or not at all. */
const trap = oneOf(
  '0123 ¦ 1_000 ¦ 0x1f ¦ 0o17 ¦ 1e3 ¦ .5 ¦ 1. ¦ -1 ¦ +1 ¦ .inf ¦ .nan ¦ 999999999999999 ¦ 9999999999999999 ¦ 12:30:45',
  '~ ¦ null ¦ Null ¦ nULL ¦ yes ¦ no ¦ True ¦ tRUE ¦ false ¦ 2026-03-01T08:00:00Z ¦ 2026-03-01: x ¦ 2026-03-01 # x ¦ 1-2',
  'a: b ¦ a: ¦ a :b ¦ a #b ¦ a#b ¦ # c ¦ a\tb ¦ a\t ¦ a\u00a0 ¦ \u3000a ¦ a\u0085b ¦ a\u2028b ¦ a\ufeffb ¦ \ufeffa ¦ a\rb',
  '[] ¦ [a,] ¦ [,a] ¦ [a: b] ¦ [a:b] ¦ ["a": b] ¦ ["a":b] ¦ [[a]] ¦ [a]b ¦ [a] # b ¦ [a #b] ¦ [a ¦ [~, 01] ¦ {a: b} ¦ a"b',
  '"a" # b ¦ "a"b ¦ "a\\n" ¦ " ¦ "" ¦ "a: b" ¦ "a\n  b" ¦ a\n  b ¦ |\n  a ¦ >-\n  a ¦ "a": "b" ¦ C# ¦ https://a.b/c',
  "'it''s' ¦ ' ¦ '' ¦ [it's] ¦ \"it's\" ¦ &a b ¦ *a ¦ !a ¦ !!str 1 ¦ @a ¦ `a ¦ %a ¦ ? a ¦ - a ¦ - ¦ --- ¦ ... ¦ -a ¦ << ¦ =",
);
const sign = fc.constantFrom(...'ab1 :#,[]{}"\'-?&*!|>%@\\/.~汉\t\n', '\r\n', '\r', '\u00a0', '\u2028', '\ufeff', '  ');

const key = mostly(
  oneOf('a ¦ b ¦ c ¦ d ¦ e ¦ f ¦ g ¦ title ¦ prompt_args'),
  oneOf('null ¦ true ¦ Null ¦ __proto__ ¦ constructor ¦ "a" ¦ ? a ¦ << ¦ 1 ¦ a-b'),
);
const value = mostly(
  oneOf('abc ¦ 汉 字 ¦ "x: y" ¦ \'x\' ¦ true ¦ 12 ¦ 2026-03-01 08:00:00 ¦ [a, "b"] ¦ /a/ ¦ '),
  mostly(trap, fc.string({ unit: sign, maxLength: 8 })),
);
const pair = fc
  .tuple(key, mostly(fc.constant(' '), fc.constantFrom('  ', '', '\t')), value)
  .map(([name, gap, text]) => `${name}:${gap}${text}`);
const entry = fc
  .tuple(
    fc.constantFrom('  - ', '  - ', '- ', '    -   ', '-'),
    fc.array(fc.oneof(pair, value), { minLength: 1, maxLength: 3 }),
  )
  .map(([mark, parts]) => mark + parts.join(`\n${' '.repeat(mark.length)}`));
const list = fc.tuple(key, fc.array(entry, { maxLength: 2 })).map(([name, items]) => [`${name}:`, ...items].join('\n'));
const part = mostly(fc.oneof(pair, pair, list), oneOf(' ¦   ¦ \t ¦ # c ¦ --- ¦ ... ¦ %YAML 1.2 ¦ - a ¦   a: b'));
/** Some parts, and here and there a sign where it does not belong. */
const anyHead = fc
  .tuple(
    fc.array(part, { minLength: 1, maxLength: 3 }),
    fc.tuple(fc.nat(60), mostly(fc.constant(''), sign)),
    fc.constantFrom('\n', '\n', '\n', '\r\n'),
  )
  .map(([parts, [at, slip], eol]) => {
    const text = `${parts.join('\n')}\n`;
    return (text.slice(0, at) + slip + text.slice(at)).replaceAll('\n', eol);
  });
