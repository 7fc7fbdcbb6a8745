// Reads saved Markdown files again for the watcher, and puts them into the previous edition.
import path from 'node:path';
import { isLocked } from '#pdc/article/article';
import type { Candidate } from '#pdc/library/library';
import { checkPasswords, publicTexts } from '#pdc/library/public-texts';
import { replaceEntries } from '#pdc/library/replace-entries';
import type { EntryEdit } from '#pdc/library/replace-entries';
import { reachOf } from '../files/reach.ts';
import type { Parsed } from '../stages/parse.ts';
import { partDefects } from '../theme/parts/own-parts.ts';
import type { Edition, ReadOptions } from './edition.ts';
import { readNamedSources } from './markdown-files.ts';

/**
 * Reads only the saved files and returns the edition with them. Returns undefined if the edits affect more than these
 * files: then everything must be read.
 */
export async function rereadEdition(
  edition: Edition,
  { files, ...options }: ReadOptions & { readonly files: readonly string[] },
): Promise<Edition | undefined> {
  const names = files.map((file) => path.relative(options.content, file).split(path.sep).join('/'));
  const { library, sources } = edition;
  const parsedFiles = await readNamedSources(names, {
    ...options,
    site: library.site,
    reach: reachOf(options.content, options),
  });
  const edits = editsBetween(files, sources, parsedFiles);
  const joined = edits && replaceEntries(library, edits);
  if (!joined) return undefined;
  // A translated text may contain the titles of other articles, which an edit may have changed.
  const hasTranslated = (): boolean => [...sources.values()].some(({ isTranslated }) => isTranslated);
  if (joined.outline !== library.outline && hasTranslated()) return undefined;
  // Defects of the owner's `parts` are counted over all articles, so an edit may change the defect of another article.
  if ([library, joined].some((version) => partDefects(version).length > 0)) return undefined;
  if (exposesPassword(edition, edits)) return undefined;
  return { ...edition, library: joined, sources: new Map([...sources, ...parsedFiles]) };
}

/** The entries that changed. Undefined if a file is new or removed, or if its own defects changed. */
function editsBetween(
  files: readonly string[],
  sources: ReadonlyMap<string, Parsed>,
  parsedFiles: ReadonlyMap<string, Parsed>,
): EntryEdit[] | undefined {
  const edits: EntryEdit[] = [];
  for (const file of files) {
    const [oldFile, newFile] = [sources.get(file), parsedFiles.get(file)];
    if (oldFile === newFile) continue;
    const [oldCandidate, newCandidate] = [oldFile?.candidate, newFile?.candidate];
    if (!oldCandidate || !newCandidate || !hasSameDefects(oldCandidate, newCandidate)) return undefined;
    edits.push({ oldEntry: oldCandidate.entry, newEntry: newCandidate.entry });
  }
  return edits;
}

const hasSameDefects = (a: Candidate, b: Candidate): boolean => JSON.stringify(a.defects) === JSON.stringify(b.defects);

/** Whether the new texts contain the password of a locked article. */
function exposesPassword({ library, sources, lenient }: Edition, edits: readonly EntryEdit[]): boolean {
  const { site, nameOf } = library;
  const locked = [...sources.values()].flatMap(({ candidate }) =>
    candidate && isLocked(candidate.entry) ? candidate : [],
  );
  const texts = publicTexts(
    edits.map(({ newEntry }) => newEntry),
    site,
  );
  const checked = checkPasswords(locked, { texts, site, nameOf, lenient });
  return checked.some((candidate, index) => candidate !== locked[index]);
}
