// Categories and tags: which names are one term, and the ASCII slug of each (seed: slugs; contract section 2).
import { compare } from './defect.ts';
import { isAscii, toAsciiSlug } from './file-name.ts';

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
  /** The term of a name that an article carries; names of one term give one and the same object. */
  readonly termOf: (name: string) => Term;
};

/** Variants of case, width and surrounding space are one name. */
export const fold = (name: string): string => name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

/** The slug that an ASCII name has by itself; nothing where too little is left of it. */
export function toOwnSlug(name: string): string | undefined {
  const ascii = name.normalize('NFKC');
  return isAscii(ascii)
    ? ascii
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '') || undefined
    : undefined;
}

/**
 * Joins names to terms. Names that the map sends to one slug are one term, called by the first name that the map lists;
 * where no map names them, the newest article's spelling is the term's name. Problems are told once per name.
 */
export function toTaxonomy(uses: readonly Use[], map: Readonly<Record<string, string>>): Taxonomy {
  const mapped = new Map<string, string>();
  const mappedNames = new Map<string, string>();
  for (const [name, slug] of Object.entries(map)) {
    if (!mapped.has(fold(name))) mapped.set(fold(name), slug);
    if (!mappedNames.has(slug)) mappedNames.set(slug, name);
  }

  const terms = new Map<string, Term>();
  const termByName = new Map<string, Term>();
  const owners = new Map<string, string>();
  const problems: TaxonomyProblem[] = [];

  for (const { name, mention } of uses) {
    const folded = fold(name);
    if (termByName.has(folded)) continue;
    const fromMap = mapped.get(folded);
    const slug = fromMap ?? toOwnSlug(name) ?? toAsciiSlug(name);
    if (fromMap === undefined && toOwnSlug(name) === undefined) {
      problems.push({ kind: 'unmapped', name, proposal: slug, mention });
    }
    // Whoever has a slug by the map owns it; without one, the first name that made it.
    const owner =
      fromMap === undefined
        ? (owners.get(slug) ?? (mappedNames.has(slug) ? fold(mappedNames.get(slug)!) : undefined))
        : undefined;
    if (owner !== undefined && owner !== folded) {
      const other = mappedNames.get(slug) ?? terms.get(slug)?.name ?? owner;
      problems.push({ kind: 'collision', name, other, slug, proposal: freeSlug(name, slug, terms), mention });
    }
    if (!terms.has(slug)) terms.set(slug, { slug, name: mappedNames.get(slug) ?? name.trim() });
    if (fromMap === undefined && !owners.has(slug)) owners.set(slug, folded);
    const term = terms.get(slug)!;
    termByName.set(folded, term);
    // A term's own name may be one that only the map lists.
    if (!termByName.has(fold(term.name))) termByName.set(fold(term.name), term);
  }
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

/** A slug that tells two names apart: signs spelled out, else a number. */
function freeSlug(name: string, taken: string, terms: ReadonlyMap<string, Term>): string {
  const spelled = toOwnSlug(
    name
      .replaceAll('++', ' plus plus ')
      .replaceAll('+', ' plus ')
      .replaceAll('#', ' sharp ')
      .replaceAll('.', ' dot ')
      .replaceAll('&', ' and ')
      .replaceAll('*', ' star '),
  );
  const proposals = [spelled, ...Array.from({ length: terms.size + 1 }, (_, index) => `${taken}-${index + 2}`)];
  return proposals.find((proposal) => proposal !== undefined && proposal !== taken && !terms.has(proposal))!;
}

/** Terms in the order in which lists show them: by slug. */
export const bySlug = (a: Term, b: Term): number => compare(a.slug, b.slug);
