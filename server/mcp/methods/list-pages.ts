// Paginates lists with opaque cursors.
import { invalidParams } from './method-params.ts';

/** A list of a method, with the key of an item and the size of a page. */
export type List<T> = {
  readonly method: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly size?: number;
};

export type ListPage<T> = { readonly items: T[]; readonly nextCursor?: string };

/** The page after a cursor; without a cursor, the first page. Throws `InvalidParams` for a cursor of another list. */
export function pageOf<T>(list: List<T>, cursor: string | undefined): ListPage<T> {
  const { method, items, keyOf, size = 100 } = list;
  const start = cursor === undefined ? 0 : startBehind(list, cursor);
  const page = items.slice(start, start + size);
  const last = page.at(-1);
  if (last === undefined || start + size >= items.length) return { items: page };
  return { items: page, nextCursor: toCursor([method, keyOf(last)]) };
}

/** A cursor contains the key of the last item instead of an offset, so that new articles do not shift the pages. */
function startBehind<T>({ method, items, keyOf }: List<T>, cursor: string): number {
  const [forMethod, key] = fromCursor(cursor);
  const index = forMethod === method ? items.findIndex((item) => keyOf(item) === key) : -1;
  if (index === -1) throw invalidParams('Invalid cursor: use the unchanged nextCursor, or list again from the start');
  return index + 1;
}

const toCursor = (parts: readonly [string, string]): string => btoa(encodeURIComponent(JSON.stringify(parts)));

function fromCursor(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(decodeURIComponent(atob(cursor)));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
