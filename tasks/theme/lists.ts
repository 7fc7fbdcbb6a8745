// Every page that lists articles, through one door: the flow asks here, the rooms behind it are one per address.
export { archivesView } from './archives.ts';
export { categoriesView, categoryView } from './categories.ts';
export { homeViews } from './home.ts';
export { notFoundView } from './not-found.ts';
export { tagsView, tagView } from './tags.ts';
