// Reads the sizes of the images in the static folder. Pages state them, so that the text does not move when an image
// loads.
import { readFileSync } from 'node:fs';
import { imageSize } from 'image-size';
import type Vinyl from 'vinyl';
import type { ImageSize } from '#pdc/markdown/render';
import { remember } from '#pdc/remember';
import { stampOf } from '../files/stamp.ts';

const sizeCache = new Map<string, { readonly stamp: string | undefined; readonly size: ImageSize | undefined }>();

/** Returns the size in pixels of the image at a site path; undefined if the file is missing or not an image. */
export function createSizes(statics: readonly Vinyl[]): (path: string) => ImageSize | undefined {
  return (path) => {
    if (!/\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i.test(path)) return undefined;
    const source = sourcesOf(statics).get(path);
    return source === undefined ? undefined : measure(source);
  };
}

const sourcesOf = remember(
  (statics: readonly Vinyl[]): ReadonlyMap<string, string> =>
    new Map(statics.map((file) => [file.path, file.source as string])),
);

/** Does not read a file again until it changes, because a watcher calls this after every save. */
function measure(source: string): ImageSize | undefined {
  const stamp = stampOf(source);
  const cached = sizeCache.get(source);
  if (stamp !== undefined && cached?.stamp === stamp) return cached.size;
  const size = readSize(source);
  sizeCache.set(source, { stamp, size });
  return size;
}

function readSize(source: string): ImageSize | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(readFileSync(source));
    if (!(width > 0 && height > 0)) return undefined;
    // Orientations 5 to 8 mean that the camera was held upright. Browsers turn these images.
    const [across, down] = orientation > 4 ? [height, width] : [width, height];
    return { width: Math.round(across), height: Math.round(down) };
  } catch {
    return undefined; // not an image despite its name, or deleted since the folder was listed
  }
}
