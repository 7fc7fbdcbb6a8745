// The sizes of images in the static folder. Pages have them as attributes, so that nothing moves when an image arrives.
import { readFileSync, statSync } from 'node:fs';
import { imageSize } from 'image-size';
import type Vinyl from 'vinyl';
import type { ImageSize } from '#pdc/markdown/render';
import { remember } from '#pdc/remember';

const measured = new Map<string, { readonly stamp: string; readonly size: ImageSize | undefined }>();

/** Tells the size of an image by its site path, in pixels; undefined where the path leads to no image, or to no file of this site. */
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

/** A watcher asks again and again: a file that did not change is read once. */
function measure(source: string): ImageSize | undefined {
  const { mtimeMs, size: bytes } = statSync(source);
  const stamp = `${mtimeMs} ${bytes}`;
  const known = measured.get(source);
  if (known?.stamp === stamp) return known.size;
  const size = read(source);
  measured.set(source, { stamp, size });
  return size;
}

function read(source: string): ImageSize | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(readFileSync(source));
    if (!(width > 0 && height > 0)) return undefined;
    // From the fifth on, a camera was held upright: browsers turn such a picture.
    const [across, down] = orientation > 4 ? [height, width] : [width, height];
    return { width: Math.round(across), height: Math.round(down) };
  } catch {
    return undefined; // a file of that name that is no image
  }
}
