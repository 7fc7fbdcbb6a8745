// Slugs: names as addresses have them.
import { slugify } from 'transliteration';

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

/** Lowercase ASCII words joined by hyphens; Han characters as pinyin. Never empty. */
export function toAsciiSlug(text: string): string {
  const spaced = text
    .normalize('NFKC')
    .replace(/(?<=[a-z0-9])(?=\p{Script=Han})|(?<=\p{Script=Han})(?=[a-z0-9])/giu, ' ');
  return (
    slugify(spaced, { lowercase: true, separator: '-' })
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'untitled'
  );
}

export const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);
