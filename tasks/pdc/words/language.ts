// Chooses the language of everything around the texts of a site: Chinese for sites in Chinese, English for all others.

/** `language` as `_site.yml` has it. */
export const isChinese = ({ language }: { readonly language: string }): boolean => /^zh\b/i.test(language);

/** A text in both languages, or code that is the same in both. */
export type Words = string | { readonly en: string; readonly zh: string };

export function wordsIn(words: Words, language: string): string {
  if (typeof words === 'string') return words;
  return isChinese({ language }) ? words.zh : words.en;
}
