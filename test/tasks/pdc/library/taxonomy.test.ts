// Every category and tag has an ASCII slug; names that mean one thing are one term, and nothing is lost.
import { expect } from 'chai';
import fc from 'fast-check';
import { fold } from '#pdc/fold';
import { slugPattern } from '#pdc/site';
import { toTaxonomy } from '#pdc/library/taxonomy';

const taxonomyOf = (names: readonly string[], map: Record<string, string> = {}) =>
  toTaxonomy(
    names.map((name, mention) => ({ name, mention })),
    map,
  );

const summary = (names: readonly string[], map?: Record<string, string>): string[] =>
  [...taxonomyOf(names, map).terms.values()].map(({ slug, name }) => `${slug}=${name}`);

describe('the terms of names', () => {
  for (const [what, names, map, expected] of [
    [
      'that the map sends to one slug are one, called by the first listed',
      ['乙', '甲'],
      { 甲: 'x', 乙: 'x' },
      ['x=甲'],
    ],
    ['are called by the first listed even when nobody uses it', ['乙'], { 甲: 'x', 乙: 'x' }, ['x=甲']],
    ['keep the map’s slug over their own', ['Go'], { Go: 'golang' }, ['golang=Go']],
    ['find the map in any case and width', ['ｇｏ', 'GO '], { Go: 'golang' }, ['golang=Go']],
    [
      'are one in any case, width and spacing, as the newest article writes it',
      ['Ｐｙ  Ｘ', 'py x', 'PY X'],
      {},
      ['py-x=Ｐｙ  Ｘ'],
    ],
    [
      'slugify by themselves when they are ASCII',
      ['Web API', 'Node.js', '.NET'],
      {},
      ['web-api=Web API', 'node-js=Node.js', 'net=.NET'],
    ],
    [
      'are called as the newest article writes it where nobody uses a name of the map',
      ['Db', 'SQL', 'db'],
      { 数据库: 'db' },
      ['db=Db', 'sql=SQL'],
    ],
    ['listed twice have the first slug', ['ｇｏ', '乙'], { Go: 'a', ｇｏ: 'b', 乙: 'b' }, ['a=Go', 'b=乙']],
    ['stand in the order of first use', ['b', 'a', 'b'], {}, ['b=b', 'a=a']],
    ['are no property of an object', ['constructor', '__proto__'], {}, ['constructor=constructor', 'proto=__proto__']],
  ] as const) {
    it(what, () => {
      const { problems } = taxonomyOf(names, map);
      expect(summary(names, map)).to.deep.equal(expected);
      expect(problems).to.deep.equal([]);
    });
  }
});

describe('a problem with a name', () => {
  for (const [what, names, map, expected] of [
    ['without an ASCII slug proposes one', ['量子'], {}, ['unmapped 量子: liang-zi']],
    ['that nothing is left of proposes one all the same', ['。'], {}, ['unmapped 。: untitled']],
    ['that collides proposes to spell its signs', ['C#', 'C++'], {}, ['collision C++/C#: c-plus-plus']],
    ['that collides proposes a free number', ['C-2', 'C!', 'C?'], {}, ['collision C?/C!: c-3']],
    ['that takes the slug of a mapped name', ['甲', 'x'], { 甲: 'x' }, ['collision x/甲: x-2']],
    [
      'that spells a mapped name in use otherwise',
      ['algo', '甲'],
      { 算法: 'algo', 甲: 'algo' },
      ['collision algo/算法: algo-2'],
    ],
    ['that was first to take a mapped slug', ['C++', 'C#'], { 丙: 'c' }, ['collision C#/C++: c-sharp']],
    ['that took the slug of a mapped name before', ['x', '甲'], { 甲: 'x' }, ['collision x/甲: x-2']],
    ['proposes what no name of the map has', ['量子'], { 亮子: 'liang-zi' }, ['unmapped 量子: liang-zi-2']],
    [
      'proposes what no other name makes',
      ['量子', 'Liang Zi'],
      {},
      ['unmapped 量子: liang-zi-2', 'collision 量子/Liang Zi: liang-zi-2'],
    ],
    [
      'proposes what was not proposed before',
      ['量子', '亮子', 'c', 'C-2', 'C!', 'C?'],
      {},
      [
        'unmapped 量子: liang-zi',
        'unmapped 亮子: liang-zi-2',
        'collision 亮子/量子: liang-zi-2',
        'collision C!/c: c-3',
        'collision C?/c: c-4',
      ],
    ],
    [
      'is told once',
      ['量子', '量子', 'C#', 'C++', 'c++'],
      {},
      ['unmapped 量子: liang-zi', 'collision C++/C#: c-plus-plus'],
    ],
  ] as const) {
    it(what, () => {
      const told = taxonomyOf(names, map).problems.map((problem) => {
        const who = problem.kind === 'collision' ? `${problem.name}/${problem.other}` : problem.name;
        return `${problem.kind} ${who}: ${problem.proposal}`;
      });
      expect(told).to.deep.equal(expected);
    });
  }

  it('names the article that brought it', () => {
    expect(taxonomyOf(['a', '量子', 'b'], {}).problems[0]?.mention).to.equal(1);
  });
});

describe('a taxonomy', () => {
  const name = fc.oneof(
    fc.constantFrom('C', 'C++', 'C#', 'ｃ', '量子', '亮子', '算法', 'Algo', 'ＡＬＧＯ', '。', '😀', 'é', 'x-2', 'X 2'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }).filter((text) => text.trim() !== ''),
  );
  const map = fc.dictionary(name, fc.constantFrom('c', 'algo', 'x-2', 'liang-zi', 'untitled'));

  it('gives every term a unique ASCII slug, and every name a term', () => {
    fc.assert(
      fc.property(fc.array(name), map, (names, slugs) => {
        const { terms, termOf, problems } = taxonomyOf(names, slugs);
        for (const [slug, term] of terms) {
          expect(slug).to.match(slugPattern);
          expect(term.slug).to.equal(slug);
        }
        for (const one of names) {
          expect(terms.get(termOf(one).slug)).to.equal(termOf(one));
          for (const other of names) if (fold(one) === fold(other)) expect(termOf(one)).to.equal(termOf(other));
        }
        for (const term of terms.values()) expect(termOf(term.name)).to.equal(term);
        // All that is proposed can be written into the map at once, and then nothing is left to propose.
        const entries = problems.map(({ name: told, proposal }) => [told, proposal] as const);
        for (const [, proposal] of entries) expect(proposal).to.match(slugPattern);
        expect(taxonomyOf(names, { ...slugs, ...Object.fromEntries(entries) }).problems).to.deep.equal([]);
      }),
    );
  });
});
