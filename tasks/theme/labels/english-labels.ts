// The labels of `chinese-labels.ts` in English.
import type { ThemeLabels } from './chinese-labels.ts';
import labels from './english-labels.json' with { type: 'json' };

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const englishLabels: ThemeLabels = /* @__PURE__ */ Object.assign({}, labels, {
  searchFound: (count) => `${plural(count, 'article')} found`,
  searchShown: (count, shownCount) => `${plural(count, 'article')} found; the closest ${shownCount}:`,
  searchNothing: (query) => `No articles found for “${query}”. Try other words, or fewer.`,
  suggestButton: (query) => `Look for articles about “${query}”`,
  llmsDirective: (address: string): string => `For AI agents: an index of this whole site is at ${address}`,
  siteSummary: (count, hasTopics) => `${plural(count, 'article')}${hasTopics ? ', mostly about:' : '.'}`,
  wordCount: (count) => plural(count, 'word'),
  readingTime: (minutes) => `${minutes} min`,
  seriesOf: (name) => `Series: ${name}`,
  seriesPlace: (place, count) => `${place} of ${count}`,
  unfold: (lines) => `Show all ${lines} lines`,
  diagramFailed: (reason) => `This diagram could not be drawn (${reason}). Its source is below.`,
  enlargedPicture: (name) => (name === '' ? 'Enlarged picture' : `Enlarged picture: ${name}`),
  sourceOf: (address) => `Source: ${address}`,
  pageNumber: (page) => `Page ${page}`,
  pageOf: (page, pages) => `Page ${page} of ${pages}`,
  titleOfPage: (title, page) => (page === 1 ? title : `${title} (page ${page})`),
  describePage: (description, page) => (page === 1 ? description : `${description} Page ${page}.`),
  postCount: (count) => plural(count, 'article'),
  totalCount: (count) => plural(count, 'article'),
  totalTags: (count) => plural(count, 'tag'),
  year: (year) => year,
  dayOfMonth: (day) => String(day),
  month: (month) => new Date(2000, month - 1).toLocaleString('en', { month: 'long' }),
  describeArchives: (site, count) =>
    count === 1 ? `The article of ${site}.` : `All ${count} articles of ${site}, by date.`,
  describeCategories: (site, count) =>
    count === 1 ? `The category of ${site}.` : `The ${count} categories of ${site}.`,
  describeTags: (site, count) => (count === 1 ? `The tag of ${site}.` : `The ${count} tags of ${site}.`),
  describeCategory: (site, name, count) => `${plural(count, 'article')} of ${site} in the category “${name}”.`,
  describeTag: (site, name, count) => `${plural(count, 'article')} of ${site} with the tag “${name}”.`,
  movedTo: (from) => `${from} has moved to: `,
  licence: (licence) => `Published under ${licence}`,
} satisfies Omit<ThemeLabels, keyof typeof labels>);
