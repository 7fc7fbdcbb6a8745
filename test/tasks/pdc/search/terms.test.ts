// What search looks for in a text: words, technical tokens and pairs of Han characters, the same in texts and queries.
import { expect } from 'chai';
import fc from 'fast-check';
import { normalize, pairsOf, toTokens } from '#pdc/search/terms';
import { countTerms } from '#pdc/search/counts';

/** The terms of a normalized text with their counts, in the order of first use. */
function timesOf(text: string): [term: string, times: number][] {
  const counted: [string, number][] = [];
  countTerms(text).each((term, _, times) => counted.push([term, times]));
  return counted;
}

const termsOf = (text: string): string[] =>
  timesOf(normalize(text))
    .map(([term]) => term)
    .sort();

describe('the terms of a text', () => {
  for (const [text, ...terms] of [
    ['有界队列', '有界', '界队', '队列'],
    ['队列的长度', '度', '长', '队列', '长度'].filter((term) => term.length !== 1) as [string, ...string[]],
    ['锁', '锁'],
    ['我的锁', '锁'],
    ['C++ and C#', 'c++', 'c', 'c#'],
    ['Ｃ＋＋', 'c++', 'c'],
    ['.NET --flag -v', '.net', 'net', '--flag', 'flag', '-v', 'v'],
    ['camelCase', 'camelcase', 'camel', 'case'],
    ['HTTPServer', 'httpserver', 'http', 'server'],
    ['snake_case', 'snake_case', 'snakecase', 'snake', 'case'],
    ['UTF-8', 'utf-8', 'utf8', 'utf', '8'],
    ['v1.2.3', 'v1.2.3', 'v123', '1.2.3', '1.2'],
    ['Go1.13', 'go1.13', 'go113', 'go', '1.13', 'go1'],
    ['Go1.13rc1', 'go1.13rc1', 'go113rc1', 'go', '1.13', 'go1', 'rc1'],
    ['Python3.11', 'python3.11', 'python311', 'python', '3.11', 'python3'],
    ['python-3.11', 'python-3.11', 'python311', 'python', '3.11'],
    ['JDK17 JDK1.8', 'jdk17', 'jdk', '17', 'jdk1.8', 'jdk18', '1.8', 'jdk1'],
    ['vue@3.4', 'vue', '3.4', '34'],
    ['HTTP/1.1', 'http', '1.1', '11'],
    ['C++17', 'c++', 'c', '17'],
    ['ES2020', 'es2020', 'es', '2020'],
    ['192.168.1.1', '192.168.1.1', '19216811'],
    ['ROS2', 'ros2', 'ros', '2'],
    ['0x1f600', '0x1f600'],
    ['Math.random()', 'math.random', 'mathrandom', 'math', 'random'],
    ['end. Next', 'end', 'next'],
    ['说明-结束', '说明', '结束'],
    ['ᎠᎡᎢ', 'ꭰꭱꭲ'],
    ['the of and'],
    [`${'x'.repeat(41)} ok`, 'ok'],
    ['𠮷', '𠮷'],
    ['𠮷野家', '𠮷野', '野家'],
    ['家𠮷𪚥的𠮷', '家𠮷', '𠮷𪚥', '𠮷'],
    ['𰻝𰻝面, 𰻝', '𰻝𰻝', '𰻝面', '𰻝'],
    ['\ud800 \udc00 😀 家\ud842 \udfb7家', '家'],
  ] as const) {
    it(`of ${JSON.stringify(text)} are ${terms.join(' ') || 'none'}`, () => {
      expect(termsOf(text)).to.deep.equal([...terms].sort());
    });
  }

  it('are counted, including repeated terms', () => {
    const text = '队列 队列 queue 队列 queue tail';
    expect(Object.fromEntries(timesOf(text))).to.deep.equal({ 队列: 3, queue: 2, tail: 1 });
    expect(countTerms(text).length).to.equal(6);
  });

  it('come with their weight in the fields', () => {
    const counted: [string, number, number][] = [];
    countTerms('队列 queue queue 锁', [
      ['Queue 队列', 10],
      ['queue 表', 3],
    ]).each((...term) => counted.push(term));
    expect(counted).to.have.deep.members([
      ['queue', 13, 2],
      ['队列', 10, 1],
      ['锁', 0, 1],
      ['表', 3, 0],
    ]);
  });

  it('do not depend on earlier texts', () => {
    const text = fc.string({ unit: fc.constantFrom(...'队列长度的锁aB1 .-+#_'), maxLength: 300 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const counted = timesOf(one);
        timesOf(other);
        expect(timesOf(one)).to.deep.equal(counted);
      }),
    );
  });

  it('are counted correctly, for any number of pairs', () => {
    const run = fc.string({
      unit: fc.constantFrom(...'甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥𠮷𪚥'),
      minLength: 2,
      maxLength: 2000,
    });
    fc.assert(
      fc.property(run, (text) => {
        const expected = new Map<string, number>();
        const characters = [...text];
        for (let at = 1; at < characters.length; at += 1) {
          const pair = characters.slice(at - 1, at + 1).join('');
          expected.set(pair, (expected.get(pair) ?? 0) + 1);
        }
        expect(new Map(timesOf(text))).to.deep.equal(expected);
      }),
    );
  });
});

describe('the tokens of a query', () => {
  it('leave out words that only make it a question', () => {
    expect(toTokens('为什么队列会满？怎么办')).to.deep.equal([{ kind: 'han', characters: '队列会满' }]);
    expect(toTokens('how do I read a queue')).to.deep.equal([
      { kind: 'word', terms: ['read'], parts: [] },
      { kind: 'word', terms: ['queue'], parts: [] },
    ]);
  });

  it('are among the terms of the same text, so that a text finds itself', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('队', '列', '的', 'a', 'B', '+', '#', '-', '.', '_', '1', ' ', 'Ａ', 'é', '𠮷', '\ud842'),
      }),
    );
    fc.assert(
      fc.property(text, (written) => {
        const normal = normalize(written);
        const known = new Set(timesOf(normal).map(([term]) => term));
        for (const token of toTokens(normal)) {
          if (token.kind === 'word')
            for (const term of [...token.terms, ...token.parts]) expect(known).to.include(term);
          else for (const term of pairsOf(token.characters)) expect(known).to.include(term);
        }
      }),
      { numRuns: 500 },
    );
  });
});
