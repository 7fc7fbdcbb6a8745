// Files of a build that most agents cannot read at once, and what to do about them.
import * as paths from '#pdc/paths';
import { longestPart } from '#pdc/endpoints/parts';
import type { Digest } from '#pdc/schema';
import { message } from '#pdc/message';
import type { Message, MessageValue } from '#pdc/message';
import { firstOf } from './report.ts';

/**
 * A heading for the summary and a message for each kind of file; none where nothing outgrows. `lengthOf` counts the characters of a machine file, and is asked only
 * where its bytes leave it open.
 */
export function outgrownFiles(
  digests: Readonly<Record<string, Digest>>,
  lengthOf: (path: string) => number,
): Message[] {
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
      : [message('alsoInParts', { files: namesOf(inParts), first: paths.partPath(inParts[0]!.path, 1) })]),
    ...(lists.length === 0 ? [] : [message('longLists', { files: namesOf(lists) })]),
    ...(posts.length === 0 ? [] : [message('longArticles', { files: namesOf(posts) })]),
  ];
  return lines.length === 0 ? [] : [message('tooLong', { length: longestPart }), ...lines];
}

/** By agents, at a person's wish: not the index of the search, nor what programs take. */
const isRead = (path: string): boolean =>
  [paths.llmsPath, paths.llmsFullPath, paths.aiContextPath, paths.indexJsonPath].includes(path) ||
  /^\/api\/(?:categories\/[^/]+\.(?:md|json)|posts\/[^/]+\.md)$/.test(path);

const shown = 4;

const namesOf = (files: readonly { path: string; tokens: number }[]): MessageValue =>
  firstOf(
    files.map(({ path, tokens }) => `${path} (~${tokens} tokens)`),
    shown,
  );
