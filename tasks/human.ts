// The human branch: every text rendered, injected, laid out and minified; then the lists of them.
import type { Readable } from 'node:stream';
import type { Article, Page } from '#pdc/article';
import type { PageParts } from '#pdc/document';
import { pathOf } from '#pdc/library';
import type { Library } from '#pdc/library';
import type { Rendered } from '#pdc/markdown';
import { toFile } from '#pdc/paths';
import { createRelated } from '#pdc/related';
import { createSizes } from './image-sizes.ts';
import type { Edition } from './read.ts';
import { inject } from './stages/inject.ts';
import { layout } from './stages/layout.ts';
import { minify } from './stages/minify.ts';
import { render } from './stages/render.ts';
import { seal } from './stages/seal.ts';
import { fillPage, toEntryFile, toOutputFile } from './stages/vinyl.ts';
import type { EntryFile, PageFile } from './stages/vinyl.ts';
import { chain } from './streams.ts';
import { toPageParts } from './theme/document.ts';
import type { Context, View } from './theme/document.ts';
import {
  archivesViews,
  categoriesView,
  categoryViews,
  homeViews,
  notFoundView,
  tagsView,
  tagViews,
} from './theme/lists.ts';
import { lockedForm, lockedSecret } from './theme/locked.ts';
import { loginView } from './theme/login.ts';
import { pageView } from './theme/page.ts';
import { postView } from './theme/post.ts';
import { promptBlock } from './theme/prompt.ts';
import { redirectDocument } from './theme/redirect.ts';

export type HumanOptions = {
  readonly minified: boolean;
  /** The articles and pages to make pages of. */
  readonly entries: readonly (Article | Page)[];
  readonly observe: (entry: Article | Page, rendered: Rendered) => void;
};

/** A page for every entry, shown in the whole library. */
export function human({ library, statics }: Edition, { minified, entries, observe }: HumanOptions): Readable {
  const { site } = library;
  return chain(
    entryFiles(library, entries),
    render(library, { sizeOf: createSizes(statics), observe, showPrompt: promptBlock }),
    seal({
      site,
      secretOf: ({ contents, rendered }) => lockedSecret({ html: contents.toString(), ...rendered! }),
      formOf: (envelope) => lockedForm(envelope, { library }),
    }),
    inject(site),
    layout(layoutOf(library)),
    ...minifier(library, minified),
  );
}

/** One at a time: ten thousand bodies need not be bytes and text at once. */
function* entryFiles({ site }: Library, entries: HumanOptions['entries']): Generator<EntryFile> {
  for (const entry of entries) yield toEntryFile(entry, fileOf(pathOf(site, entry)));
}

/** The pages of lists that show some of the articles. */
export function listsWith(
  { library }: Pick<Edition, 'library'>,
  { minified, shown }: Pick<HumanOptions, 'minified'> & { readonly shown: ReadonlySet<Article> },
): Readable {
  const context = { library, shown };
  const { site, categories, tags } = library;
  const views = [
    ...homeViews(context),
    ...archivesViews(context),
    ...[...categories].flatMap((group) => categoryViews(group, context)),
    ...[...tags].flatMap((group) => tagViews(group, context)),
  ];
  return chain(
    views.map((view) => toPageFile(view, context)),
    ...minifier({ site }, minified),
  );
}

/** Home, archives, categories, tags, the page for what is not there, and a redirect for every alias. */
export function lists({ library }: Edition, { minified }: Pick<HumanOptions, 'minified'>): Readable {
  return chain(listOutputs(library), ...minifier(library, minified));
}

export function* listOutputs(library: Library): Generator<PageFile> {
  const context = { library };
  const toPage = (view: View): PageFile => toPageFile(view, context);
  for (const view of homeViews(context)) yield toPage(view);
  for (const view of archivesViews(context)) yield toPage(view);
  yield toPage(categoriesView(context));
  for (const group of library.categories) yield* categoryViews(group, context).map(toPage);
  yield toPage(tagsView(context));
  for (const group of library.tags) yield* tagViews(group, context).map(toPage);
  yield toPage(notFoundView(context));
  if (library.site.auth !== undefined) yield toPage(loginView(context));
  for (const article of library.articles) {
    for (const alias of article.aliases) {
      const contents = redirectDocument(alias, pathOf(library.site, article), context);
      yield toOutputFile({ path: fileOf(alias), contents });
    }
  }
}

function toPageFile(view: View, context: Context): PageFile {
  const { before, main, after } = toPageParts(view, context);
  return fillPage(toOutputFile({ path: fileOf(view.path), contents: '' }), { before, main: [main], after });
}

/** Puts what was rendered of an entry into its page. */
export function layoutOf(
  library: Library,
): (file: Pick<EntryFile, 'entry' | 'rendered'>, content: string) => PageParts {
  const { articles } = library;
  const indexes = new Map(articles.map((article, index) => [article, index]));
  const relatedTo = createRelated(library);
  return ({ entry, rendered }, content) => {
    if (entry.layout === 'page') return toPageParts(pageView({ page: entry, content }, { library }), { library });
    const index = indexes.get(entry)!;
    const { headings, words } = rendered!;
    const neighbours = { ...present('newer', articles[index - 1]), ...present('older', articles[index + 1]) };
    const around = { ...neighbours, related: relatedTo(entry) };
    return toPageParts(postView({ article: entry, content, headings, words, ...around }, { library }), { library });
  };
}

function present<K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> {
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<K, T>>);
}

const minifier = ({ site }: Pick<Library, 'site'>, minified: boolean): NodeJS.ReadWriteStream[] =>
  minified ? [minify(site.minify.exclude)] : [];

/** The path of a page's file, from "/" like every path in our streams. */
export const fileOf = (sitePath: string): string => `/${toFile(sitePath)}`;
