// Categories and tags: which names are one term, and the ASCII slug of each (protocol section 5).
import { compare } from '../words/defect.ts';
import { fold, toOwnSlug } from '../text/fold.ts';
import { isOneEditApart } from '../text/near.ts';
import { toAsciiSlug } from '../text/slug.ts';

/** One category or tag of the site. */
export type Term = { readonly slug: string; readonly name: string };

/** Names an article carries, as written; the newest article's come first. */
export type Use = { readonly name: string; readonly mention: Mention };
/** Who used a name: opaque here, handed back with a problem. */
export type Mention = unknown;

type NameProblem = {
  readonly name: string;
  /** The slug to map it to. */
  readonly proposal: string;
  readonly mention: Mention;
  /** A name of the site that this one may be a misspelling of. */
  readonly meant?: string;
};

/** A name without a slug of its own may also collide: both are told. */
export type TaxonomyProblem =
  | (NameProblem & { readonly kind: 'unmapped'; readonly collides: boolean })
  | (NameProblem & { readonly kind: 'collision'; readonly other: string; readonly slug: string });

export type Taxonomy = {
  /** By slug, in order of first use. */
  readonly terms: ReadonlyMap<string, Term>;
  readonly problems: readonly TaxonomyProblem[];
  /** The term of a name that an article carries, or of a term's name; names of one term give one and the same object. */
  readonly termOf: (name: string) => Term;
};

/** Whether an entry of a map names its term, or only gives it a slug. */
export type NamesTerm = (name: string, slug: string) => boolean;

/**
 * Joins names to terms. Names that the map sends to one slug are one term, called by the first name that the map lists;
 * where no name of the map is in use, the newest article's spelling is the term's name. Problems are told once per name.
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

  // A slug belongs to the map's names where one of them is in use, else to the first name that has it by itself.
  const owners = new Map<string, string>();
  for (const [folded, { name }] of newest) {
    const fromMap = slugs.get(folded);
    const own = toOwnSlug(name);
    const named = fromMap === undefined ? undefined : names.get(fromMap);
    if (named !== undefined) owners.set(fromMap!, named);
    else if (fromMap !== undefined && !owners.has(fromMap)) owners.set(fromMap, name.trim());
    else if (own !== undefined && !owners.has(own)) owners.set(own, name.trim());
  }

  const taken = new Set([...slugs.values(), ...owners.keys()]);
  const isUnmapped = ([folded, { name }]: readonly [string, Use]): boolean =>
    !slugs.has(folded) && toOwnSlug(name) === undefined;
  // Of two names that sound the same the one in more or in older articles has the slug: the other may be mistyped.
  const unmapped = [...newest]
    .filter(isUnmapped)
    .reverse()
    .sort(([a], [b]) => counts.get(b)! - counts.get(a)!);
  const guess = createGuess({ mapped: Object.keys(map), frequent: unmapped.map(([, { name }]) => name.trim()) });

  for (const [folded, { name, mention }] of [...[...newest].filter((each) => !isUnmapped(each)), ...unmapped]) {
    const fromMap = slugs.get(folded);
    const own = fromMap ?? toOwnSlug(name);
    const wanted = own ?? toAsciiSlug(name);
    const owner = owners.get(wanted) ?? name.trim();
    const collides = fromMap === undefined && fold(owner) !== folded;
    let slug = wanted;
    if (own === undefined || collides) {
      // The name stays what its author wrote, also where a lenient build goes on: only its slug is another.
      slug = freeSlug(name, wanted, taken);
      taken.add(slug);
      const meant = own === undefined ? guess(name.trim()) : undefined;
      const problem = { name, proposal: slug, mention, ...(meant !== undefined && { meant }) };
      if (own === undefined) problems.push({ kind: 'unmapped', ...problem, collides });
      if (collides) problems.push({ kind: 'collision', ...problem, other: owner, slug: wanted });
    }
    if (!owners.has(slug)) owners.set(slug, name.trim());
    if (!terms.has(slug)) terms.set(slug, { slug, name: owners.get(slug)! });
    termByName.set(folded, terms.get(slug)!);
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
 * Guesses which name of the site a name without a slug is a misspelling of: a mapped name, or one of more articles, that
 * sounds the same in pinyin (“开使” for “开始”, as input methods err) or, if it is long, differs in one character.
 */
function createGuess({ mapped, frequent }: Readonly<Record<'mapped' | 'frequent', readonly string[]>>) {
  const all = [...mapped, ...frequent].filter((name) => /\p{Script=Han}/u.test(name));
  let sounds: ReadonlyMap<string, string> | undefined;
  return (name: string): string | undefined => {
    // The first of those that sound the same.
    sounds ??= new Map(all.map((other) => [toAsciiSlug(other), other] as const).reverse());
    const alike = sounds.get(toAsciiSlug(name));
    if (alike !== undefined && alike !== name) return alike;
    const isNear = (other: string): boolean => [...other].length >= 4 && isOneEditApart(name, other);
    return all.slice(0, all.indexOf(name)).find(isNear);
  };
}

/** The slug of every name of the map, folded, and the first name of every slug. */
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
    // A variant of a name that was listed before says nothing new.
    if (slugs.has(fold(name))) continue;
    slugs.set(fold(name), slug);
    if (!names.has(slug) && namesTerm(name, slug)) names.set(slug, name);
  }
  return { slugs, names };
}

/** A slug that nobody has: the name's own, else one that spells its signs, else one with a number. */
function freeSlug(name: string, slug: string, taken: ReadonlySet<string>): string {
  const spelled = toOwnSlug(
    name
      .replaceAll('++', ' plus plus ')
      .replaceAll('+', ' plus ')
      .replaceAll('#', ' sharp ')
      .replaceAll('.', ' dot ')
      .replaceAll('&', ' and ')
      .replaceAll('*', ' star '),
  );
  const free = [slug, spelled].find((proposal) => proposal !== undefined && !taken.has(proposal));
  if (free !== undefined) return free;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/** Terms in the order in which lists show them: by slug. */
export const bySlug = (a: Term, b: Term): number => compare(a.slug, b.slug);
