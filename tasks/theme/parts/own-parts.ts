// The parts that the owner's functions add to the page of a post (`parts` of `_site.js`).
import { raw } from '#pdc/markup';
import type { Markup } from '#pdc/markup';
import type { Article } from '#pdc/article/article';
import type { Defect } from '#pdc/defect';
import { toPublic } from '#pdc/endpoints/posts';
import type { Library } from '#pdc/library/library';
import { placeInSeries } from '#pdc/library/series';
import type { SeriesPlace } from '#pdc/library/series';
import { rebaseTags } from '#pdc/markdown/links';
import type { Site } from '#pdc/site';
import { call, kindOf, partPlaces, toDefect } from '#pdc/site-functions';
import type { Part, Parts, SiteFunctions } from '#pdc/site-functions';
import { blockedScripts } from '#pdc/site-head';
import { message } from '#pdc/message';
import type { Message } from '#pdc/message';

type PartName = keyof Parts;
type ArticleParts = {
  readonly parts: Readonly<Partial<Record<PartName, Markup>>>;
  readonly defects: readonly Defect[];
};
type Around = Pick<Library, 'site' | 'articles'>;

// The parts of an article are needed for its defects and for its page: each function is called once. Of other articles
// they are told its place in a series alone.
const known = new WeakMap<Site, WeakMap<Article, ArticleParts & { readonly place: SeriesPlace | undefined }>>();

export const ownParts = (article: Article, library: Around): ArticleParts['parts'] => make(article, library).parts;

/** The defects of the parts of all articles. A defect that many articles share is reported once, with the first of them. */
export function partDefects(library: Library): Defect[] {
  const { site, articles, nameOf } = library;
  const found = new Map<string, { readonly defect: Defect; readonly first: string; count: number }>();
  for (const article of site.functions?.parts ? articles : []) {
    for (const defect of make(article, library).defects) {
      const key = JSON.stringify(defect);
      const same = found.get(key);
      if (same) same.count += 1;
      else found.set(key, { defect, first: nameOf(article.source), count: 1 });
    }
  }
  return [...found.values()].map(({ defect, first, count }) => {
    const [fault, article] = [defect.message, first];
    const shared =
      count === 1 ? message('forArticle', { fault, article }) : message('forArticles', { fault, article, count });
    return { ...defect, message: shared };
  });
}

function make(article: Article, library: Around): ArticleParts {
  const { site } = library;
  const { functions } = site;
  if (!functions?.parts) return none;
  const ofSite = known.get(site) ?? new WeakMap<Article, ArticleParts & { place: SeriesPlace | undefined }>();
  known.set(site, ofSite);
  const place = placeInSeries(article, library);
  const before = ofSite.get(article);
  if (before && before.place?.part === place?.part && before.place?.of === place?.of) return before;
  const made = { ...makeAll(article, { library, functions }), place };
  ofSite.set(article, made);
  return made;
}

const none: ArticleParts = { parts: {}, defects: [] };

function makeAll(
  article: Article,
  { library, functions }: { library: Around; functions: SiteFunctions },
): ArticleParts {
  const { site } = library;
  const defects: Defect[] = [];
  const parts: Partial<Record<PartName, Markup>> = {};
  for (const place of partPlaces) {
    const part: Part | undefined = functions.parts?.[place];
    if (!part) continue;
    const name = `parts.${place}`;
    const given = call(functions, {
      name,
      run: () => part(toPublic(article, library)),
      check: (value) => faultOf(name, value),
    });
    if ('defect' in given) defects.push(given.defect);
    else if (given.value) {
      parts[place] = raw(`\n${rebaseTags(site, given.value)}`);
      for (const fault of blockedScripts(given.value, { site, where: name }))
        defects.push({ ...toDefect(functions, fault), severity: 'warn' });
    }
  }
  return { parts, defects };
}

const faultOf = (name: string, value: unknown): Message | undefined =>
  value === undefined || typeof value === 'string' ? undefined : message('partNotText', { name, kind: kindOf(value) });
