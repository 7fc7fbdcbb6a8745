// Every page that lists articles, through one door: the flow asks here, the rooms behind it are one per address.
export { archivesViews } from './archives.ts';
export { categoriesView, categoryViews } from './categories.ts';
export { homeViews } from './home.ts';
export { notFoundView } from './not-found.ts';
export { tagsView, tagViews } from './tags.ts';
