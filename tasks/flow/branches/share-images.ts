// Draws the pictures that other sites show for articles without a cover: PNG files of four colors.
import { constants, crc32, deflateSync } from 'node:zlib';
import { createCards } from '#pdc/library/cards';
import type { Library } from '#pdc/library/library';
import { sharePath } from '#pdc/site/paths';
import { remember } from '#pdc/remember';
import { bandsOf, hasShareImage, height, shareImage, width } from '../../theme/parts/share-image.ts';
import type { ShareImage } from '../../theme/parts/share-image.ts';
import { coverHue } from '../../theme/parts/title-cover.ts';
import { toRow } from '../rows.ts';
import type { OutputRow } from '../rows.ts';

export function* shareImages(library: Library): Generator<OutputRow> {
  const cardOf = createCards(library);
  for (const article of library.articles) {
    if (!hasShareImage(article, library.site)) continue;
    const { slug } = article;
    const row = toRow(`share ${slug}`, { slug, hue: coverHue(cardOf(article)) }, (args) => ({
      path: sharePath(args.slug),
      contents: toPng(shareImage(args)),
    }));
    yield { ...row, isPublic: true };
  }
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const bitsPerPixel = 2;
const indexedColour = 3;
/** The filters of lines in PNG: the line as it is, and the difference from the line above. */
const [plain, fromAbove] = [0, 2];

const header = Buffer.alloc(13);
header.writeUInt32BE(width, 0);
header.writeUInt32BE(height, 4);
header[8] = bitsPerPixel;
header[9] = indexedColour;

export function toPng({ palette, ornament }: ShareImage): Buffer {
  return Buffer.concat([
    signature,
    toChunk('IHDR', header),
    toChunk('PLTE', Buffer.from(palette.flat())),
    toPixels(ornament),
    toChunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Few lines differ from the line above, so a file has about 3 kB. zlib compresses only runs, because the matches that
 * it finds in its hash tables depend on the processor. So equal input gives equal bytes.
 */
const toPixels = remember((ornament: ShareImage['ornament']): Buffer =>
  toChunk('IDAT', deflateSync(toLines(ornament), { strategy: constants.Z_RLE })),
);

function toChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** All lines with their filters. */
function toLines(ornament: ShareImage['ornament']): Buffer {
  const stride = 1 + (width * bitsPerPixel) / 8;
  const lines = Buffer.alloc(stride * height);
  let at = 0;
  for (const band of bandsOf(ornament)) {
    lines[at] = plain;
    pack(band.line, lines.subarray(at + 1, at + stride));
    for (let repeated = 1; repeated < band.height; repeated += 1) lines[at + repeated * stride] = fromAbove;
    at += band.height * stride;
  }
  return lines;
}

/** Four pixels to a byte. */
function pack(pixels: Uint8Array, bytes: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += 1) bytes[at >> 2]! |= pixels[at]! << (6 - 2 * (at & 3));
}
