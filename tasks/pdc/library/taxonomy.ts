// Categories and tags: which names are one term, and the ASCII slug of each (protocol section 5).
import { compare } from '../defect.ts';
import { fold, toOwnSlug } from '../fold.ts';
import { toAsciiSlug } from '../slug.ts';

/** One category or tag of the site. */
export type Term = { readonly slug: string; readonly name: string };

/** Names an article carries, as written; the newest article's come first. */
export type Use = { readonly name: string; readonly mention: Mention };
/** Who used a name: opaque here, handed back with a problem. */
export type Mention = unknown;

export type TaxonomyProblem =
  | { readonly kind: 'unmapped'; readonly name: string; readonly proposal: string; readonly mention: Mention }
  | {
      readonly kind: 'collision';
      readonly name: string;
      readonly other: string;
      readonly slug: string;
      readonly proposal: string;
      readonly mention: Mention;
    };

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
  for (const use of uses) if (!newest.has(fold(use.name))) newest.set(fold(use.name), use);
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
  for (const [folded, { name, mention }] of newest) {
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
      if (own === undefined) problems.push({ kind: 'unmapped', name, proposal: slug, mention });
      if (collides) problems.push({ kind: 'collision', name, other: owner, slug: wanted, proposal: slug, mention });
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
