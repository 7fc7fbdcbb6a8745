// Libraries for the theme's tests, described in a few lines.
import { expect } from 'chai';
import { toArticle, toPage } from '#pdc/article/article';
import { top } from '#pdc/words/defect';
import { readFrontMatter } from '#pdc/article/front-matter';
import type { FrontMatter } from '#pdc/article/front-matter';
import { inject } from '#pdc/endpoints/injection';
import { toLibrary } from '#pdc/library/library';
import { withListed } from '#pdc/library/listed-library';
import { newOutline } from '#pdc/library/outline';
import type { Group } from '#pdc/library/term-groups';
import { cardsOf } from '#pdc/library/cards';
import type { CardGroup } from '#pdc/library/cards';
import type { Library } from '#pdc/library/library';
import { readSite } from '#pdc/site/site';
import { wholePage } from '#pdc/text/document';
import { toPageParts } from '../../../tasks/theme/pages/document.ts';
import { archivesListings } from '../../../tasks/theme/pages/archives.ts';
import { categoriesListing, categoryListings } from '../../../tasks/theme/pages/categories.ts';
import { homeListings } from '../../../tasks/theme/pages/home.ts';
import { loginListing } from '../../../tasks/theme/pages/login.ts';
import { notFoundListing } from '../../../tasks/theme/pages/not-found.ts';
import { tagListings, tagsListing } from '../../../tasks/theme/pages/tags.ts';
import type { Listing, View } from '../../../tasks/theme/view.ts';
import type { Context as PageContext } from '../../../tasks/theme/view.ts';
import { contextOf, createSurroundings } from '../../../tasks/flow/branches/shown.ts';
import { pageView } from '../../../tasks/theme/pages/page.ts';
import { postView } from '../../../tasks/theme/pages/post.ts';
import type { PostProps } from '../../../tasks/theme/pages/post.ts';
import { redirectDocument } from '../../../tasks/theme/pages/redirect.ts';

export const description = '一段五十到一百五十字的摘要。'.repeat(5);

export type Post = Partial<
  Record<
    | 'slug'
    | 'title'
    | 'date'
    | 'updated'
    | 'categories'
    | 'tags'
    | 'description'
    | 'cover'
    | 'password'
    | 'mathjax'
    | 'hidden',
    string
  >
>;
type Sample = {
  readonly posts: readonly Post[];
  /** The title of the page 'about', if it exists. */
  readonly about?: string;
  readonly url?: string;
  readonly site?: Record<string, string>;
};

/** Articles a minute apart, the newest first. */
export function thePosts(count: number, rest: Post = {}): Post[] {
  const two = (number: number): string => String(number).padStart(2, '0');
  return Array.from({ length: count }, (_, index) => ({
    date: `2026-01-01 ${two(23 - Math.floor(index / 60))}:${two(59 - (index % 60))}:00`,
    ...rest,
  }));
}

/** The context of a library's pages, and the library itself. */
export type Context = PageContext & { readonly library: Library };

export function contextWith(made: Library): Context {
  const library = withListed({ ...made, outline: newOutline() });
  return { library, ...contextOf(library) };
}

/** A library as the build makes it from files. */
export function toContext({ posts, about, url = 'https://example.org', site: settings = {} }: Sample): Context {
  const lines = Object.entries({ url, ...settings }).map(
    ([key, value]) => `${key}: ${key === 'tag_map' ? value : JSON.stringify(value)}`,
  );
  const { site, defects } = readSite(Buffer.from(lines.join('\n')), '_site.yml');
  expect(defects).to.deep.equal([]);
  const entries = [
    ...posts.map((post, index) => {
      const file = `${post.slug ?? `cs-${index}`}.md`;
      return toArticle({ source: file, frontMatter: toFrontMatter(post), site }).article;
    }),
    ...(about === undefined
      ? []
      : [toPage({ source: 'pages/about.md', frontMatter: toFrontMatter({ title: about }), site }).page]),
  ];
  const { library } = toLibrary({
    candidates: entries.map((entry) => ({ entry, defects: [], placeOf: () => top })),
    site,
    statics: new Set(['/images/封面.png']),
    lenient: false,
  });
  return contextWith(library);
}

function toFrontMatter({ slug: _slug, ...post }: Post): FrontMatter {
  const fields = {
    title: '标题',
    date: '2026-01-01 08:00:00',
    categories: '[技术, 计算机基础]',
    tags: '[计算机基础, UTF-8]',
    description,
    ...post,
  };
  const quoted = ['title', 'description', 'password', 'cover'];
  const lines = Object.entries(fields).map(
    ([key, value]) => `${key}: ${quoted.includes(key) ? JSON.stringify(value) : value}`,
  );
  const frontMatter = readFrontMatter(`---\n${lines.join('\n')}\n---\n\n正文。\n`);
  if ('findings' in frontMatter) throw new Error(JSON.stringify(frontMatter.findings));
  return frontMatter;
}

/** The props of an article as the build passes them to the theme. The default is the first article of the library. */
export function propsOf({ library }: Context, article = library.articles[0]!): PostProps {
  const content = inject('<p>正文。</p>\n', article, library.site);
  return { article, content, headings: [], words: 3, ...createSurroundings(library)(article) };
}

const viewsOf = (listings: readonly Listing[], context: Context): View[] => listings.map(({ view }) => view(context));
const cardsIn = ({ library }: Context): ReturnType<typeof cardsOf> => cardsOf(library.listed);
const cardsWith = (group: Group, groups: readonly CardGroup[]): CardGroup =>
  groups.find(({ slug }) => slug === group.slug)!;

export const homeViews = (context: Context): View[] => viewsOf(homeListings(cardsIn(context)), context);
export const archivesViews = (context: Context): View[] =>
  viewsOf(archivesListings(cardsIn(context).articles), context);
export const categoryViews = (group: Group, context: Context): View[] =>
  viewsOf(categoryListings(cardsWith(group, cardsIn(context).categories)), context);
export const tagViews = (group: Group, context: Context): View[] =>
  viewsOf(tagListings(cardsWith(group, cardsIn(context).tags)), context);
export const categoriesView = (context: Context): View => categoriesListing(cardsIn(context)).view(context);
export const tagsView = (context: Context): View => tagsListing(cardsIn(context).tags).view(context);
export const notFoundView = (context: Context): View => notFoundListing(cardsIn(context).articles).view(context);
export const loginView = (context: Context): View => loginListing().view(context);

/** A whole HTML document. */
export const toDocument = (view: View, context: PageContext): string => wholePage(toPageParts(view, context));

export function everyPage(context: Context): string[] {
  const { articles, pages, categories, tags } = context.library;
  const views = [
    ...homeViews(context),
    ...archivesViews(context),
    categoriesView(context),
    ...categories.flatMap((group) => categoryViews(group, context)),
    tagsView(context),
    ...tags.flatMap((group) => tagViews(group, context)),
    notFoundView(context),
    ...articles.map((article) => postView(propsOf(context, article), context)),
    ...pages.map((page) => pageView({ page, content: '<p>关于。</p>' }, context)),
  ];
  return [...views.map((view) => toDocument(view, context)), redirectDocument('/old/', '/posts/cs-0/', context.site)];
}
