// `/atom.xml`: the newest articles.
import { html, raw } from '../text/markup.ts';
import type { Markup } from '../text/markup.ts';
import type { Output } from '../text/document.ts';
import { inPlainText } from '../markdown/formula-html.ts';
import { labelsOf } from '../markdown/labels.ts';
import type { Card } from '../library/cards.ts';
import * as paths from '../site/paths.ts';
import type { Site } from '../site/site.ts';
import { newest, toXml } from './xml.ts';

export const feedLength = 20;

type FeedCard = Pick<
  Card,
  'slug' | 'title' | 'date' | 'updated' | 'categories' | 'tags' | 'description' | 'encrypted' | 'mathjax'
>;
export type FeedInput = {
  readonly site: Site;
  readonly articles: readonly FeedCard[];
  /** The HTML of the first articles, in their order. */
  readonly contents?: readonly (string | undefined)[];
};

/**
 * An Atom feed of the newest articles. An entry has the title, dates and description of an article, and its HTML if
 * `contents` has it. A browser shows the feed with a style sheet. The links for people are XHTML elements, which feed
 * readers ignore.
 */
export function feed({ site, articles, contents = [] }: FeedInput): Output {
  const labels = labelsOf(site.language);
  const listed = articles.slice(0, feedLength);
  const entries = listed.map((article, index) => {
    const url = paths.toAbsolute(site, paths.postPath(site, article));
    // A locked article has the same title and description in the feed as in the index.
    const { title, description } = article.encrypted ? article : inPlainText(article);
    const names = [...article.categories, ...article.tags];
    return html`<entry>
<title>${title}</title>
<id>${url}</id>
<link rel="alternate" type="text/html" href="${url}"/>
<link rel="alternate" type="text/markdown" href="${paths.toAbsolute(site, paths.postMdPath(article.slug))}"/>
<published>${article.date.iso}</published>
<updated>${(article.updated ?? article.date).iso}</updated>
${[...new Set(names)].map(
  (name) => html`<category term="${name}"/>
`,
)}<summary>${description}</summary>
${contentElement(contents[index])}<h:a href="${url}">${labels.feedRead}</h:a> <h:span>${article.date.day}</h:span>
</entry>
`;
  });
  const self = paths.toAbsolute(site, paths.feedPath);
  const document = html`<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/css" href="${paths.toHref(site, paths.feedStylePath)}"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:h="http://www.w3.org/1999/xhtml" xml:lang="${site.language}">
<title>${site.title}</title>
${
  site.description !== '' &&
  html`<subtitle>${site.description}</subtitle>
`
}<id>${paths.toAbsolute(site, '/')}</id>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${paths.toAbsolute(site, '/')}"/>
<updated>${newest(listed)?.iso ?? '1970-01-01T00:00:00Z'}</updated>
<author><name>${site.author === '' ? site.title : site.author}</name></author>
${
  site.licence === undefined
    ? raw('')
    : html`<rights>${site.licence}</rights>
`
}<h:p>${labels.feed} <h:a href="${paths.toAbsolute(site, '/')}">${labels.feedHome}</h:a></h:p>
${entries}</feed>
`;
  return { path: paths.feedPath, contents: toXml(document) };
}

const contentElement = (content: string | undefined): Markup | '' =>
  content === undefined
    ? ''
    : html`<content type="html">${content}</content>
`;
