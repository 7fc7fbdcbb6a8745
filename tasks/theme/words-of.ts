// Which words a site speaks: Chinese to readers of Chinese, English to all others.
import type { Site } from '#pdc/site';
import { english } from './words-english.ts';
import { chinese } from './words.ts';
import type { Words } from './words.ts';

export type { Words };

export const isChinese = ({ language }: Pick<Site, 'language'>): boolean => /^zh\b/i.test(language);

export const wordsOf = (site: Pick<Site, 'language'>): Words => (isChinese(site) ? chinese : english);
