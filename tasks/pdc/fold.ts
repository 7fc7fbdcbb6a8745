// When two names are one. Apart from slugs: the browser's search needs no transliteration.

/** Variants of case, width and surrounding space are one name. */
export const fold = (name: string): string => name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
