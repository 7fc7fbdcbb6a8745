// Compares names regardless of case and width, and makes the slug of an ASCII name. This file is separate from
// `slug.ts`, because the browser's search and the adapter need no transliteration.

/** Folds a name: names that differ only in case, width or white space become the same text. */
export const fold = (name: string): string => name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

/** The slug of an ASCII name; undefined for any other name, and for a name without letters and digits. */
export function toOwnSlug(name: string): string | undefined {
  const ascii = name.normalize('NFKC');
  return isAscii(ascii)
    ? ascii
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '') || undefined
    : undefined;
}

/** Lowercases A to Z only, so that every offset stays valid: `toLowerCase` makes two characters of "İ". */
export const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/** Folds a path. Some file systems treat paths with the same result as one file, but hosts do not. */
export const alike = (path: string): string => path.normalize('NFC').toLowerCase();
