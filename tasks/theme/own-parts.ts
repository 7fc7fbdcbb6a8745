// What the site's owner puts on the page of a post (`parts` of `_site.js`).
import { raw } from '#pdc/markup';
import type { Markup } from '#pdc/markup';
import type { Article } from '#pdc/article/article';
import type { Defect } from '#pdc/defect';
import { toPublic } from '#pdc/endpoints/posts';
import type { Library } from '#pdc/library/library';
import { rebaseTags } from '#pdc/markdown/links';
import type { Site } from '#pdc/site';
import { call, kindOf, partPlaces, toDefect } from '#pdc/site-functions';
import type { Part, Parts, SiteFunctions } from '#pdc/site-functions';
import { blockedScripts, saysPolicy } from '#pdc/site-head';

type Place = keyof Parts;
type Made = { readonly parts: Readonly<Partial<Record<Place, Markup>>>; readonly defects: readonly Defect[] };

// Asked for by whoever tells defects, and by each page that shows them.
const known = new WeakMap<Site, WeakMap<Article, Made>>();

export const ownParts = (article: Article, site: Site): Made['parts'] => make(article, site).parts;

/** What is wrong with the parts of all articles. What is wrong with many is told of the first. */
export function partDefects({ site, articles, nameOf }: Library): Defect[] {
  const found = new Map<string, { readonly defect: Defect; readonly first: string; count: number }>();
  for (const article of site.functions?.parts ? articles : []) {
    for (const defect of make(article, site).defects) {
      const key = JSON.stringify(defect);
      const same = found.get(key);
      if (same) same.count += 1;
      else found.set(key, { defect, first: nameOf(article.source), count: 1 });
    }
  }
  return [...found.values()].map(({ defect, first, count }) => {
    const others = count === 1 ? '' : `, the first of ${count}`;
    return { ...defect, message: `${defect.message} (for ${first}${others})` };
  });
}

function make(article: Article, site: Site): Made {
  const { functions } = site;
  if (!functions?.parts) return none;
  const ofSite = known.get(site) ?? new WeakMap<Article, Made>();
  known.set(site, ofSite);
  const made = ofSite.get(article) ?? makeAll(article, { site, functions });
  ofSite.set(article, made);
  return made;
}

const none: Made = { parts: {}, defects: [] };

function makeAll(article: Article, { site, functions }: { site: Site; functions: SiteFunctions }): Made {
  const defects: Defect[] = [];
  const parts: Partial<Record<Place, Markup>> = {};
  for (const place of partPlaces) {
    const part: Part | undefined = functions.parts?.[place];
    if (!part) continue;
    const name = `parts.${place}`;
    const given = call(functions, { name, run: () => part(toPublic(article, site)), check: faultOf });
    if ('defect' in given) defects.push(given.defect);
    else if (given.value) {
      parts[place] = raw(`\n${rebaseTags(site, given.value)}`);
      for (const { message } of saysPolicy(site) ? [] : blockedScripts({ ...site, head: [given.value] }))
        defects.push({ ...toDefect(functions, `${name} ${message}`), severity: 'warn' });
    }
  }
  return { parts, defects };
}

const faultOf = (value: unknown): string | undefined =>
  value === undefined || typeof value === 'string'
    ? undefined
    : `gave ${kindOf(value)}: give HTML as text, or undefined where there is nothing to show`;
