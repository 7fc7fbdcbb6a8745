// Makes slugs, the names in addresses.
import { slugify } from 'transliteration';

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
