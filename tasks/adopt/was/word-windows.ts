// Converts successive words to numbers, by which texts are found on pages and compared with them.

/** A 32-bit number for each `size` words in a row, by the index of the first word. Equal rows have equal numbers. */
export function windowsOf(words: readonly string[], size: number): number[] {
  const single = words.map(hashOf);
  const windows: number[] = [];
  for (let at = 0; at + size <= single.length; at += 1) {
    let hash = 0;
    for (let index = at; index < at + size; index += 1) hash = (Math.imul(hash, 31) + single[index]!) >>> 0;
    // The low bits of a sum are not evenly spread.
    windows.push((hash ^ (hash >>> 15)) >>> 0);
  }
  return windows;
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
