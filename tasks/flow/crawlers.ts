// The crawlers' branch: robots, sitemap, feed, and the marker that keeps a static host from hiding files.
import { feed, nojekyll, robots, sitemap } from '#pdc/crawlers';
import type { Edition } from './read.ts';
import { makeOutputs } from './reuse.ts';
import type { Branch, OutputRow } from './reuse.ts';

/** They are quickly made, and never reused; after edits that no list shows, they say what they said. */
export function crawlers({ library, edits }: Pick<Edition, 'library' | 'edits'>): Branch<OutputRow> {
  const row: OutputRow = {
    name: 'crawlers',
    key: () => undefined,
    make: () => [robots(library.site), ...sitemap(library), feed(library), nojekyll()],
  };
  return { rows: edits && !edits.isListed ? [] : [row], make: makeOutputs };
}
