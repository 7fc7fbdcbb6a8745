// What other engines wrote, read by a lenient build. The build knows nothing of this: a command hands it over.
import path from 'node:path';
import { readTitle, translate } from './foreign/read.ts';
import { toStem, withoutDate } from '#pdc/file-name';
import { encodePath } from '#pdc/paths';
import { namesOf } from '#pdc/library/post-names';
import type { Lookups } from '#pdc/markdown/tag-templates';
import { decodeUtf8 } from '#pdc/utf8';
import { reachOf } from '../files/reach.ts';
import type { Reach } from '../files/reach.ts';
import { walk } from '../files/tree.ts';
import type { Translate } from '../stages/parse.ts';

/** For one reading of a content folder. */
export function createTranslate(folder: string, follow?: readonly string[]): Translate {
  const lookupsFrom = createSourceLookups(folder, reachOf(folder, { follow }));
  return (text, { source, site: { timezone } }) => translate(text, { timezone, lookups: lookupsFrom(source) });
}

/**
 * Articles by the names that tags of other engines call them, found among the files before any is published: what a file at a
 * path below the folder may ask for. Links lead to the other file, from where the first one stands.
 */
function createSourceLookups(folder: string, reach: Reach): (source: string) => Lookups {
  let known: ReadonlyMap<string, string> | undefined;
  const titles = new Map<string, string | undefined>();
  return (source) => ({
    post(name) {
      known ??= readNames(folder, reach);
      const found = namesOf(name)
        .map((each) => known!.get(each))
        .find((each) => each !== undefined);
      if (found === undefined) return undefined;
      if (!titles.has(found)) titles.set(found, titleOf(found, reach.read(path.join(folder, found))));
      const title = titles.get(found);
      return title === undefined
        ? undefined
        : { href: encodePath(path.posix.relative(path.posix.dirname(source), found)), title };
    },
  });
}

/** Of several files that one name may mean, the first by path has it. Files that no build reads have none. */
function readNames(folder: string, reach: Reach): ReadonlyMap<string, string> {
  const files: string[] = [];
  walk(folder, { file: (file) => void files.push(path.relative(folder, file).replaceAll('\\', '/')) }, reach);
  const known = new Map<string, string>();
  for (const file of files.filter((each) => each.endsWith('.md') && !/(?:^|\/)[._]/.test(each)).sort())
    for (const name of namesOf(file)) if (!known.has(name)) known.set(name, file);
  return known;
}

/** Undefined for a draft: its title is not published by a link to it. */
function titleOf(source: string, bytes: Uint8Array): string | undefined {
  const text = decodeUtf8(bytes);
  const told = text === undefined ? undefined : readTitle(text);
  return told && (told.title ?? withoutDate(toStem(source)));
}
