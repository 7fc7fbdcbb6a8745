// The crawlers' branch: robots, sitemap, feed, and the marker that keeps a static host from hiding files.
import type { Output } from '#pdc/document';
import { feed } from '#pdc/endpoints/atom.xml';
import { nojekyll, robots } from '#pdc/endpoints/robots.txt';
import { sitemap } from '#pdc/endpoints/sitemap.xml';
import type { Library } from '#pdc/library/library';
import { feedTexts } from './feed-texts.ts';
import type { Edition } from '../read.ts';
import { makeOutputs } from '../reuse.ts';
import type { Branch, OutputRow } from '../reuse.ts';

type CrawlersInput = Pick<Edition, 'library' | 'edits'>;

/** These files are quickly made and never reused. Edits that no list shows leave them as they are. */
export function crawlers(edition: CrawlersInput): Branch<OutputRow> {
  const { library } = edition;
  const row: OutputRow = {
    name: 'crawlers',
    key: () => undefined,
    make: () => [robots(library.site), ...sitemap(library.listed), siteFeed(library), nojekyll()],
  };
  return { rows: isFeedStale(edition) ? [row] : [], make: makeOutputs };
}

/** The feed with the texts that the site's settings put into it. */
export const siteFeed = (library: Library): Output => feed(library.listed, feedTexts(library));

export const isFeedStale = ({ library, edits }: CrawlersInput): boolean =>
  !edits || edits.isListed || library.site.feed === 'full';
