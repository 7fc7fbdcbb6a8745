// The tags: an index, and a page for each.
import { html } from 'hono/html';
import type { Group } from '#pdc/library';
import { tagPath, tagsPath, toHref } from '#pdc/paths';
import { empty } from './empty.ts';
import { entries } from './entries.ts';
import { facts } from './facts.ts';
import { countedLink, mostFirst, termList } from './terms.ts';
import type { Context, View } from './view.ts';
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
export function tagView(group: Group, context: Context): View {
  const { site } = context.library;
  return {
    path: tagPath(group.slug),
    title: group.name,
    description: words.describeTag(site.title, group.name, group.articles.length),
    section: tagsPath,
    main: html`<h1>${group.name}</h1>
${facts([html`<a href="${toHref(site, tagsPath)}">${words.allTags}</a>`, html`${words.totalCount(group.articles.length)}`])}
${entries({ articles: group.articles, show: 'day' }, context)}`,
  };
}
