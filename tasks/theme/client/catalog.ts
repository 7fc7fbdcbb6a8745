// Loads the first file of the search index, and the pieces that a query needs. Loads each file once.
import { openSearchIndex, OutdatedIndex } from '#pdc/search/search';
import type { SearchIndex, SearchResult } from '#pdc/search/search';
import { searchPath } from '#pdc/site/paths';
import type { Entry } from '#pdc/site/schema';

/** The root of the site: the folder above the scripts. On its host, the site may be below a path. */
const siteRoot = new URL('..', import.meta.url);

let index: Promise<SearchIndex> | undefined;

type Request = { readonly query: string; readonly limit: number };

/** Rejects when the network fails; the next call tries again. If the site was rebuilt, the files are loaded again. */
export async function searchSite(request: Request): Promise<SearchResult & { readonly forms: readonly string[] }> {
  try {
    return await ask(request);
  } catch (error) {
    forget();
    if (error instanceof OutdatedIndex) return ask(request);
    throw error;
  }
}

async function ask(request: Request): Promise<SearchResult & { readonly forms: readonly string[] }> {
  index ??= fetchOnce(searchPath).then((text) => openSearchIndex(text, fetchOnce));
  const { search, formsOf } = await index;
  return { ...(await search(request)), forms: formsOf(request.query) };
}

function forget(): void {
  index = undefined;
  texts.clear();
}

const texts = new Map<string, Promise<string>>();

/** The text of a file of this site. Rejects when the network fails; the next call tries again. */
export function fetchOnce(path: string): Promise<string> {
  const text = texts.get(path) ?? fetchText(path);
  texts.set(path, text);
  text.catch(() => texts.delete(path));
  return text;
}

async function fetchText(path: string): Promise<string> {
  const response = await fetch(new URL(path.slice(1), siteRoot));
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.text();
}

/** The address of an article on the host of this page, because a preview has another host than the entry. */
export const addressOf = ({ url }: Pick<Entry, 'url'>): string => new URL(url).pathname;
