// Articles by the names that tags of other engines call them: the file's, with or without folders, date and ending.
import path from 'node:path';
import { toStem, withoutDate } from '#pdc/site/file-name';
import { encodePath } from '#pdc/site/paths';
import { isMarkdown } from './blog.ts';
import type { Move } from './blog.ts';
import { readTitle } from './foreign/translate-text.ts';
import type { Lookups } from './foreign/tag-templates.ts';

/**
 * Finds the article that a tag names, at its old or new place: the link leads from the new place of the file that asks
 * to that of the other. The first of several with one name has it.
 */
export function createPosts(
  moves: readonly Move[],
  textOf: (from: string) => string | undefined,
): (to: string) => Lookups['post'] {
  const byName = new Map<string, Move>();
  for (const move of moves)
    for (const name of bothCases([...namesOf(move.from), ...namesOf(move.to)]))
      if (!byName.has(name)) byName.set(name, move);
  const heads = new Map<Move, ReturnType<typeof readTitle>>();
  return (to) => (name) => {
    const [fullName, ...shortNames] = namesOf(name);
    const near = path.posix.join(path.posix.dirname(to), fullName!);
    const move = bothCases([fullName!, near, ...shortNames])
      .map((name) => byName.get(name))
      .find((move) => move !== undefined);
    if (!move) return undefined;
    const href = encodePath(path.posix.relative(path.posix.dirname(to), move.to));
    if (!isMarkdown(move.from)) return { href, title: move.to.replace(/^.*\//, '') };
    if (!heads.has(move)) heads.set(move, readTitle(textOf(move.from) ?? ''));
    const head = heads.get(move);
    // The title of a draft is not published by a link to it.
    return head && { ...head, href, title: head.title ?? withoutDate(toStem(move.to)) };
  };
}

const bothCases = (names: readonly string[]): string[] => [...names, ...names.map((name) => name.toLowerCase())];

/** `posts/linux/2020-01-02-pipes.md`: as it is, then with less and less of it. */
function namesOf(file: string): string[] {
  const fullName = file
    .normalize('NFC')
    .replace(/^\/+|[#?].*$/g, '')
    .replace(/\.(?:md|markdown|html)$|\/$/i, '')
    .replace(/\/_?index$/, '');
  const last = fullName.slice(fullName.lastIndexOf('/') + 1);
  return [fullName, last, withoutDate(last)];
}
