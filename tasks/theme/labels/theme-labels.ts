// Picks the labels of a site's language.
import { isChinese } from '#pdc/words/language';
import type { Site } from '#pdc/site/site';
import { englishLabels } from './english-labels.ts';
import { chineseLabels } from './chinese-labels.ts';
import type { ThemeLabels } from './chinese-labels.ts';

export type { ThemeLabels };

export const themeLabelsOf = (site: Pick<Site, 'language'>): ThemeLabels =>
  isChinese(site) ? chineseLabels : englishLabels;
