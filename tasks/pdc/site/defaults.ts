// The default tables of `_site.yml`: the prefixes of protocol section 5 and the slugs of their names.
import tables from './defaults.json' with { type: 'json' };

export type Prefix = { readonly categories: readonly string[]; readonly tags: readonly string[] };

/** The categories of each prefix, and the possible first tags. The keys are prefixes without the last hyphen. */
export const defaultPrefixes: Readonly<Record<string, Prefix>> = tables.prefixes;

export const defaultCategoryMap: Readonly<Record<string, string>> = tables.categories;

/** Maps every possible first tag to its prefix. A name that two prefixes share belongs to the first of them. */
export const defaultTagMap: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(defaultPrefixes)
    .flatMap(([prefix, { tags }]) => tags.map((tag) => [tag, prefix] as const))
    .filter(([tag], index, all) => all.findIndex(([otherTag]) => otherTag === tag) === index),
);

/** Assistants that fetch a page because a person asked them to. `robots.txt` lets them read `/api/`. */
export const defaultAgents: readonly string[] = tables.agents;
