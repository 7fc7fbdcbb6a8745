// Results that are computed once for an object and kept as long as it exists.

/**
 * A pure function whose last result for each first argument is kept: it is computed again only when another argument differs.
 * The arguments are frozen, so an equal object is the same object. Do not pass it to `map` and its like, whose index and list are
 * arguments too.
 */
export function remember<K extends object, A extends readonly unknown[], T>(
  make: (key: K, ...others: A) => T,
): (key: K, ...others: A) => T {
  const results = new WeakMap<K, { readonly others: A; readonly result: T }>();
  return (key, ...others) => {
    const last = results.get(key);
    if (last && isSame(last.others, others)) return last.result;
    const result = make(key, ...others);
    results.set(key, { others, result });
    return result;
  };
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((other, index) => other === b[index]);
