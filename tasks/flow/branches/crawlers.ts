// The crawlers' branch: robots, sitemap, feed, and the marker that keeps a static host from hiding files.
import type { Output } from '#pdc/document';
import { feed, feedLength } from '#pdc/endpoints/atom.xml';
import { nojekyll, robots } from '#pdc/endpoints/robots.txt';
import { sitemap } from '#pdc/endpoints/sitemap.xml';
import { cardsOf } from '#pdc/library/cards';
import type { Library } from '#pdc/library/library';
import { feedTexts } from './feed-texts.ts';
import type { Edition } from '../read.ts';
import { makeOutputs } from '../reuse.ts';
import type { Branch, OutputRow } from '../reuse.ts';

type CrawlersInput = Pick<Edition, 'library' | 'edits'>;

/** These files are quickly made and never reused. Edits that no list shows leave them as they are. */
export function crawlers(edition: CrawlersInput): Branch<OutputRow> {
  const { library } = edition;
  const { site, pages, listed } = library;
  const row: OutputRow = {
    name: 'crawlers',
    args: undefined,
    make: () => [robots(site), ...sitemap({ ...cardsOf(listed), pages }), siteFeed(library), nojekyll()],
  };
  return { rows: isFeedStale(edition) ? [row] : [], make: makeOutputs };
}

/** The feed with the texts that the site's settings put into it. */
export function siteFeed(library: Library): Output {
  const { articles } = library.listed;
  const contents = articles.slice(0, feedLength).map(feedTexts(library));
  return feed({ ...cardsOf(library.listed), contents });
}

export const isFeedStale = ({ library, edits }: CrawlersInput): boolean =>
  !edits || edits.isListed || library.site.feed === 'full';
