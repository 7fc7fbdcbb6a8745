// Pages go through gulp-htmlmin, but for those that the seed and the site exclude: they pass as they are.
import { once } from 'node:events';
import htmlmin from 'gulp-htmlmin';
import picomatch from 'picomatch';
import { objectTransform } from 'through2';
import type Vinyl from 'vinyl';
import { encryptAsset } from '#pdc/paths';

/** The seed's exclusions, by path below the output folder: minifying would break them. */
const excluded = ['**/lib/**', `**/${encryptAsset}.*`, '**/api/**', 'ai-context.md', 'pdc-protocol.md'];

export function minify(exclude: readonly string[]): NodeJS.ReadWriteStream {
  const isExcluded = picomatch([...excluded, ...exclude], { dot: true });
  const minifier = htmlmin({ collapseWhitespace: true, collapseBooleanAttributes: true, removeComments: true });
  return objectTransform(async function minify(file: Vinyl): Promise<Vinyl> {
    if (isExcluded(file.relative)) return file;
    const minified = once(minifier, 'data') as Promise<[Vinyl]>;
    minifier.write(file);
    return (await minified)[0];
  });
}
