// A post: title, facts, contents, cover, text, tags, neighbours, related posts.
import { html, raw } from 'hono/html';
import type { Article } from '#pdc/article';
import type { Rendered } from '#pdc/markdown';
import { homePath, postPath, tagPath, toHref } from '#pdc/paths';
import { agents } from './agents.ts';
import { contents } from './contents.ts';
import { coverFigure } from './cover.ts';
import { entries } from './entries.ts';
import { categoryLink, facts, marks, termsOf, time } from './facts.ts';
import { phrases } from './phrases.ts';
import { postHead } from './post-head.ts';
import { reading } from './reading.ts';
import type { Context, Markup, View } from './view.ts';
import { words as label } from './words.ts';

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
  const open = article.encrypted ? {} : { words: props.words, headings: props.headings };
  return {
    path: postPath(site, article),
    title: article.title,
    description: article.description,
    ogType: 'article',
    section: homePath(1),
    head: postHead({ article, ...(open.words === undefined ? {} : { words: open.words }) }, context),
    main: html`<article class="post">
<header>
<h1>${phrases(article.title)}</h1>
${factsOf(article, open.words, context)}
</header>
${contents(open.headings ?? [])}
${coverFigure(article, site)}
<div class="post-text">
${agents(article, context)}
<div class="content">${raw(content)}</div>
</div>
${tagList(article, context)}
</article>
${neighbours(props, context)}
${related(props, context)}`,
  };
}

function factsOf(article: Article, words: number | undefined, context: Context): Markup {
  const categories = termsOf(article.categories, context.library.categoryOf);
  return facts([
    time(article.date),
    article.updated && html`${label.updated} ${time(article.updated)}`,
    categories.length === 0
      ? undefined
      : html`${categories.map((term, index) => html`${index === 0 ? '' : ' / '}${categoryLink(term, context)}`)}`,
    ...(words === undefined ? [] : reading(words)),
    ...marks(article),
  ]);
}

function tagList(article: Article, { library: { site, tagOf } }: Context): Markup | undefined {
  const tags = termsOf(article.tags, tagOf);
  if (tags.length === 0) return undefined;
  return html`<ul class="terms tags" aria-label="${label.tags}">
${tags.map(({ slug, name }) => html`<li><a rel="tag" href="${toHref(site, tagPath(slug))}">${name}</a></li>`)}
</ul>`;
}

function neighbours({ newer, older }: PostProps, { library: { site } }: Context): Markup | undefined {
  if (!newer && !older) return undefined;
  const link = (article: Article, kind: 'newer' | 'older'): Markup =>
    html`<a class="${kind}" href="${toHref(site, postPath(site, article))}"><span>${label[kind]}</span> ${article.title}</a>`;
  return html`<nav class="neighbours" aria-label="${label.neighbours}">
${newer && link(newer, 'newer')}
${older && link(older, 'older')}
</nav>`;
}

function related({ related: articles }: PostProps, context: Context): Markup | undefined {
  if (articles.length === 0) return undefined;
  return html`<section class="related">
<h2>${label.related}</h2>
${entries({ articles, show: 'day' }, context)}
</section>`;
}
