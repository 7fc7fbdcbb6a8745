// The outline of a library: everything except its texts. Libraries with the same outline object differ only in texts,
// so results that depend only on cards, terms and addresses are computed once for all such libraries.

/** Only the identity of the object matters. The listed library has its own outline. */
export type Outline = { readonly listed: object };

export const newOutline = (): Outline => ({ listed: {} });

/** Wraps a function that depends on everything in a library except the texts. Its result is kept for each outline. */
export function byOutline<L extends { readonly outline: object }, T>(make: (library: L) => T): (library: L) => T {
  const results = new WeakMap<object, { readonly result: T }>();
  return (library) => {
    const cached = results.get(library.outline);
    if (cached) return cached.result;
    const result = make(library);
    results.set(library.outline, { result });
    return result;
  };
}
