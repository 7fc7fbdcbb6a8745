// Which language a site speaks around its texts: Chinese to readers of Chinese, English to all others.

/** `language` as `_site.yml` has it. */
export const isChinese = ({ language }: { readonly language: string }): boolean => /^zh\b/i.test(language);
