// The tags: an index, and a series of pages for each.
import { html } from 'hono/html';
import type { Group } from '#pdc/library';
import { numberedPath, tagPath, tagsPath, toHref } from '#pdc/paths';
import { empty } from './empty.ts';
import { entries } from './entries.ts';
import { facts } from './facts.ts';
import { pageFact, pageNumbers } from './page-numbers.ts';
import { groupListings } from './series.ts';
import type { Part } from './series.ts';
import { countedLink, mostFirst, termList } from './terms.ts';
import type { Context, Listing, View } from './view.ts';
import { words } from './words.ts';

/** All tags with their counts. */
export function tagsView({ library: { site, tags } }: Context): View {
  return {
    path: tagsPath,
    title: words.tags,
    description: words.describeTags(site.title, tags.length),
    main: html`<h1>${words.tags}</h1>
${
  tags.length === 0
    ? empty(words.emptyTags, words.emptyTermsHint)
    : termList(mostFirst(tags).map((group) => countedLink(group, toHref(site, tagPath(group.slug)))))
}`,
  };
}

/** The articles of one tag. */
export function tagListings(group: Group, context: Context): Listing[] {
  return groupListings(group, (part) => tagView(group, { part, context }), tagPath);
}

function tagView(group: Group, { part, context }: { part: Part; context: Context }): View {
  const { site } = context.library;
  const pathOf = (page: number): string => numberedPath(tagPath(group.slug), page);
  return {
    path: pathOf(part.page),
    title: words.titleOfPage(group.name, part.page),
    description: words.describePage(words.describeTag(site.title, group.name, group.articles.length), part.page),
    section: tagsPath,
    main: html`<h1>${group.name}</h1>
${facts([
  html`<a href="${toHref(site, tagsPath)}">${words.allTags}</a>`,
  html`${words.totalCount(group.articles.length)}`,
  pageFact(part),
])}
${entries({ articles: part.articles, show: 'day' }, context)}
${pageNumbers({ ...part, pathOf }, context)}`,
  };
}
