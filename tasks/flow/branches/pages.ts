// The human branch: every text rendered, sealed where it is locked, injected, laid out and minified.
import type { Article, Page } from '#pdc/article/article';
import type { PageParts } from '#pdc/document';
import { entriesShowing } from '#pdc/library/edits';
import { pathOf } from '#pdc/library/addresses';
import type { Library } from '#pdc/library/library';
import { toFile } from '#pdc/paths';
import type { TextLinks } from '#pdc/library/text-links';
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
import { createSizes } from '../image-sizes.ts';
import { contextOf, createSurroundings } from './shown.ts';
import type { Keys } from '../keys.ts';
import type { Edition } from '../read.ts';
import type { Branch, Row } from '../reuse.ts';

export type PagesOptions = {
  /** `false` skips minifying, the slowest step: for a check that writes nothing. */
  readonly minified: boolean;
  readonly keys: Keys;
};

type PageRow = Row & { readonly entry: Article | Page };

/** The name of an entry's row. */
export const pageRow = ({ source }: Article | Page): string => `page ${source}`;

/** A page for every entry; after edits, only for entries whose pages change. */
export function pages(edition: Edition, { minified, keys }: PagesOptions): Branch<PageRow> {
  const { library, statics, edits } = edition;
  const { site } = library;
  const entries = edits ? entriesShowing(edits, library) : [...library.articles, ...library.pages];
  const rows = entries.map((entry) => ({
    entry,
    name: pageRow(entry),
    // A text that was never rendered has no key: its links are not known yet.
    key: (text?: TextLinks) => text && keys.pageKey(entry, text.links),
  }));
  return {
    rows,
    make: (stale) =>
      chain(
        entryFiles(stale),
        render(library, { sizeOf: createSizes(statics), showPrompt: promptBlock(site) }),
        seal({
          site,
          shownIn: ({ entry, content, rendered }) =>
            lockedSecret({ html: content, ...rendered! }, { article: entry as Article, site }),
          formOf: (envelope) => lockedForm(envelope, { site }),
        }),
        inject(site),
        layout(layoutOf(library)),
        minified ? minify(site.minify.exclude) : unminified(),
      ),
  };

  /** Yields one file at a time, so that ten thousand bodies are not in memory as bytes and as text at once. */
  function* entryFiles(stale: readonly PageRow[]): Generator<EntryFile> {
    for (const row of stale) yield toEntryFile(row.entry, { path: fileOf(pathOf(site, row.entry)), row });
  }
}

/** Makes the page of an entry from its rendered text. */
export function layoutOf(library: Library): (file: Pick<EntryFile, 'entry' | 'rendered' | 'content'>) => PageParts {
  const context = contextOf(library);
  const surroundingsOf = createSurroundings(library);
  return ({ entry, rendered, content }) => {
    if (entry.layout === 'page') return toPageParts(pageView({ page: entry, content }, context), context);
    const { headings, words } = rendered!;
    const props = { article: entry, content, headings, words, ...surroundingsOf(entry) };
    return toPageParts(postView(props, context), context);
  };
}

/** The path of a page's file, from "/" like every path in our streams. */
export const fileOf = (sitePath: string): string => `/${toFile(sitePath)}`;
