// The places of links: each link has its own, and many equal links are found in linear time.
import { expect } from 'chai';
import { createPlaces } from '#pdc/article/places';
import type { RawBody } from '#pdc/article/front-matter';
import { renderMarkdown } from '#pdc/markdown/render';

function placesIn(raw: string): string[] {
  const places = createPlaces({ raw, rawLine: 1 } as RawBody);
  const { links } = renderMarkdown(raw, { resolve: (target) => target, math: false });
  return links.map(places).map(({ line, column }) => `${line}:${column}`);
}

describe('the place of a link', () => {
  for (const [raw, places] of [
    ['[a](/x) [b](/x)\n[c](/x)', ['1:5', '1:13', '2:5']],
    ['[a][r] [b][r]\n\n[r]: /x', ['3:6', '1:1']],
    ['[r]: /x\n\n[a][r]', ['1:6']],
    ['[a](/&#120;)\n\n`/y`', ['1:1']],
    ['[a](/x)\n\n- [b](/x)\n- [c](/x)', ['1:5', '3:7', '4:7']],
    ['a^[[b](/x)]\n\n[c](/x)', ['3:5', '1:8']],
  ] as const)
    it(`is its own: ${JSON.stringify(raw)}`, () => expect(placesIn(raw)).to.deep.equal(places));

  it('is found in linear time', () => {
    const { indexOf } = String.prototype;
    let looks = 0;
    String.prototype.indexOf = function (...parts) {
      if (parts[0] === '/nope') looks += 1;
      return indexOf.apply(this, parts);
    };
    try {
      const places = createPlaces({ raw: '[a](/nope) '.repeat(1000), rawLine: 1 } as RawBody);
      for (let count = 0; count < 1000; count += 1) places({ target: '/nope', lines: [0, 1] });
    } finally {
      String.prototype.indexOf = indexOf;
    }
    // If the code searches in another way, this test must count that.
    expect(looks).to.be.above(0).and.below(10_000);
  });
});
