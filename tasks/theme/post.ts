// A post: title, facts, contents, cover, text, tags, neighbours, related posts.
import { html, raw } from '#pdc/markup';
import type { Article } from '#pdc/article/article';
import type { Rendered } from '#pdc/markdown/render';
import { homePath, postPath, tagPath, toHref } from '#pdc/paths';
import { listed } from '#pdc/library/listed';
import { partsAround } from '#pdc/library/series';
import { agents } from './agents.ts';
import { colophon } from './colophon.ts';
import { admittedByComments, comments, commentsScript } from './comments.ts';
import { contents } from './contents.ts';
import { coverFigure, rasterCover } from './cover.ts';
import { entries } from './entries.ts';
import { categoryLink, facts, marks, termsOf, time } from './facts.ts';
import { ownParts } from './own-parts.ts';
import { phrases } from './phrases.ts';
import { postHead } from './post-head.ts';
import { reading } from './reading.ts';
import type { Markup } from '#pdc/markup';
import type { Context, View } from './view.ts';
import { wordsOf } from './words-of.ts';

export type PostProps = {
  readonly article: Article;
  /** HTML that begins with the injected links; of an encrypted article what stands in the body's place. */
  readonly content: string;
  readonly headings: Rendered['headings'];
  readonly words: number;
  readonly newer?: Article | undefined;
  readonly older?: Article | undefined;
  /** The nearest first. */
  readonly related: readonly Article[];
};

/** The page of an article. Headings and word count of an encrypted one are part of its secret and show nowhere. */
export function postView(props: PostProps, context: Context): View {
  const { article, content } = props;
  const { site } = context.library;
  const label = wordsOf(site);
  const open = article.encrypted ? {} : { words: props.words, headings: props.headings };
  const isTalked = site.comments !== undefined && article.comments !== false;
  const image = rasterCover(article, site);
  const own = ownParts(article, site);
  return {
    path: postPath(site, article),
    title: article.title,
    description: article.description,
    ogType: 'article',
    section: homePath(1),
    ...(image !== undefined && { image }),
    ...(article.hidden && { noindex: true as const }),
    ...(isTalked && { admits: admittedByComments(site) }),
    head: html`${postHead({ article, ...(open.words === undefined ? {} : { words: open.words }) }, context)}${isTalked && commentsScript(site)}${own.postHead}`,
    main: html`<article class="post">
<header>
<h1>${phrases(article.title)}</h1>
${factsOf(article, open.words, context)}
</header>
${article.toc !== false && contents(open.headings ?? [], label)}
${coverFigure(article, site)}${own.postStart}
<div class="post-text">
${agents(article, context)}
<div class="content">${raw(content)}</div>
</div>${own.postEnd}
${tagList(article, context)}
${colophon(article, context)}
</article>
${seriesList(article, context)}
${neighbours(props, context)}
${related(props, context)}
${isTalked && comments(article, context)}
<a class="to-top" href="#main">${label.toTop}</a>`,
  };
}

function factsOf(article: Article, words: number | undefined, context: Context): Markup {
  const label = wordsOf(context.library.site);
  const parts = partsAround(article, context.library);
  const categories = termsOf(article.categories, context.library.categoryOf);
  const { author } = context.library.site;
  // A change on the day itself is no news.
  const updated = article.updated?.day === article.date.day ? undefined : article.updated;
  return facts([
    author === '' ? undefined : html`${author}`,
    time(article.date),
    updated && html`${label.updated} ${time(updated)}`,
    categories.length === 0
      ? undefined
      : html`${categories.map((term, index) => html`${index === 0 ? '' : ' / '}${categoryLink(term, context)}`)}`,
    ...(words === undefined ? [] : reading(words, label)),
    parts.length === 0
      ? undefined
      : html`<a href="#series">${label.seriesOf(article.series!)}</a> ${label.seriesPlace(parts.indexOf(article) + 1, parts.length)}`,
    ...marks(article, label),
  ]);
}

/** A tag that hidden articles alone have leads nowhere. */
function tagList(article: Article, { library }: Context): Markup | undefined {
  const { site, tagOf } = library;
  const isTold = (slug: string): boolean => listed(library).tags.some((group) => group.slug === slug);
  const tags = termsOf(article.tags, tagOf).filter(({ slug }) => !article.hidden || isTold(slug));
  if (tags.length === 0) return undefined;
  return html`<ul class="terms tags" aria-label="${wordsOf(site).tags}">
${tags.map(({ slug, name }) => html`<li><a rel="tag" href="${toHref(site, tagPath(slug))}">${name}</a></li>`)}
</ul>`;
}

function neighbours({ newer, older }: PostProps, { library: { site } }: Context): Markup | undefined {
  if (!newer && !older) return undefined;
  const label = wordsOf(site);
  const link = (article: Article, kind: 'newer' | 'older'): Markup =>
    html`<a class="${kind}" href="${toHref(site, postPath(site, article))}"><span>${label[kind]}</span> ${article.title}</a>`;
  return html`<nav class="neighbours" aria-label="${label.neighbours}">
${newer && link(newer, 'newer')}
${older && link(older, 'older')}
</nav>`;
}

/** The parts of its series, in their order; which of them this one is, is marked. */
function seriesList(article: Article, { library }: Context): Markup | undefined {
  const parts = partsAround(article, library);
  if (parts.length === 0) return undefined;
  const { site } = library;
  const label = wordsOf(site);
  return html`<section class="series" id="series">
<h2>${label.seriesOf(article.series!)}</h2>
<ol>
${parts.map(
  (part) =>
    html`<li>${part === article ? html`<span aria-current="true">${part.title}</span>` : html`<a href="${toHref(site, postPath(site, part))}">${part.title}</a>`}</li>`,
)}
</ol>
</section>`;
}

function related({ related: articles }: PostProps, context: Context): Markup | undefined {
  if (articles.length === 0) return undefined;
  return html`<section class="related">
<h2>${wordsOf(context.library.site).related}</h2>
${entries({ articles, show: 'day' }, context)}
</section>`;
}
