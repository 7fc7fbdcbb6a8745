// The human branch makes the pages of articles and pages: render, seal if locked, inject, layout, minify.
import type { Article, Page } from '#pdc/article/article';
import type { PageParts } from '#pdc/text/document';
import { pathOf } from '#pdc/library/addresses';
import type { Library } from '#pdc/library/library';
import { toFile } from '#pdc/site/paths';
import { remember } from '#pdc/remember';
import type { Site } from '#pdc/site/site';
import { baseOf, linkTargets } from '#pdc/library/entry-links';
import type { LinkTargets } from '#pdc/library/entry-links';
import type { Link, Rendered } from '#pdc/markdown/render';
import { inject } from '../../stages/inject.ts';
import { layout } from '../../stages/layout.ts';
import { minify, unminified } from '../../stages/minify.ts';
import { render } from '../../stages/render.ts';
import { seal } from '../../stages/seal.ts';
import { toEntryFile } from '../../stages/vinyl.ts';
import type { EntryFile } from '../../stages/vinyl.ts';
import { chain } from '../../stages/chain.ts';
import { toPageParts } from '../../theme/pages/document.ts';
import { lockedForm, lockedSecret } from '../../theme/parts/locked.ts';
import { pageView } from '../../theme/pages/page.ts';
import { postView } from '../../theme/pages/post.ts';
import { promptBlock } from '../../theme/parts/prompt.ts';
import type { Context } from '../../theme/view.ts';
import { createSizes } from '../image-sizes.ts';
import { contextOf, createSurroundings } from './shown.ts';
import type { Surroundings } from './shown.ts';
import type { Edition } from '../edition.ts';
import type { Branch, Row } from '../rows.ts';

/** The arguments of a page, except for the targets of its links. */
type PageArgs = {
  readonly entry: Article | Page;
  readonly context: Context;
  /** The other articles and the terms that the page of an article shows. */
  readonly surroundings?: Surroundings;
};

type PageRow = Row & { readonly entry: Article | Page; readonly args: PageArgs };

const pageRow = ({ source }: Article | Page): string => `page ${source}`;

export type HumanOptions = {
  /** `false` for a check that writes nothing. */
  readonly minified: boolean;
  /** The last rendered text of a row, if rendering again would give the same result. */
  readonly lastText: (row: Row) => Rendered | undefined;
};

/** A page for every article and page. */
export function human(
  { library, statics }: Pick<Edition, 'library' | 'statics'>,
  { minified, lastText }: HumanOptions,
): Branch<PageRow> {
  const { site, pathBySource } = library;
  const { language, url, functions } = site;
  const textContext = { language, url, markdown: functions?.markdown };
  const argsOf = createPageArgs(library);
  const sizeOf = createSizes(statics);
  const rows = [...library.articles, ...library.pages].map((entry) => ({
    name: pageRow(entry),
    entry,
    args: argsOf(entry),
    textArgs: [entry, textContext],
    linkArgs: (links: readonly Link[]) => targetsOf(links, entry, site, pathBySource, statics),
  }));
  return {
    rows,
    make: (stale) =>
      chain(
        entryFiles(stale),
        render(library, {
          sizeOf,
          showPrompt: promptBlock(site),
          lastText: ({ row }) => lastText(row as PageRow),
        }),
        seal({
          site,
          shownIn: ({ entry, content, rendered }) =>
            lockedSecret({ html: content, ...rendered! }, { article: entry as Article, site }),
          formOf: (envelope) => lockedForm(envelope, { site }),
        }),
        inject(site),
        layout((file) => pageParts((file.row as PageRow).args, file)),
        minified ? minify(site.minify.exclude) : unminified(),
      ),
  };

  /** Yields one file at a time, so that ten thousand bodies are not in memory as bytes and as text at once. */
  function* entryFiles(stale: readonly PageRow[]): Generator<EntryFile> {
    for (const row of stale) yield toEntryFile(row.entry, { path: fileOf(pathOf(site, row.entry)), row });
  }
}

const targetsOf = remember(
  (
    links: readonly Link[],
    entry: Article | Page,
    site: Site,
    pathBySource: Library['pathBySource'],
    statics: Edition['statics'],
  ): LinkTargets => linkTargets(links, { base: baseOf({ site, pathBySource }, entry), sizeOf: createSizes(statics) }),
);

export function createPageArgs(library: Library): (entry: Article | Page) => PageArgs {
  const context = contextOf(library);
  const surroundingsOf = createSurroundings(library);
  return (entry) => ({ entry, context, ...(entry.layout === 'post' && { surroundings: surroundingsOf(entry) }) });
}

/** Makes the page of an entry from its rendered text. */
export function pageParts(
  { entry, context, surroundings }: PageArgs,
  { content, rendered }: Pick<EntryFile, 'content' | 'rendered'>,
): PageParts {
  if (entry.layout === 'page') return toPageParts(pageView({ page: entry, content }, context), context);
  const { headings, words } = rendered!;
  return toPageParts(postView({ article: entry, content, headings, words, ...surroundings! }, context), context);
}

/** The path of the file of a page. It begins with "/" like all paths in our streams. */
export const fileOf = (sitePath: string): string => `/${toFile(sitePath)}`;
