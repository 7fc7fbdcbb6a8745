// The parts that the owner's functions add to the page of a post (`parts` of `_site.js`).
import type { Article } from '#pdc/article/article';
import type { Defect } from '#pdc/words/defect';
import { toPublic } from '#pdc/endpoints/posts';
import { placeInSeries } from '#pdc/library/series';
import { rebaseTags } from '#pdc/markdown/links';
import { remember } from '#pdc/remember';
import type { Site } from '#pdc/site/site';
import { call, kindOf, partPlaces, toDefect } from '#pdc/site/owner-functions';
import type { Part, Parts } from '#pdc/site/owner-functions';
import { blockedScripts } from '#pdc/site/head-scripts';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

type PartName = keyof Parts;
/** HTML by the place on the page where it is added. */
export type ArticleParts = Readonly<Partial<Record<PartName, string>>>;
type MadeParts = { readonly parts: ArticleParts; readonly defects: readonly Defect[] };
type Around = { readonly site: Site; readonly articles: readonly Article[] };

export const ownParts = (article: Article, library: Around): ArticleParts => partsOf(article, library).parts;

/** The defects of the parts of all articles. A defect of many is reported once, with the first article's name. */
export function partDefects(library: Around & { readonly nameOf: (source: string) => string }): Defect[] {
  const { site, articles, nameOf } = library;
  const defectByKey = new Map<string, { readonly defect: Defect; readonly first: string; count: number }>();
  for (const article of site.functions?.parts ? articles : []) {
    for (const defect of partsOf(article, library).defects) {
      const key = JSON.stringify(defect);
      const same = defectByKey.get(key);
      if (same) same.count += 1;
      else defectByKey.set(key, { defect, first: nameOf(article.source), count: 1 });
    }
  }
  return [...defectByKey.values()].map(({ defect, first, count }) => {
    const [fault, article] = [defect.message, first];
    const shared =
      count === 1 ? message('forArticle', { fault, article }) : message('forArticles', { fault, article, count });
    return { ...defect, message: shared };
  });
}

function partsOf(article: Article, library: Around): MadeParts {
  const { site } = library;
  if (!site.functions?.parts) return none;
  const { part = 0, of = 0 } = placeInSeries(article, library) ?? {};
  return makeParts(article, site, part, of);
}

const none: MadeParts = { parts: {}, defects: [] };

/** Cached, because the parts of an article are needed for its defects and for its page. */
const makeParts = remember((article: Article, site: Site, part: number, of: number): MadeParts => {
  const functions = site.functions!;
  const series = article.series === undefined ? undefined : { name: article.series, part, of };
  const defects: Defect[] = [];
  const parts: Partial<Record<PartName, string>> = {};
  for (const place of partPlaces) {
    const part: Part | undefined = functions.parts?.[place];
    if (!part) continue;
    const name = `parts.${place}`;
    const result = call(functions, {
      name,
      run: () => part(toPublic(article, { site, series })),
      check: (value) => faultOf(name, value),
    });
    if ('defect' in result) defects.push(result.defect);
    else if (result.value) {
      parts[place] = `\n${rebaseTags(site, result.value)}`;
      for (const fault of blockedScripts(result.value, { site, where: name }))
        defects.push({ ...toDefect(functions, fault), severity: 'warn' });
    }
  }
  return { parts, defects };
});

const faultOf = (name: string, value: unknown): Message | undefined =>
  value === undefined || typeof value === 'string' ? undefined : message('partNotText', { name, kind: kindOf(value) });
