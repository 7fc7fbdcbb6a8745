// Every page that lists articles, and those that list none, through one door: the flow asks here, the rooms behind it are
// one per address.
import { archivesListings } from './archives.ts';
import { categoriesView, categoryListings } from './categories.ts';
import { homeListings } from './home.ts';
import { loginView } from './login.ts';
import { notFoundView } from './not-found.ts';
import { tagListings, tagsView } from './tags.ts';
import type { Context, Listing, View } from '../view.ts';

export function* listings(context: Context): Generator<Listing> {
  const { site, articles, categories, tags } = context.library;
  const single = (view: () => View, path: string): Listing => ({ path, articles, otherContent: '', view });
  yield* homeListings(context);
  yield* archivesListings(context);
  yield single(() => categoriesView(context), 'categories');
  for (const group of categories) yield* categoryListings(group, context);
  yield single(() => tagsView(context), 'tags');
  for (const group of tags) yield* tagListings(group, context);
  yield single(() => notFoundView(context), '404');
  if (site.auth !== undefined) yield single(() => loginView(context), 'login');
}
