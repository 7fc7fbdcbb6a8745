// All list pages and single pages of the theme, for the build; each has its own module.
import { archivesListings } from './archives.ts';
import { categoriesListing, categoryListings } from './categories.ts';
import { homeListings } from './home.ts';
import { loginListing } from './login.ts';
import { notFoundListing } from './not-found.ts';
import { tagListings, tagsListing } from './tags.ts';
import type { Cards } from '#pdc/library/cards';
import type { Site } from '#pdc/site/site';
import type { Listing } from '../view.ts';

export function* listings(cards: Cards, { auth }: Pick<Site, 'auth'>): Generator<Listing> {
  const { articles, categories, tags } = cards;
  yield* homeListings(cards);
  yield* archivesListings(articles);
  yield categoriesListing(cards);
  for (const group of categories) yield* categoryListings(group);
  yield tagsListing(tags);
  for (const group of tags) yield* tagListings(group);
  yield notFoundListing(articles);
  if (auth !== undefined) yield loginListing();
}
