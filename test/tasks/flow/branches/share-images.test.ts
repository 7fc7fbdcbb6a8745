// Decodes the PNG files of the pictures for other sites, and tests when they are made.
import { crc32, inflateSync } from 'node:zlib';
import { expect } from 'chai';
import { imageSize } from 'image-size';
import { shareImages, toPng } from '../../../../tasks/flow/branches/share-images.ts';
import { outputsOf } from '../../../../tasks/flow/rows.ts';
import { postView } from '../../../../tasks/theme/pages/post.ts';
import { bandsOf, shareImage } from '../../../../tasks/theme/parts/share-image.ts';
import { propsOf, toContext, toDocument } from '../../theme/context.ts';
import type { Context, Post } from '../../theme/context.ts';

const image = shareImage({ slug: 'cs-a', hue: 200 });

function* chunksOf(png: Buffer): Generator<[type: string, data: Buffer]> {
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const [length, body] = [png.readUInt32BE(at), at + 4];
    expect(crc32(png.subarray(body, body + 4 + length))).to.equal(png.readUInt32BE(body + 4 + length));
    yield [png.toString('latin1', body, body + 4), png.subarray(body + 4, body + 4 + length)];
  }
}

/** The picture, a byte for each pixel. */
function decode(png: Buffer): Buffer {
  const chunks = new Map(chunksOf(png));
  const stride = 301;
  const lines = inflateSync(chunks.get('IDAT')!);
  const pixels: number[] = [];
  for (let at = 0; at < lines.length; at += stride) {
    const isDifference = lines[at] === 2;
    for (let index = 1; index < stride; index += 1) {
      if (isDifference) lines[at + index] = (lines[at + index]! + lines[at - stride + index]!) & 255;
      for (const shift of [6, 4, 2, 0]) pixels.push((lines[at + index]! >> shift) & 3);
    }
  }
  return Buffer.from(pixels);
}

const pathsOf = ({ library }: Context): string[] =>
  [...shareImages(library)].flatMap((row) => [...outputsOf(row)].map((output) => output!.path));

const shownBy = (context: Context): string | undefined =>
  /property="og:image" content="([^"]*)"/.exec(toDocument(postView(propsOf(context), context), context))?.[1];

const contextOf = (post: Post, site: Record<string, string> = {}): Context =>
  toContext({ posts: [{ slug: 'cs-a', ...post }], site });

describe('the pictures of articles for other sites', () => {
  it('are PNG files of a few kilobytes that contain the drawing', () => {
    const png = toPng(image);
    expect(imageSize(png)).to.include({ type: 'png', width: 1200, height: 630 });
    expect(png.length).to.be.below(6_000);
    const lines = [...bandsOf(image.ornament)].flatMap(({ height, line }) =>
      Array.from({ length: height }, () => line),
    );
    expect(decode(png).equals(Buffer.concat(lines))).to.equal(true);
    expect([...new Map(chunksOf(png)).get('PLTE')!]).to.deep.equal(image.palette.flat());
  });

  it('are made for every article without a cover that other sites can show, and its page links to its picture', () => {
    for (const post of [{}, { cover: '/images/a.svg' }] as const) {
      const context = contextOf(post);
      expect(pathsOf(context)).to.deep.equal(['/css/share/cs-a.png']);
      expect(shownBy(context)).to.equal('https://example.org/css/share/cs-a.png');
    }
  });

  it('are not made for an article with a cover, or if the site has its own picture or wants no picture', () => {
    for (const [context, image] of [
      [contextOf({ cover: '/images/封面.png' }), 'https://example.org/images/%E5%B0%81%E9%9D%A2.png'],
      [contextOf({}, { og_image: '/images/me.png' }), 'https://example.org/images/me.png'],
      [contextOf({}, { og_image: 'off' }), undefined],
    ] as const) {
      expect(pathsOf(context)).to.deep.equal([]);
      expect(shownBy(context)).to.equal(image);
    }
  });
});
