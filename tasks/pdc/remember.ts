// Caches the result of a function for each object, as long as the object exists.

/**
 * Wraps a pure function. Keeps the last result for each value of the first argument, and computes it again only if one
 * of the other arguments changes. Arguments are compared by identity, so they should be frozen. Do not pass the
 * function to `map` and similar methods: they would add the index and the list as arguments.
 */
export function remember<K extends object, A extends readonly unknown[], T>(
  make: (key: K, ...args: A) => T,
): (key: K, ...args: A) => T {
  const results = new WeakMap<K, { readonly args: A; readonly result: T }>();
  return (key, ...args) => {
    const last = results.get(key);
    if (last && isSame(last.args, args)) return last.result;
    const result = make(key, ...args);
    results.set(key, { args, result });
    return result;
  };
}

/** Whether both lists have the same values in the same order. */
export const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);
