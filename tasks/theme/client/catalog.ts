// What the site's search reads, fetched once: the index of terms and the list of articles.
import { openSearchIndex } from '#pdc/search/rank';
import type { SearchIndex } from '#pdc/search/rank';
import type { Entry } from '#pdc/schema';

export type Catalog = { readonly index: SearchIndex; readonly entries: readonly Entry[] };

/** The root of the site, which may stand below a path: scripts are one folder below it. */
const siteRoot = new URL('..', import.meta.url);

let catalog: Promise<Catalog> | undefined;

/** Rejects when the network fails; asked again, it tries again. */
export function loadCatalog(): Promise<Catalog> {
  catalog ??= fetchCatalog().catch((error: unknown) => {
    catalog = undefined;
    throw error;
  });
  return catalog;
}

async function fetchCatalog(): Promise<Catalog> {
  const [index, list] = await Promise.all([fetchText('api/search-index.json'), fetchText('api/index.json')]);
  return { index: openSearchIndex(index), entries: (JSON.parse(list) as { posts: Entry[] }).posts };
}

export async function fetchText(path: string): Promise<string> {
  const response = await fetch(new URL(path, siteRoot));
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.text();
}

/** Where an article stands on the host that this page came from: a preview has another than the entry names. */
export const addressOf = ({ url }: Entry): string => new URL(url).pathname;
