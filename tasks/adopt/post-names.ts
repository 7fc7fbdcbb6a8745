// Finds articles by the names that tags of other engines use: the name of the file, with or without folders, date and
// extension.
import path from 'node:path';
import { toStem, withoutDate } from '#pdc/site/file-name';
import { encodePath } from '#pdc/site/paths';
import { isMarkdown } from './blog.ts';
import type { Move } from './blog.ts';
import { readTitle } from './foreign/translate-text.ts';
import type { Lookups } from './foreign/tag-templates.ts';

/**
 * Finds the first article with the old or new path that a tag names. The link leads from the new path of the current
 * file to the new path of the article.
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
    // A draft is not found, so that a link does not publish its title.
    return head && { ...head, href, title: head.title ?? withoutDate(toStem(move.to)) };
  };
}

const bothCases = (names: readonly string[]): string[] => [...names, ...names.map((name) => name.toLowerCase())];

/** The names of `posts/linux/2020-01-02-pipes.md`: the whole path, its last part, and this part without the date. */
function namesOf(file: string): string[] {
  const fullName = file
    .normalize('NFC')
    .replace(/^\/+|[#?].*$/g, '')
    .replace(/\.(?:md|markdown|html)$|\/$/i, '')
    .replace(/\/_?index$/, '');
  const last = fullName.slice(fullName.lastIndexOf('/') + 1);
  return [fullName, last, withoutDate(last)];
}
