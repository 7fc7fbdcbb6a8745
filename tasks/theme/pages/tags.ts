// The tags: an index, and a series of pages for each.
import { html } from '#pdc/markup';
import type { Group } from '#pdc/library/terms';
import type { Site } from '#pdc/site';
import { tagPath, tagsPath, toHref } from '#pdc/paths';
import { blocks } from '../parts/blocks.ts';
import { empty } from '../parts/empty.ts';
import { facts } from '../parts/facts.ts';
import { groupListings } from './series.ts';
import { countedLink, mostFirst } from '../parts/terms.ts';
import type { Markup } from '#pdc/markup';
import type { Context, Listing, View } from '../view.ts';
import { wordsOf } from '../words/words-of.ts';

/** Below all tags so many of the fullest show their newest articles. */
const fullestShown = 6;

/** All tags with their counts. */
export function tagsView(context: Context): View {
  const { site, tags } = context.library;
  const words = wordsOf(site);
  return {
    path: tagsPath,
    width: 'wide',
    title: words.tags,
    description: words.describeTags(site.title, tags.length),
    main: html`<h1>${words.tags}</h1>
${
  tags.length === 0
    ? empty(words.emptyTags, words.emptyTermsHint)
    : html`${facts([html`${words.totalTags(tags.length)}`])}
${cloud(mostFirst(tags), site)}
${blocks({ groups: mostFirst(tags).slice(0, fullestShown), pathOf: tagPath, level: 2 }, context)}`
}`,
  };
}

/** How much a tag weighs among the others, from 1 to 5, by the logarithm of its count. */
function weightOf({ articles }: Group, most: number): number {
  return most <= 1 ? 1 : 1 + Math.round((4 * Math.log(articles.length)) / Math.log(most));
}

function cloud(tags: readonly Group[], site: Site): Markup {
  const words = wordsOf(site);
  const most = tags[0]?.articles.length ?? 0;
  return html`<ul class="terms cloud">
${tags.map(
  (group) =>
    html`<li class="weight-${weightOf(group, most)}">${countedLink(group, { href: toHref(site, tagPath(group.slug)), words })}</li>`,
)}
</ul>`;
}

/** The articles of one tag. */
export function tagListings(group: Group, context: Context): Listing[] {
  const { site } = context.library;
  const words = wordsOf(site);
  const pages = {
    pathOf: tagPath,
    index: { path: tagsPath, label: words.allTags },
    description: words.describeTag(site.title, group.name, group.articles.length),
  };
  return groupListings(group, { pages, context });
}
