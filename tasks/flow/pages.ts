// The human branch: every text rendered, sealed where it is locked, injected, laid out and minified.
import type { Article, Page } from '#pdc/article/article';
import type { PageParts } from '#pdc/document';
import { entriesShowing } from '#pdc/library/edits';
import { pathOf } from '#pdc/library/addresses';
import { listed } from '#pdc/library/listed';
import type { Library } from '#pdc/library/library';
import { toFile } from '#pdc/paths';
import { createRelated } from '#pdc/library/related';
import { inject } from '../stages/inject.ts';
import { layout } from '../stages/layout.ts';
import { minify, unminified } from '../stages/minify.ts';
import { render } from '../stages/render.ts';
import { seal } from '../stages/seal.ts';
import { toEntryFile } from '../stages/vinyl.ts';
import type { EntryFile } from '../stages/vinyl.ts';
import { chain } from '../stages/chain.ts';
import { toPageParts } from '../theme/document.ts';
import { lockedForm, lockedSecret } from '../theme/locked.ts';
import { pageView } from '../theme/page.ts';
import { postView } from '../theme/post.ts';
import { promptBlock } from '../theme/prompt.ts';
import { createSizes } from './image-sizes.ts';
import type { Keys } from './keys.ts';
import type { LinkCheck } from './link-check.ts';
import type { Edition } from './read.ts';
import type { Branch, Row } from './reuse.ts';

export type PagesOptions = {
  /** `false` leaves out the step that costs most: for a check that writes nothing. */
  readonly minified: boolean;
  readonly keys: Keys;
  readonly links: LinkCheck;
};

type PageRow = Row & { readonly entry: Article | Page };

/** A page for every entry, shown in the whole library; after edits, those that show something else. */
export function pages(edition: Edition, { minified, keys, links }: PagesOptions): Branch<PageRow> {
  const { library, statics, edits } = edition;
  const { site } = library;
  const entries = edits ? entriesShowing(edits, library) : [...library.articles, ...library.pages];
  const rows = entries.map((entry) => ({
    entry,
    name: `page ${entry.source}`,
    key: () => keyOf(entry),
    onReuse: () => links.follow(entry),
  }));
  return {
    rows,
    make: (stale) =>
      chain(
        entryFiles(stale),
        render(library, { sizeOf: createSizes(statics), observe: links.observe, showPrompt: promptBlock(site) }),
        seal({
          site,
          shownIn: ({ entry, content, rendered }) =>
            lockedSecret({ html: content, ...rendered! }, { article: entry as Article, library }),
          formOf: (envelope) => lockedForm(envelope, { library }),
        }),
        inject(site),
        layout(layoutOf(library)),
        minified ? minify(site.minify.exclude) : unminified(),
      ),
  };

  /** Before a text was rendered once, nobody knows its links. */
  function keyOf(entry: Article | Page): string | undefined {
    const seen = links.seen(entry);
    return seen && keys.ofPage(entry, seen.links);
  }

  /** One at a time: ten thousand bodies need not be bytes and text at once. */
  function* entryFiles(stale: readonly PageRow[]): Generator<EntryFile> {
    for (const row of stale) yield toEntryFile(row.entry, { path: fileOf(pathOf(site, row.entry)), row });
  }
}

/** Puts what was rendered of an entry into its page. */
export function layoutOf(library: Library): (file: Pick<EntryFile, 'entry' | 'rendered' | 'content'>) => PageParts {
  const told = listed(library);
  const { articles } = told;
  const indexes = new Map(articles.map((article, index) => [article, index]));
  const relatedTo = createRelated(told);
  return ({ entry, rendered, content }) => {
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

/** The path of a page's file, from "/" like every path in our streams. */
export const fileOf = (sitePath: string): string => `/${toFile(sitePath)}`;
