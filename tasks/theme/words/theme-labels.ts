// Picks the labels of a site's language.
import { isChinese } from '#pdc/words/language';
import type { Site } from '#pdc/site/site';
import { english } from './english-labels.ts';
import { chinese } from './chinese-labels.ts';
import type { Words } from './chinese-labels.ts';

export type { Words };

export const wordsOf = (site: Pick<Site, 'language'>): Words => (isChinese(site) ? chinese : english);
