// How the library tells what is wrong with an entry: by a key of its front matter, which is looked up when something is told.
import type { FrontMatter } from '../article/front-matter.ts';
import { top, toDefects } from '../words/defect.ts';
import type { Defect, Finding } from '../words/defect.ts';
import type { RuleSettings } from '../words/rules.ts';

export type PlaceOf = FrontMatter['findPlace'];

/** Without `at`, what is wrong is told of the whole file. */
export type EntryFinding = Omit<Finding, 'place'> & { readonly at?: readonly (string | number)[] };

/** Returns whether the site's rules let it be told. */
export type Tell = (entry: { readonly source: string }, finding: EntryFinding) => boolean;

/** The path that messages name, for one below the content folder. */
export type NameOf = (source: string) => string;

export function createTell(
  defects: Defect[],
  {
    placeOf,
    nameOf,
    ...context
  }: { placeOf: (source: string) => PlaceOf; nameOf: NameOf; settings: RuleSettings; lenient: boolean },
): Tell {
  return ({ source }, { at, ...finding }) => {
    const place = at === undefined ? top : placeOf(source)(...at);
    const told = toDefects([{ ...finding, place }], { file: nameOf(source), ...context });
    defects.push(...told);
    return told.length > 0;
  };
}
