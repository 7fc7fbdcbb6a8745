// The tags: an index, and a series of pages for each tag.
import { html } from '#pdc/text/markup';
import type { Card, CardGroup } from '#pdc/library/cards';
import type { Site } from '#pdc/site/site';
import { numberedPath, tagPath, tagsPath, toHref } from '#pdc/site/paths';
import { blocks } from '../parts/blocks.ts';
import { empty } from '../parts/empty.ts';
import { entries } from '../parts/entries.ts';
import { categoryOf, facts } from '../parts/facts.ts';
import { groupView, toGroupParts } from './series.ts';
import type { GroupPart } from './series.ts';
import { countedLink, mostFirst, toSummary } from '../parts/terms.ts';
import type { GroupSummary } from '../parts/terms.ts';
import type { Markup } from '#pdc/text/markup';
import { listing } from '../view.ts';
import type { Context, Listing, View } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

/** How many of the largest tags show their newest articles, below the list of all tags. */
const fullestShown = 6;

/** All tags with their counts. */
export const tagsListing = (tags: readonly CardGroup[]): Listing =>
  listing(
    tagsPath,
    [mostFirst(tags).map((group, index) => (index < fullestShown ? toSummary(group) : toCount(group)))],
    tagsView,
  );

/** A tag that shows only its count. */
const toCount = (group: CardGroup): GroupSummary => ({ ...toSummary(group), newest: [] });

function tagsView(context: Context, tags: readonly GroupSummary[]): View {
  const { site } = context;
  const labels = themeLabelsOf(site);
  return {
    path: tagsPath,
    width: 'wide',
    title: labels.tags,
    description: labels.describeTags(site.title, tags.length),
    main: html`<h1>${labels.tags}</h1>
${
  tags.length === 0
    ? empty(labels.emptyTags, labels.emptyTermsHint)
    : html`${facts([html`${labels.totalTags(tags.length)}`])}
${cloud(tags, site)}
${blocks({ groups: tags.slice(0, fullestShown), pathOf: tagPath, level: 2 }, context)}`
}`,
  };
}

/** The weight of a tag among the others, from 1 to 5, by the logarithm of its count. */
function weightOf({ count }: GroupSummary, maxCount: number): number {
  return maxCount <= 1 ? 1 : 1 + Math.round((4 * Math.log(count)) / Math.log(maxCount));
}

function cloud(tags: readonly GroupSummary[], site: Site): Markup {
  const labels = themeLabelsOf(site);
  const maxCount = tags[0]?.count ?? 0;
  return html`<ul class="terms cloud">
${tags.map(
  (group) =>
    html`<li class="weight-${weightOf(group, maxCount)}">${countedLink(group, { href: toHref(site, tagPath(group.slug)), labels })}</li>`,
)}
</ul>`;
}

/** The articles of one tag. */
export const tagListings = (group: CardGroup): Listing[] =>
  toGroupParts(group).map((part) => listing(numberedPath(tagPath(group.slug), part.part.page), [part], tagView));

function tagView(context: Context, group: GroupPart): View {
  const { site } = context;
  const labels = themeLabelsOf(site);
  const pages = {
    pathOf: tagPath,
    index: { path: tagsPath, label: labels.allTags },
    description: labels.describeTag(site.title, group.name, group.count),
    list: (articles: readonly Card[]) => entries({ articles, show: 'day', aside: categoryOf(context) }, context),
  };
  return groupView(group, pages, context);
}
