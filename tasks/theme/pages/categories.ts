// The categories: an index of both levels, and a series of pages for each.
import { html } from '#pdc/markup';
import type { Group } from '#pdc/library/terms';
import type { Library } from '#pdc/library/library';
import { seriesOf } from '#pdc/library/series';
import { categoriesPath, categoryJsonPath, categoryMdPath, categoryPath, toAbsolute, toHref } from '#pdc/paths';
import { blocks } from '../parts/blocks.ts';
import { empty } from '../parts/empty.ts';
import { entries } from '../parts/entries.ts';
import { termsOf } from '../parts/facts.ts';
import { groupListings } from './series.ts';
import { countedLink, mostFirst } from '../parts/terms.ts';
import type { Markup } from '#pdc/markup';
import type { Context, Listing, View } from '../view.ts';
import { wordsOf } from '../words/words-of.ts';

/** All categories with their counts: each major one, and below it the minor ones that stand with it. */
export function categoriesView(context: Context): View {
  const { site, categories } = context.library;
  const words = wordsOf(site);
  return {
    path: categoriesPath,
    width: 'wide',
    title: words.categories,
    description: words.describeCategories(site.title, categories.length),
    main: html`<h1>${words.categories}</h1>
${categories.length === 0 ? empty(words.emptyCategories, words.emptyTermsHint) : categoryTrees(context)}
${everySeries(context)}`,
  };
}

/** Every series, its parts in the order in which they were written. */
function everySeries(context: Context): Markup | undefined {
  const { site } = context.library;
  const all = [...seriesOf(context.library)];
  if (all.length === 0) return undefined;
  return html`<section class="every-series"><h2>${wordsOf(site).series}</h2>
${all.map(
  ([name, articles]) => html`<section class="branch">
<h3>${name}</h3>
${entries({ articles, show: 'day' }, context)}
</section>`,
)}
</section>`;
}

/** Those with others below them, each a section; then those that stand alone. */
function categoryTrees(context: Context): Markup {
  const trees = toCategoryTrees(context.library);
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

/** The articles of one category, and the files that hold them all for machines, which the first page stands for. */
export function categoryListings(group: Group, context: Context): Listing[] {
  const { site } = context.library;
  const words = wordsOf(site);
  const json = toAbsolute(site, categoryJsonPath(group.slug));
  const markdown = toAbsolute(site, categoryMdPath(group.slug));
  const pages = {
    pathOf: categoryPath,
    index: { path: categoriesPath, label: words.allCategories },
    description: words.describeCategory(site.title, group.name, group.articles.length),
    first: {
      head: html`<link rel="alternate" type="text/markdown" href="${markdown}">
<link rel="alternate" type="application/json" href="${json}">`,
      facts: [
        html`<a href="${json}" type="application/json">JSON</a>`,
        html`<a href="${markdown}" type="text/markdown">Markdown</a>`,
      ],
    },
  };
  return groupListings(group, { pages, context });
}

const link = (group: Group, { library: { site } }: Context): Markup =>
  countedLink(group, { href: toHref(site, categoryPath(group.slug)), words: wordsOf(site) });

type CategoryTree = { readonly major: Group; readonly minors: readonly Group[] };

/** Which categories are major, and which stand below them, only the articles say. */
function toCategoryTrees({ articles, categories, categoryOf }: Library): CategoryTree[] {
  const minorsOf = new Map<string, Set<string>>();
  for (const article of articles) {
    const [major, ...minors] = termsOf(article.categories, categoryOf);
    if (!major) continue;
    const below = minorsOf.get(major.slug) ?? new Set();
    for (const { slug } of minors) below.add(slug);
    minorsOf.set(major.slug, below);
  }
  const ordered = mostFirst(categories);
  return ordered
    .filter(({ slug }) => minorsOf.has(slug))
    .map((major) => ({ major, minors: ordered.filter(({ slug }) => minorsOf.get(major.slug)!.has(slug)) }));
}
