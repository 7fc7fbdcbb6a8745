// Files of a build that most agents cannot read at once, and what to do about them.
import * as paths from '#pdc/paths';
import { longestPart } from '#pdc/endpoints/parts';
import type { Digest } from '#pdc/schema';

/**
 * Lines for the summary; none where nothing outgrows. `lengthOf` counts the characters of a machine file, and is asked only
 * where its bytes leave it open.
 */
export function tellOutgrown(digests: Readonly<Record<string, Digest>>, lengthOf: (path: string) => number): string[] {
  const large = Object.entries(digests)
    .filter(([path, { bytes }]) => isRead(path) && bytes > longestPart)
    // A character is three bytes at most.
    .filter(([path, { bytes }]) => bytes > longestPart * 3 || lengthOf(path) > longestPart)
    .map(([path, { tokens }]) => ({ path, tokens }));
  const inParts = large.filter(({ path }) => digests[paths.partPath(path, 1)]);
  const lists = large.filter(({ path }) => path.endsWith('.json'));
  const posts = large.filter(({ path }) => path.startsWith('/api/posts/'));
  const lines = [
    ...(inParts.length === 0
      ? []
      : [`${name(inParts)}: also in parts, from ${paths.partPath(inParts[0]!.path, 1)} (nothing to do)`]),
    ...(lists.length === 0
      ? []
      : [`${name(lists)}: agents take the list of a category or search by the MCP adapter; set mcp in _site.yml`]),
    ...(posts.length === 0
      ? []
      : [`${name(posts)}: split the article; until then agents read it by section through the MCP adapter`]),
  ];
  return lines.length === 0
    ? []
    : [
        `more than ${longestPart} characters, of which most agents see the beginning alone:`,
        ...lines.map((line) => `  ${line}`),
      ];
}

/** By agents, at a person's wish: not the index of the search, nor what programs take. */
const isRead = (path: string): boolean =>
  [paths.llmsPath, paths.llmsFullPath, paths.aiContextPath, paths.indexJsonPath].includes(path) ||
  /^\/api\/(?:categories\/[^/]+\.(?:md|json)|posts\/[^/]+\.md)$/.test(path);

const shown = 4;

const name = (files: readonly { path: string; tokens: number }[]): string =>
  files
    .slice(0, shown)
    .map(({ path, tokens }) => `${path} (~${tokens} tokens)`)
    .join(', ') + (files.length > shown ? ` and ${files.length - shown} more` : '');
