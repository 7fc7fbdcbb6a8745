// The head of an article is read by YAML 1.2; what follows it is the body, byte for byte.
import { expect } from 'chai';
import fc from 'fast-check';
import { readFrontMatter } from '#pdc/article/front-matter';
import type { FrontMatter } from '#pdc/article/front-matter';

function read(text: string): FrontMatter {
  const frontMatter = readFrontMatter(text);
  if ('findings' in frontMatter) throw new Error(JSON.stringify(frontMatter.findings));
  return frontMatter;
}

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

describe('the body of a file', () => {
  for (const [what, text, raw, line] of [
    ['begins behind the closing line', '---\na: 1\n---\nx\n', 'x\n', 4],
    ['has no blank lines before its first text', '---\na: 1\n---\n\n \t\n\nx\n', 'x\n', 7],
    ['keeps the indentation of its first text', '---\na: 1\n---\n\n    code\n', '    code\n', 5],
    ['keeps an ideographic indent', '---\na: 1\n---\n　　汉\n', '　　汉\n', 4],
    ['keeps CRLF', crlf('---\na: 1\n---\n\nx\n\n  y\n'), 'x\r\n\r\n  y\r\n', 5],
    ['keeps line ends that are mixed', '---\r\na: 1\n---\r\n\nx\r\ny\nz\r', 'x\r\ny\nz\r', 5],
    ['follows a BOM', '\ufeff---\na: 1\n---\nx\n', 'x\n', 4],
    ['keeps a BOM of its own', '---\na: 1\n---\n\ufeffx\n', '\ufeffx\n', 4],
    ['keeps blank lines at its end', '---\na: 1\n---\nx\n\n\n', 'x\n\n\n', 4],
    ['may lack a last line feed', '---\na: 1\n---\nx', 'x', 4],
    ['may be empty', '---\na: 1\n---', '', 3],
    ['may be nothing but blank lines', '---\na: 1\n---\n\n\n', '', 6],
    ['may hold rules', '---\na: 1\n---\nx\n---\ny\n...\n', 'x\n---\ny\n...\n', 4],
    ['may open with a rule', '---\na: 1\n---\n---\nb: 2\n---\nx', '---\nb: 2\n---\nx', 4],
    ['follows the closer "..."', '---\na: 1\n...\nx\n---\ny\n', 'x\n---\ny\n', 4],
    ['follows a closer with spaces behind it', '---\na: 1\n--- \t\n\nx\n', 'x\n', 5],
    ['follows a mapping with a rule in a block of text', '---\na: |\n  b\n  ---\n  c\n---\nx', 'x', 7],
    ['follows text that YAML 1.1 refuses', crlf('---\n<<: 1\n---\n\nx <<: 1\n---\n'), 'x <<: 1\r\n---\r\n', 5],
    ['keeps what a replacement would read as a pattern', '---\na: "$&"\n---\n$& $1 $$', '$& $1 $$', 4],
  ] as const) {
    it(what, () => {
      const { raw: body, rawLine } = read(text);
      expect({ raw: body, line: rawLine }).to.deep.equal({ raw, line });
    });
  }

  it('is the same wherever it begins', () => {
    for (let length = 980; length < 1040; length += 1) {
      const opening = `---\ntitle: ${'x'.repeat(length)}\n---\n\n`;
      expect(read(`${opening}y\n---\nz`).raw).to.equal('y\n---\nz');
      expect(read(opening).raw).to.equal('');
    }
  });

  it('is the same, byte for byte, whatever it holds', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\n',
        '\r\n',
        '---\n',
        '---',
        '...\n',
        '\n\n',
        '#',
        '\ufeff',
        ' ',
        '$&',
        '<<: 1\n',
        '　',
        '\u2028',
      ),
    );
    const body = fc
      .tuple(fc.constantFrom('', '  ', '\t', '　'), fc.constantFrom('x', '-', '汉', '<', '`'), fc.array(piece))
      .map(([indent, first, rest]) => `${indent}${first} ${rest.join('')}`);
    const head = fc.constantFrom(
      'title: "x"\n',
      '<<: 1\n',
      'title: |\n  a\n\n  b\n',
      '# c\n\ntitle: x\n',
      'a: yes\nb: 0123\n',
    );
    const properties = {
      body,
      head,
      eol: fc.constantFrom('\n', '\r\n'),
      blank: fc.nat(3),
      bom: fc.constantFrom('', '\ufeff'),
    };
    fc.assert(
      fc.property(fc.record(properties), ({ body: text, head: yaml, eol, blank, bom }) => {
        const opening = `---\n${yaml}---\n${'\n'.repeat(blank)}`.replaceAll('\n', eol);
        const { raw, rawLine } = read(`${bom}${opening}${text}`);
        expect(raw).to.equal(text);
        expect(rawLine).to.equal(opening.split('\n').length);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the attributes of a file', () => {
  for (const [yaml, value] of [
    ['2026-03-01 08:00:00', '2026-03-01 08:00:00'],
    ['2026-03-01', '2026-03-01'],
    ['0123', 123],
    ['0o17', 15],
    ['yes', 'yes'],
    ['off', 'off'],
    ['12:30:45', '12:30:45'],
    ['1_000', '1_000'],
    ['0b11', '0b11'],
    ['true', true],
    ['~', null],
    ['"\\u6c49 \\"x\\""', '汉 "x"'],
    ["'it''s'", "it's"],
    ['a # note', 'a'],
  ] as const) {
    it(`are what YAML 1.2 says: ${yaml}`, () => {
      expect(read(`---\nkey: ${yaml}\n---\n`).attributes).to.deep.equal({ key: value });
    });
  }

  it('may have aliases', () => {
    expect(read('---\na: &x [1]\nb: *x\n---\n').attributes).to.deep.equal({ a: [1], b: [1] });
  });

  it('are read without a word to the process', () => {
    const { emitWarning } = process;
    const warnings: unknown[] = [];
    process.emitWarning = (warning: unknown) => void warnings.push(warning);
    try {
      read('---\n? [a, b]\n: c\nd: !unknown e\n---\n');
    } finally {
      process.emitWarning = emitWarning;
    }
    expect(warnings).to.deep.equal([]);
  });

  it('may be no more than an empty mapping', () => {
    expect(read('---\n{}\n---\nx').attributes).to.deep.equal({});
  });
});

describe('the place of a value', () => {
  const text = [
    '---',
    'title: "一"',
    'tags: ["a", "b"]',
    'list:',
    '  - name: x',
    '    example: 1',
    '  - [p,',
    '     q]',
    '"quoted key" :   spaced',
    'empty:',
    '---',
    'x',
  ].join('\n');

  for (const [path, line, column] of [
    [['title'], 2, 8],
    [['tags'], 3, 7],
    [['tags', 1], 3, 13],
    [['list'], 5, 3],
    [['list', 0], 5, 5],
    [['list', 0, 'example'], 6, 14],
    [['list', 1, 0], 7, 6],
    [['list', 1, 1], 8, 6],
    [['quoted key'], 9, 18],
  ] as const) {
    it(`is where it begins: ${path.join('.')}`, () => {
      for (const file of [text, crlf(text), `\ufeff${text}`]) {
        expect(read(file).placeOf(...path)).to.deep.equal({ line, column });
      }
    });
  }

  it('is that of its nearest list or mapping where it is missing, and the first line where there is none', () => {
    const { placeOf } = read(text);
    expect(placeOf('tags', 7)).to.deep.equal({ line: 3, column: 7 });
    expect(placeOf('list', 0, 'nothing')).to.deep.equal({ line: 5, column: 5 });
    expect(placeOf('nothing')).to.deep.equal({ line: 1, column: 1 });
    expect(placeOf('empty').line).to.equal(10);
  });

  it('tells double quotes from everything else', () => {
    const { isDoubleQuoted } = read('---\na: "x"\nb: \'x\'\nc: x\nd: |\n  "x"\ne: ["x"]\n---\n');
    expect(['a', 'b', 'c', 'd', 'e', 'f'].filter(isDoubleQuoted)).to.deep.equal(['a']);
  });
});

describe('front matter is refused', () => {
  for (const [why, text, line, column] of [
    ['of an empty file', '', 1, 1],
    ['behind a blank line', '\n---\na: 1\n---\n', 1, 1],
    ['behind a space', ' ---\na: 1\n---\n', 1, 1],
    ['between longer rules', '----\na: 1\n----\n', 1, 1],
    ['when only an indented rule closes it', '---\na: 1\n ---\nx', 1, 1],
    ['when only another head further down is closed', '---\na: 1\n= yaml =\nb: 1\n= yaml =\nx', 1, 1],
    ['when such a one is YAML 1.2 alone', '---\na: 1\n= yaml =\n<<: 1\n= yaml =\nx', 1, 1],
    ['of two documents', '---\na: 1\n--- b\n---\nx', 3, 1],
    ['of a bare word', '---\nword\n---\nx', 2, 1],
    ['with a key twice, at the second', '---\na: 1\nb:\n  c: 1\n  c: 2\n---\n', 5, 3],
    ['with an alias of nothing', '---\na: 1\nb: *x\n---\n', 3, 4],
    ['with an alias of what it stands in', '---\na: &a\n  b: *a\n---\n', 3, 6],
    [
      'with aliases that never end',
      `---\na: &a [${'x,'.repeat(99)}]\nb: &b [${'*a,'.repeat(99)}]\nc: [${'*b,'.repeat(99)}]\n---\n`,
      3,
      8,
    ],
    ['with blank lines of other alphabets', '---\na: @x\n\u3000\nb: 1\n\u2028\u3000\nc: 1\n---\n', 2, 4],
    ['with text behind a quoted value', '---\ntitle: "a" b\n---\n', 2, 12],
  ] as const) {
    it(why, () => {
      const result = readFrontMatter(text);
      const [finding] = 'findings' in result ? result.findings : [];
      expect(finding).to.deep.include({ rule: 'front-matter', place: { line, column } });
    });
  }
});
