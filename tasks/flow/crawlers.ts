// The crawlers' branch: robots, sitemap, feed, and the marker that keeps a static host from hiding files.
import type { Output } from '#pdc/document';
import { feed } from '#pdc/endpoints/atom.xml';
import { nojekyll, robots } from '#pdc/endpoints/robots.txt';
import { sitemap } from '#pdc/endpoints/sitemap.xml';
import type { Library } from '#pdc/library/library';
import { listed } from '#pdc/library/listed';
import { feedTexts } from './feed-texts.ts';
import type { Edition } from './read.ts';
import { makeOutputs } from './reuse.ts';
import type { Branch, OutputRow } from './reuse.ts';

type Told = Pick<Edition, 'library' | 'edits'>;

/** They are quickly made, and never reused; after edits that no list shows, they say what they said. */
export function crawlers(told: Told): Branch<OutputRow> {
  const { library } = told;
  const row: OutputRow = {
    name: 'crawlers',
    key: () => undefined,
    make: () => [robots(library.site), ...sitemap(listed(library)), siteFeed(library), nojekyll()],
  };
  return { rows: isFeedStale(told) ? [row] : [], make: makeOutputs };
}

/** The feed as the site gives it out. */
export const siteFeed = (library: Library): Output => feed(listed(library), feedTexts(library));

export const isFeedStale = ({ library, edits }: Told): boolean =>
  !edits || edits.isListed || library.site.feed === 'full';
