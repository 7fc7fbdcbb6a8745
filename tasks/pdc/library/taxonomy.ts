// Joins the names of categories and tags to terms, and gives each term an ASCII slug (protocol section 5).
import { compare } from '../words/defect.ts';
import { fold, toOwnSlug } from '../text/fold.ts';
import { isOneEditApart } from '../text/near.ts';
import { toAsciiSlug } from '../text/slug.ts';

/** One category or tag of the site. */
export type Term = { readonly slug: string; readonly name: string };

/** A name that an article has, as written. The names of the newest article come first. */
export type Use = { readonly name: string; readonly mention: Mention };
/** Identifies the article that has a name. Each problem has the mention of its name. */
export type Mention = unknown;

type NameProblem = {
  readonly name: string;
  /** The proposed slug. */
  readonly proposal: string;
  readonly mention: Mention;
  /** Another name of the site, if `name` may be a misspelling of that name. */
  readonly likelyName?: string;
};

/** A name can be unmapped and also collide with another name. Then both problems are reported. */
export type TaxonomyProblem =
  | (NameProblem & { readonly kind: 'unmapped'; readonly collides: boolean })
  | (NameProblem & { readonly kind: 'collision'; readonly other: string; readonly slug: string });

export type Taxonomy = {
  /** The terms by slug, in order of first use. */
  readonly terms: ReadonlyMap<string, Term>;
  readonly problems: readonly TaxonomyProblem[];
  /**
   * Returns the term of a name. The name is one that an article has, or the name of a term itself. All names of a term
   * give the same object.
   */
  readonly termOf: (name: string) => Term;
};

/** Whether an entry of the map sets the name of its term, and not only the slug. */
export type NamesTerm = (name: string, slug: string) => boolean;

/**
 * Joins names to terms. Names with the same slug in the map are one term, which has the first of these names. A name
 * that is not in the map is spelled as in the newest article. Problems are reported once per name.
 */
export function toTaxonomy(
  uses: readonly Use[],
  map: Readonly<Record<string, string>>,
  namesTerm: NamesTerm = () => true,
): Taxonomy {
  const { slugs, names } = readMap(map, namesTerm);
  const newest = new Map<string, Use>();
  const counts = new Map<string, number>();
  for (const use of uses) {
    const folded = fold(use.name);
    if (!newest.has(folded)) newest.set(folded, use);
    counts.set(folded, (counts.get(folded) ?? 0) + 1);
  }
  const terms = new Map<string, Term>();
  const termByName = new Map<string, Term>();
  const problems: TaxonomyProblem[] = [];

  // A slug belongs to a name of the map if an article has such a name. Otherwise the slug belongs to the first name
  // that gives this slug.
  const owners = new Map<string, string>();
  for (const [folded, { name }] of newest) {
    const fromMap = slugs.get(folded);
    const ownSlug = toOwnSlug(name);
    const nameOfMap = fromMap === undefined ? undefined : names.get(fromMap);
    if (fromMap !== undefined && nameOfMap !== undefined) owners.set(fromMap, nameOfMap);
    else if (fromMap !== undefined && !owners.has(fromMap)) owners.set(fromMap, name.trim());
    else if (ownSlug !== undefined && !owners.has(ownSlug)) owners.set(ownSlug, name.trim());
  }

  const takenSlugs = new Set([...slugs.values(), ...owners.keys()]);
  const isUnmapped = ([folded, { name }]: readonly [string, Use]): boolean =>
    !slugs.has(folded) && toOwnSlug(name) === undefined;
  // If two names sound the same, the name that is in more articles, or in older ones, gets the slug, because the other
  // name may be mistyped.
  const unmapped = [...newest]
    .filter(isUnmapped)
    .reverse()
    .sort(([a], [b]) => counts.get(b)! - counts.get(a)!);
  const guess = createGuess({ mapped: Object.keys(map), frequent: unmapped.map(([, { name }]) => name.trim()) });

  const mapped = [...newest].filter((use) => !isUnmapped(use));
  for (const [folded, { name, mention }] of [...mapped, ...unmapped]) {
    const fromMap = slugs.get(folded);
    const ownSlug = fromMap ?? toOwnSlug(name);
    const preferredSlug = ownSlug ?? toAsciiSlug(name);
    const owner = owners.get(preferredSlug) ?? name.trim();
    const collides = fromMap === undefined && fold(owner) !== folded;
    let slug = preferredSlug;
    if (ownSlug === undefined || collides) {
      // Only the slug changes, not the name. A lenient build continues with the new slug.
      slug = freeSlug(name, preferredSlug, takenSlugs);
      takenSlugs.add(slug);
      const likelyName = ownSlug === undefined ? guess(name.trim()) : undefined;
      const problem = { name, proposal: slug, mention, ...(likelyName !== undefined && { likelyName }) };
      if (ownSlug === undefined) problems.push({ kind: 'unmapped', ...problem, collides });
      if (collides) problems.push({ kind: 'collision', ...problem, other: owner, slug: preferredSlug });
    }
    const ownerOfSlug = owners.get(slug) ?? name.trim();
    owners.set(slug, ownerOfSlug);
    const term = terms.get(slug) ?? { slug, name: ownerOfSlug };
    terms.set(slug, term);
    termByName.set(folded, term);
  }
  for (const term of terms.values()) termByName.set(fold(term.name), term);
  return {
    terms,
    problems,
    termOf: (name) => {
      const term = termByName.get(fold(name));
      if (!term) throw new Error(`no article carries the category or tag "${name}"`);
      return term;
    },
  };
}

