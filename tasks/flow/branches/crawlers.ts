// The branch for crawlers: robots.txt, sitemap, feed, and `.nojekyll`, so that GitHub Pages does not leave out files.
import { feed, feedLength } from '#pdc/endpoints/atom.xml';
import type { FeedInput } from '#pdc/endpoints/atom.xml';
import { nojekyll, robots } from '#pdc/endpoints/robots.txt';
import { sitemap } from '#pdc/endpoints/sitemap.xml';
import { cardsOf } from '#pdc/library/cards';
import type { Library } from '#pdc/library/library';
import { feedTexts } from './feed-texts.ts';
import { toRow } from '../rows.ts';
import type { OutputRow } from '../rows.ts';

export function crawlers(library: Library): OutputRow[] {
  const { site, listed } = library;
  const pages = library.pages.map(({ slug, updated }) => ({ slug, ...(updated && { updated }) }));
  return [
    toRow('robots', { site }, (args) => robots(args.site)),
    toRow('sitemap', { ...cardsOf(listed), pages }, sitemap),
    toRow('feed', feedArgs(library), feed),
    toRow('nojekyll', {}, nojekyll),
  ];
}

/** The arguments of the feed, with full texts if the site wants them. */
export function feedArgs(library: Library): FeedInput {
  const { site, articles } = cardsOf(library.listed);
  const contents = library.listed.articles.slice(0, feedLength).map(feedTexts(library));
  return { site, articles: articles.slice(0, feedLength), contents };
}
