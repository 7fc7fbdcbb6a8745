// Reports errors of entries, each at a key of the front matter. The place of the key is found only if there is an
// error.
import type { FrontMatter } from '../article/front-matter.ts';
import { top, toDefects } from '../words/defect.ts';
import type { Defect, Finding } from '../words/defect.ts';
import type { RuleSettings } from '../words/rules.ts';

export type PlaceOf = FrontMatter['findPlace'];

/** Without `at`, the finding concerns the whole file. */
export type EntryFinding = Omit<Finding, 'place'> & { readonly at?: readonly (string | number)[] };

/** Reports a finding, unless the site's rules turn it off. Returns whether the finding was reported. */
export type EntryReport = (entry: { readonly source: string }, finding: EntryFinding) => boolean;

/** Takes the path of a file below the content folder, and returns the name that messages show. */
export type NameOf = (source: string) => string;

export function createEntryReport(
  defects: Defect[],
  {
    placeOf,
    nameOf,
    ...context
  }: { placeOf: (source: string) => PlaceOf; nameOf: NameOf; settings: RuleSettings; lenient: boolean },
): EntryReport {
  return ({ source }, { at, ...finding }) => {
    const place = at === undefined ? top : placeOf(source)(...at);
    const reported = toDefects([{ ...finding, place }], { file: nameOf(source), ...context });
    defects.push(...reported);
    return reported.length > 0;
  };
}
