// The outline of a library: everything but its texts. Two libraries with the same outline object differ in texts alone, so
// what is made of cards, terms and addresses is made once for both.

/** Identity is all that matters. The listed library has an outline of its own. */
export type Outline = { readonly listed: object };

export const newOutline = (): Outline => ({ listed: {} });

/** A function of everything in a library but the texts: its result is kept for each outline. */
export function byOutline<L extends { readonly outline: object }, T>(make: (library: L) => T): (library: L) => T {
  const results = new WeakMap<object, { readonly result: T }>();
  return (library) => {
    const kept = results.get(library.outline);
    if (kept) return kept.result;
    const result = make(library);
    results.set(library.outline, { result });
    return result;
  };
}
