// A search index of entries alone, for sites that publish none: it knows titles, names and descriptions, and no body.
import { countTerms } from './counts.ts';
import type { Entry } from '../schema.ts';
import type { SearchIndex } from './rank.ts';
import { normalize } from './terms.ts';
import { createLines } from './lines.ts';
import { toLevel, weigh } from './weights.ts';

// The entries of a site are one array until its index changes.
const known = new WeakMap<readonly Entry[], SearchIndex>();

export function indexEntries(entries: readonly Entry[]): SearchIndex {
  const made = known.get(entries) ?? makeIndex(entries);
  known.set(entries, made);
  return made;
}

function makeIndex(entries: readonly Entry[]): SearchIndex {
  const lines = createLines();
  entries.forEach(({ title, slug, categories, tags, description }, post) => {
    const fields = weigh({
      title: normalize(title),
      names: normalize([slug, ...categories, ...tags].join('\n')),
      description: normalize(description),
    });
    countTerms('', fields).each(0, (term, said) => lines.add(term, post, toLevel(said)));
  });
  return {
    tags: [],
    posts: new Map(entries.map(({ slug }, post) => [slug, post])),
    lines: [...lines.written()],
    formsOf: (text) => [text],
  };
}
