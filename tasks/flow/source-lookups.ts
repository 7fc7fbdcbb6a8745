// Articles by the names that tags of other engines call them, found among the files of a folder before any is published.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readTitle } from '#pdc/foreign/read';
import { toStem, withoutDate } from '#pdc/file-name';
import { encodePath } from '#pdc/paths';
import { namesOf } from '#pdc/library/post-names';
import type { Lookups } from '#pdc/markdown/tag-templates';
import { decodeUtf8 } from '#pdc/utf8';
import { walk } from '../files/tree.ts';

/** What a file at a path below the folder may ask for. Links lead to the other file, from where the first one stands. */
export function createSourceLookups(folder: string): (source: string) => Lookups {
  let known: ReadonlyMap<string, string> | undefined;
  const titles = new Map<string, string | undefined>();
  return (source) => ({
    post(name) {
      known ??= readNames(folder);
      const found = namesOf(name)
        .map((each) => known!.get(each))
        .find((each) => each !== undefined);
      if (found === undefined) return undefined;
      if (!titles.has(found)) titles.set(found, titleOf(path.join(folder, found), found));
      const title = titles.get(found);
      return title === undefined
        ? undefined
        : { href: encodePath(path.posix.relative(path.posix.dirname(source), found)), title };
    },
  });
}

/** Of several files that one name may mean, the first by path has it. Files that no build reads have none. */
function readNames(folder: string): ReadonlyMap<string, string> {
  const files: string[] = [];
  walk(folder, { file: (file) => void files.push(path.relative(folder, file).replaceAll('\\', '/')) });
  const known = new Map<string, string>();
  for (const file of files.filter((each) => each.endsWith('.md') && !/(?:^|\/)[._]/.test(each)).sort())
    for (const name of namesOf(file)) if (!known.has(name)) known.set(name, file);
  return known;
}

/** Undefined for a draft: its title is not published by a link to it. */
function titleOf(file: string, source: string): string | undefined {
  const text = decodeUtf8(readFileSync(file));
  const told = text === undefined ? undefined : readTitle(text);
  return told && (told.title ?? withoutDate(toStem(source)));
}
