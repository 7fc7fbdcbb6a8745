// Tests that front matter is read as YAML 1.2, and that the body is the rest of the file, byte for byte.
import { expect } from 'chai';
import fc from 'fast-check';
import { readFrontMatter } from '#pdc/article/front-matter';
import type { FrontMatter } from '#pdc/article/front-matter';
import { cases } from '../../../support/cases.ts';

function read(text: string): FrontMatter {
  const frontMatter = readFrontMatter(text);
  if ('findings' in frontMatter) throw new Error(JSON.stringify(frontMatter.findings));
  return frontMatter;
}

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

describe('the body of a file', () => {
  for (const [what, text, raw, line] of cases<[string, string, string, number]>('front-matter', 'bodies')) {
    it(what, () => {
      const { raw: body, rawLine } = read(text);
      expect({ raw: body, line: rawLine }).to.deep.equal({ raw, line });
    });
  }

  it('is the same at any offset in the file', () => {
    for (let length = 980; length < 1040; length += 1) {
      const opening = `---\ntitle: ${'x'.repeat(length)}\n---\n\n`;
      expect(read(`${opening}y\n---\nz`).raw).to.equal('y\n---\nz');
      expect(read(opening).raw).to.equal('');
    }
  });

  it('is read byte for byte, with any content', () => {
    const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...cases<string>('front-matter', 'pieces')));
    const body = fc
      .tuple(fc.constantFrom('', '  ', '\t', '　'), fc.constantFrom('x', '-', '汉', '<', '`'), fc.array(piece))
      .map(([indent, first, rest]) => `${indent}${first} ${rest.join('')}`);
    const head = fc.constantFrom(...cases<string>('front-matter', 'heads'));
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
  for (const [yaml, value] of cases<[string, unknown]>('front-matter', 'values')) {
    it(`are read as YAML 1.2: ${yaml}`, () => {
      expect(read(`---\nkey: ${yaml}\n---\n`).attributes).to.deep.equal({ key: value });
    });
  }

  it('may have aliases', () => {
    expect(read('---\na: &x [1]\nb: *x\n---\n').attributes).to.deep.equal({ a: [1], b: [1] });
  });

  it('are read without warnings of the process', () => {
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

  it('may be an empty mapping', () => {
    expect(read('---\n{}\n---\nx').attributes).to.deep.equal({});
  });
});

describe('the place of a value', () => {
  const text = cases<string>('front-matter', 'text').join('\n');

  for (const [path, line, column] of cases<[(string | number)[], number, number]>('front-matter', 'places')) {
    it(`is where it begins: ${path.join('.')}`, () => {
      for (const file of [text, crlf(text), `\ufeff${text}`]) {
        expect(read(file).placeOf(...path)).to.deep.equal({ line, column });
      }
    });
  }

  it('is the place of the nearest list or mapping if the value is missing, or else the first line', () => {
    const { placeOf } = read(text);
    expect(placeOf('tags', 7)).to.deep.equal({ line: 3, column: 7 });
    expect(placeOf('list', 0, 'nothing')).to.deep.equal({ line: 5, column: 5 });
    expect(placeOf('nothing')).to.deep.equal({ line: 1, column: 1 });
    expect(placeOf('empty').line).to.equal(10);
  });

  it('distinguishes double quotes from other quotes', () => {
    const { isDoubleQuoted } = read('---\na: "x"\nb: \'x\'\nc: x\nd: |\n  "x"\ne: ["x"]\n---\n');
    expect(['a', 'b', 'c', 'd', 'e', 'f'].filter(isDoubleQuoted)).to.deep.equal(['a']);
  });
});

describe('front matter that would take too long', () => {
  // A key that is a map contains the inner levels again as text, so the time would double every 15 levels.
  for (const [what, yaml] of [
    ['braces, closed', `x: ${'{'.repeat(230)}${'}'.repeat(230)}`],
    ['braces, open', `x: ${'{'.repeat(400)}`],
    ['five braces', `x: ${'{'.repeat(5)}a${'}'.repeat(5)}`],
    ['brackets', `title: ${'['.repeat(8192)}`],
    ['lists on one line', `${'- '.repeat(5000)}x`],
    ['keys on one line', `${'? '.repeat(5000)}x`],
    ['keys in a list', `x: [${'a: '.repeat(10_000)}]`],
    ['braces in braces', `x: ${'{a: '.repeat(5000)}`],
  ] as const)
    it(`is refused before it is read: ${what}`, () => {
      const result = readFrontMatter(`---\n${yaml}\n---\nx`);
      const [finding] = 'findings' in result ? result.findings : [];
      expect(finding?.message.key).to.match(/^yaml(?:TooDeep|KeysNested)$/);
    });

  it('is not refused if brackets are only in texts, or if a name is in two braces, as in other engines', () => {
    expect(read(`---\na: "${'['.repeat(90)}"\nb: {{ site.url }}\n---\n`).attributes.a).to.have.length(90);
  });

  it('has at most 100 faults', () => {
    expect(readFrontMatter(`---\nx: ${']'.repeat(1000)}\n---\n`))
      .to.have.property('findings')
      .with.length(100);
  });
});

describe('front matter is refused', () => {
  const endless = `---\na: &a [${'x,'.repeat(99)}]\nb: &b [${'*a,'.repeat(99)}]\nc: [${'*b,'.repeat(99)}]\n---\n`;
  const nestedAfterClosing = `---\na: ${']'.repeat(200)}${'['.repeat(200)}\n---\n`;
  for (const [why, text, line, column] of [
    ...cases<[string, string, number, number]>('front-matter', 'refused'),
    ['with aliases that never end', endless, 3, 8] as const,
    ['that is nested too deep after brackets that close nothing', nestedAfterClosing, 2, 304] as const,
  ]) {
    it(why, () => {
      const result = readFrontMatter(text);
      const [finding] = 'findings' in result ? result.findings : [];
      expect(finding).to.deep.include({ rule: 'front-matter', place: { line, column } });
    });
  }
});
