// When two names are one, and the slug that a name has by itself. Apart from `slug.ts`: neither the browser's search
// nor the adapter needs transliteration.

/** Variants of case, width and surrounding space are one name. */
export const fold = (name: string): string => name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

/** The slug that an ASCII name has by itself; nothing where too little is left of it. */
export function toOwnSlug(name: string): string | undefined {
  const ascii = name.normalize('NFKC');
  return isAscii(ascii)
    ? ascii
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '') || undefined
    : undefined;
}

export const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/** Paths that look alike to their author: some file systems take them for one, hosts do not. */
export const alike = (path: string): string => path.normalize('NFC').toLowerCase();
