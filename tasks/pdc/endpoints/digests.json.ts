// `/api/digests.json`: the digest and size of every machine file, so that a mirror learns from one request what
// changed.
import { compare } from '../words/defect.ts';
import { joinRows } from '../text/document.ts';
import type { Output } from '../text/document.ts';
import { digestsPath } from '../site/paths.ts';
import { remember } from '../remember.ts';
import { Digest } from '../site/schema.ts';

// Cached, because a watcher writes the digests after every save, and most files are unchanged.
const toRow = remember(
  (digest: Digest, path: string): string => `${JSON.stringify(path)}:${JSON.stringify(Digest.parse(digest))}`,
);

/** The digests of all machine files by site path, in order of path. */
export function digests(entries: ReadonlyMap<string, Digest>): Output {
  const lines = [...entries].sort(([a], [b]) => compare(a, b)).map(([path, digest]) => toRow(digest, path));
  return { path: digestsPath, contents: `${joinRows('{}', lines)}\n` };
}
