// The crawlers' branch: robots, sitemap, feed, and the marker that keeps a static host from hiding files.
import { Readable } from 'node:stream';
import { feed, nojekyll, robots, sitemap } from '#pdc/crawlers';
import type { Edition } from './read.ts';
import { toOutputFile } from './stages/vinyl.ts';

export function crawlers({ library }: Edition): Readable {
  return Readable.from([robots(library.site), ...sitemap(library), feed(library), nojekyll()].map(toOutputFile));
}
