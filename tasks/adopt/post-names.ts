// Articles by the names that tags of other engines call them: the file's, with or without folders, date and ending.
import path from 'node:path';
import { toStem, withoutDate } from '#pdc/file-name';
import { encodePath } from '#pdc/paths';
import type { Move } from './blog.ts';
import { readTitle } from './foreign/read.ts';
import type { Lookups } from './foreign/templates.ts';

/**
 * Finds the article that a tag names, at its old or new place: the link leads from the new place of the file that asks to
 * that of the other. The first of several with one name has it.
 */
export function createPosts(
  moves: readonly Move[],
  textOf: (from: string) => string | undefined,
): (to: string) => Lookups['post'] {
  const known = new Map<string, Move>();
  for (const move of moves)
    for (const name of [...namesOf(move.from), ...namesOf(move.to)]) if (!known.has(name)) known.set(name, move);
  const titles = new Map<Move, string | undefined>();
  return (to) => (name) => {
    const found = namesOf(name)
      .map((each) => known.get(each))
      .find((each) => each !== undefined);
    if (!found) return undefined;
    if (!titles.has(found)) titles.set(found, titleOf(found, textOf(found.from)));
    const title = titles.get(found);
    const href = encodePath(path.posix.relative(path.posix.dirname(to), found.to));
    return title === undefined ? undefined : { href, title };
  };
}

/** Undefined for a draft: its title is not published by a link to it. */
function titleOf({ to }: Move, text = ''): string | undefined {
  const head = readTitle(text);
  return head && (head.title ?? withoutDate(toStem(to)));
}

/** `posts/linux/2020-01-02-pipes.md`: as it is, then with less and less of it. */
function namesOf(file: string): string[] {
  const whole = file
    .normalize('NFC')
    .replace(/^\/+|[#?].*$/g, '')
    .replace(/\.(?:md|markdown|html)$|\/$/i, '')
    .replace(/\/_?index$/, '');
  const last = whole.slice(whole.lastIndexOf('/') + 1);
  return [whole, last, withoutDate(last)];
}
