// The categories: an index of both levels, and a series of pages for each category.
import { html } from '#pdc/text/markup';
import type { Card, CardGroup, Cards } from '#pdc/library/cards';
import { seriesOf } from '#pdc/library/series';
import {
  categoriesPath,
  categoryJsonPath,
  categoryMdPath,
  categoryPath,
  numberedPath,
  toAbsolute,
  toHref,
} from '#pdc/site/paths';
import { blocks } from '../parts/blocks.ts';
import { empty } from '../parts/empty.ts';
import { entries } from '../parts/entries.ts';
import { groupView, toGroupParts } from './series.ts';
import type { GroupPart } from './series.ts';
import { summary } from '../parts/summaries.ts';
import { countedLink, mostFirst, toSummary } from '../parts/terms.ts';
import type { GroupSummary } from '../parts/terms.ts';
import type { Markup } from '#pdc/text/markup';
import { listing } from '../view.ts';
import type { Context, Listing, View } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

/** All categories with their counts: the minor categories are below their major category. */
export const categoriesListing = ({ articles, categories }: Cards): Listing =>
  listing(
    categoriesPath,
    [categories.length, toCategoryTrees({ articles, categories }), [...seriesOf({ articles })]],
    categoriesView,
  );

type NamedSeries = readonly [name: string, articles: readonly Card[]];

function categoriesView(
  context: Context,
  count: number,
  trees: readonly CategoryTree[],
  series: readonly NamedSeries[],
): View {
  const { site } = context;
  const labels = themeLabelsOf(site);
  return {
    path: categoriesPath,
    width: 'wide',
    title: labels.categories,
    description: labels.describeCategories(site.title, count),
    main: html`<h1>${labels.categories}</h1>
${count === 0 ? empty(labels.emptyCategories, labels.emptyTermsHint) : categoryTrees(trees, context)}
${everySeries(series, context)}`,
  };
}

/** Every series, with its parts in the order in which they were written. */
function everySeries(all: readonly NamedSeries[], context: Context): Markup | undefined {
  const { site } = context;
  if (all.length === 0) return undefined;
  return html`<section class="every-series"><h2>${themeLabelsOf(site).series}</h2>
${all.map(
  ([name, articles]) => html`<section class="branch">
<h3>${name}</h3>
${entries({ articles, show: 'day' }, context)}
</section>`,
)}
</section>`;
}

/** First the categories with subcategories, each as a section; then all others. */
function categoryTrees(trees: readonly CategoryTree[], context: Context): Markup {
  const alone = trees.filter(({ minors }) => minors.length === 0).map(({ major }) => major);
  return html`${trees.map(
    ({ major, minors }) =>
      minors.length > 0 &&
      html`<section class="branch">
<h2>${link(major, context)}</h2>
${blocks({ groups: minors, pathOf: categoryPath, level: 3 }, context)}
</section>`,
  )}
${blocks({ groups: alone, pathOf: categoryPath, level: 2 }, context)}`;
}

/** The articles of one category; its first page links to the files for machines. */
export const categoryListings = (group: CardGroup): Listing[] =>
  toGroupParts(group).map((part) =>
    listing(numberedPath(categoryPath(group.slug), part.part.page), [part], categoryView),
  );

function categoryView(context: Context, group: GroupPart): View {
  const { site } = context;
  const labels = themeLabelsOf(site);
  const json = toAbsolute(site, categoryJsonPath(group.slug));
  const markdown = toAbsolute(site, categoryMdPath(group.slug));
  const pages = {
    pathOf: categoryPath,
    index: { path: categoriesPath, label: labels.allCategories },
    description: labels.describeCategory(site.title, group.name, group.count),
    list: (articles: readonly Card[]) =>
      html`<div class="summaries">
${articles.map((article) => summary(article, context))}
</div>`,
    first: {
      head: html`<link rel="alternate" type="text/markdown" href="${markdown}">
<link rel="alternate" type="application/json" href="${json}">`,
      facts: [
        html`<a href="${json}" type="application/json">JSON</a>`,
        html`<a href="${markdown}" type="text/markdown">Markdown</a>`,
      ],
    },
  };
  return groupView(group, pages, context);
}

const link = (group: GroupSummary, { site }: Context): Markup =>
  countedLink(group, { href: toHref(site, categoryPath(group.slug)), labels: themeLabelsOf(site) });

type CategoryTree = { readonly major: GroupSummary; readonly minors: readonly GroupSummary[] };

/** Only the articles define which categories are major, and which are below them. */
function toCategoryTrees({ articles, categories }: Pick<Cards, 'articles' | 'categories'>): CategoryTree[] {
  const minorsOf = new Map<string, Set<string>>();
  for (const {
    categories: [major, ...minors],
  } of articles) {
    if (major === undefined) continue;
    const below = minorsOf.get(major) ?? new Set();
    for (const name of minors) below.add(name);
    minorsOf.set(major, below);
  }
  const ordered = mostFirst(categories).map(toSummary);
  return ordered.flatMap((major) => {
    const minors = minorsOf.get(major.name);
    return minors ? [{ major, minors: ordered.filter(({ name }) => minors.has(name)) }] : [];
  });
}
