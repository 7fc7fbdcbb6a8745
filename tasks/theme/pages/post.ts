// A post: title, facts, contents, cover, text, tags, neighbors, related posts.
import { html, raw } from '#pdc/text/markup';
import type { Article } from '#pdc/article/article';
import { inPlainText } from '#pdc/markdown/formula-html';
import type { Rendered } from '#pdc/markdown/render';
import { homePath, postPath, sharePath, tagPath, toAbsolute, toHref } from '#pdc/site/paths';
import type { Reference, ShownReferences } from '#pdc/library/shown-articles';
import { agents } from '../parts/agents.ts';
import { colophon } from '../parts/colophon.ts';
import { admittedByComments, comments, commentsScript } from '../parts/comments.ts';
import { contents } from '../parts/contents.ts';
import { coverFigure, rasterCover } from '../parts/cover.ts';
import { entries } from '../parts/entries.ts';
import { categoryLink, facts, marks, time } from '../parts/facts.ts';
import type { ArticleParts } from '../parts/own-parts.ts';
import { titleOf } from '../parts/phrases.ts';
import { postHead } from '../parts/post-head.ts';
import { reading } from '../parts/reading.ts';
import { hasShareImage } from '../parts/share-image.ts';
import type { Markup } from '#pdc/text/markup';
import type { Context, PostTerm, View } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

export type PostProps = {
  readonly article: Article;
  /** HTML that begins with the injected links. For an encrypted article, the password form replaces the text. */
  readonly content: string;
  readonly headings: Rendered['headings'];
  readonly words: number;
  readonly references: ShownReferences;
  readonly categories: readonly PostTerm[];
  readonly tags: readonly PostTerm[];
  /** HTML that the owner's functions add. */
  readonly parts: ArticleParts;
};

/** The page of an article. Headings and word count of an encrypted article are secret, so no page shows them. */
export function postView(props: PostProps, context: Context): View {
  const { article, content, categories, tags, parts } = props;
  const { site } = context;
  const labels = themeLabelsOf(site);
  const open = article.encrypted ? {} : { words: props.words, headings: props.headings };
  const isTalked = site.comments !== undefined && article.comments !== false;
  const image = hasShareImage(article, site) ? toAbsolute(site, sharePath(article.slug)) : rasterCover(article, site);
  const list = article.toc === false ? undefined : contents(open.headings ?? [], labels);
  return {
    path: postPath(site, article),
    ...inPlainText(article),
    ogType: 'article',
    section: homePath(1),
    // A locked post gets its table of contents when it is unlocked. With this width, the text does not move then.
    ...((list || article.encrypted) && { width: 'beside' as const }),
    ...(image !== undefined && { image }),
    ...(article.hidden && { noindex: true as const }),
    ...(isTalked && { admits: admittedByComments(site) }),
    head: html`${postHead({ article, categories, tags, ...(open.words === undefined ? {} : { words: open.words }) }, context)}${isTalked && commentsScript(site)}${raw(parts.postHead ?? '')}`,
    main: html`<article class="post"${article.encrypted && raw(' data-locked')}>
${coverFigure(article, site)}
<header>
<h1>${titleOf(article)}</h1>
${factsOf(props, open.words, context)}
</header>
${list}${raw(parts.postStart ?? '')}
<div class="post-text${site.channels === 'off' && ' quiet'}">
${site.channels !== 'off' && agents(article, context)}
<div class="content">${raw(content)}</div>
</div>${raw(parts.postEnd ?? '')}
${tagList(tags, context)}
${colophon(article, context)}
</article>
${seriesList(props, context)}
${neighbours(props, context)}
${related(props, context)}
${isTalked && comments(article, context)}
<a class="to-top" href="#main">${labels.toTop}</a>`,
  };
}

function factsOf({ article, references, categories }: PostProps, words: number | undefined, context: Context): Markup {
  const labels = themeLabelsOf(context.site);
  const { series } = references;
  const { author } = context.site;
  // A change on the day of publication is not shown.
  const updated = article.updated?.day === article.date.day ? undefined : article.updated;
  return facts([
    author === '' ? undefined : html`${author}`,
    time(article.date),
    updated && html`${labels.updated} ${time(updated)}`,
    categories.length === 0
      ? undefined
      : html`${categories.map((term, index) => html`${index === 0 ? '' : ' / '}${term.isListed ? categoryLink(term, context) : term.name}`)}`,
    ...(words === undefined ? [] : reading(words, labels)),
    article.series === undefined || series.length === 0
      ? undefined
      : html`<a href="#series">${labels.seriesOf(article.series)}</a> ${labels.seriesPlace(series.findIndex(({ slug }) => slug === article.slug) + 1, series.length)}`,
    ...marks(article, labels),
  ]);
}

/** Leaves out a tag that only hidden articles have, because such a tag does not get a page. */
function tagList(all: readonly PostTerm[], { site }: Context): Markup | undefined {
  const tags = all.filter(({ isListed }) => isListed);
  if (tags.length === 0) return undefined;
  return html`<ul class="terms tags" aria-label="${themeLabelsOf(site).tags}">
${tags.map(({ slug, name }) => html`<li><a rel="tag" href="${toHref(site, tagPath(slug))}">${name}</a></li>`)}
</ul>`;
}

function neighbours({ references: { newer, older } }: PostProps, { site }: Context): Markup | undefined {
  if (newer.length + older.length === 0) return undefined;
  const labels = themeLabelsOf(site);
  const link = (article: Reference, kind: 'newer' | 'older'): Markup =>
    html`<a class="${kind}" href="${toHref(site, postPath(site, article))}"><span>${labels[kind]}</span> ${titleOf(article)}</a>`;
  return html`<nav class="neighbours" aria-label="${labels.neighbours}">
${newer.map((article) => link(article, 'newer'))}
${older.map((article) => link(article, 'older'))}
</nav>`;
}

/** The parts of the article's series, in order, with this article marked. */
function seriesList({ article, references }: PostProps, { site }: Context): Markup | undefined {
  if (article.series === undefined || references.series.length === 0) return undefined;
  const labels = themeLabelsOf(site);
  return html`<section class="series" id="series">
<h2>${labels.seriesOf(article.series)}</h2>
<ol>
${references.series.map(
  (part) =>
    html`<li>${part.slug === article.slug ? html`<span aria-current="true">${titleOf(part)}</span>` : html`<a href="${toHref(site, postPath(site, part))}">${titleOf(part)}</a>`}</li>`,
)}
</ol>
</section>`;
}

function related({ references: { related: articles } }: PostProps, context: Context): Markup | undefined {
  if (articles.length === 0) return undefined;
  return html`<section class="related">
<h2>${themeLabelsOf(context.site).related}</h2>
${entries({ articles, show: 'day' }, context)}
</section>`;
}
