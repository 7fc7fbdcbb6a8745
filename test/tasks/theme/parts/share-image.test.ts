// Tests the pictures that other sites show for articles without a cover.
import { expect } from 'chai';
import { bandsOf, height, shareImage, width } from '../../../../tasks/theme/parts/share-image.ts';

/** All lines of the picture, one after the other. */
function pixelsOf(slug: string): Buffer {
  const bands = [...bandsOf(shareImage({ slug, hue: 30 }).ornament)];
  expect(bands.reduce((sum, band) => sum + band.height, 0)).to.equal(height);
  return Buffer.concat(bands.flatMap((band) => Array.from({ length: band.height }, () => band.line)));
}

describe('the picture of an article for other sites', () => {
  it('differs between the articles of one category, and is the same in every build', () => {
    const slugs = Array.from({ length: 60 }, (_, index) => `cs-${index}`);
    const pictures = slugs.map((slug) => pixelsOf(slug).toString('latin1'));
    expect(new Set(pictures).size).to.be.above(30);
    expect(pixelsOf('cs-7').toString('latin1')).to.equal(pictures[7]);
  });

  it('has an ornament in each corner, and the label in the middle square, which some sites cut out', () => {
    for (let index = 0; index < 12; index += 1) {
      const pixels = pixelsOf(`algo-${index}`);
      const coloursIn = (left: number, top: number, size: number): Set<number> =>
        new Set(
          Array.from({ length: size }, (_, y) => [
            ...pixels.subarray((top + y) * width + left, (top + y) * width + left + size),
          ]).flat(),
        );
      expect([...coloursIn(0, 0, 128)].sort(), `algo-${index}`).to.deep.equal([0, 1]);
      expect([...coloursIn(width - 128, height - 128, 128)].sort()).to.deep.equal([0, 1]);
      expect([...coloursIn(width / 2 - 100, height / 2 - 100, 200)].sort()).to.deep.equal([0, 2, 3]);
    }
  });

  it('has the color of the category', () => {
    const grounds = [0, 120, 240].map((hue) => shareImage({ slug: 'cs-a', hue }).palette[0]!);
    expect(grounds.map((rgb) => rgb.indexOf(Math.max(...rgb)))).to.deep.equal([0, 1, 2]);
  });
});
