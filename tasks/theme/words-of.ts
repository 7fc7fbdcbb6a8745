// Which words a site speaks.
import { isChinese } from '#pdc/language';
import type { Site } from '#pdc/site';
import { english } from './words-english.ts';
import { chinese } from './words.ts';
import type { Words } from './words.ts';

export type { Words };

export const wordsOf = (site: Pick<Site, 'language'>): Words => (isChinese(site) ? chinese : english);