/**
 * Returns a function for names without a slug, which may be misspelled. It finds a name that the author may have meant.
 * Such a name is in the map, or in more articles. The two names sound the same in pinyin (“开使” for “开始”, a typical
 * error of input methods), or they are long and differ in one character.
 */
function createGuess({ mapped, frequent }: Readonly<Record<'mapped' | 'frequent', readonly string[]>>) {
  const candidates = [...mapped, ...frequent].filter((name) => /\p{Script=Han}/u.test(name));
  let sounds: ReadonlyMap<string, string> | undefined;
  return (name: string): string | undefined => {
    // The first name for each sound.
    sounds ??= new Map(candidates.map((candidate) => [toAsciiSlug(candidate), candidate] as const).reverse());
    const sameSound = sounds.get(toAsciiSlug(name));
    if (sameSound !== undefined && sameSound !== name) return sameSound;
    const isNear = (candidate: string): boolean => [...candidate].length >= 4 && isOneEditApart(name, candidate);
    return candidates.slice(0, candidates.indexOf(name)).find(isNear);
  };
}

/** The slug of every folded name of the map, and the first name of every slug. */
function readMap(
  map: Readonly<Record<string, string>>,
  namesTerm: NamesTerm,
): {
  slugs: ReadonlyMap<string, string>;
  names: ReadonlyMap<string, string>;
} {
  const slugs = new Map<string, string>();
  const names = new Map<string, string>();
  for (const [name, slug] of Object.entries(map)) {
    // Only the first variant of a name counts.
    if (slugs.has(fold(name))) continue;
    slugs.set(fold(name), slug);
    if (!names.has(slug) && namesTerm(name, slug)) names.set(slug, name);
  }
  return { slugs, names };
}

/** A free slug: the given slug, a slug with the symbols of the name as words, or the given slug with a number. */
function freeSlug(name: string, slug: string, takenSlugs: ReadonlySet<string>): string {
  const spelled = toOwnSlug(
    name
      .replaceAll('++', ' plus plus ')
      .replaceAll('+', ' plus ')
      .replaceAll('#', ' sharp ')
      .replaceAll('.', ' dot ')
      .replaceAll('&', ' and ')
      .replaceAll('*', ' star '),
  );
  const free = [slug, spelled].find((proposal) => proposal !== undefined && !takenSlugs.has(proposal));
  if (free !== undefined) return free;
  let number = 2;
  while (takenSlugs.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/** Sorts terms by slug, as lists show them. */
export const bySlug = (a: Term, b: Term): number => compare(a.slug, b.slug);
