// `/api/digests.json`: what every machine file is worth, so that a mirror learns from one request what changed.
import { compare } from './defect.ts';
import { toLines } from './document.ts';
import type { Output } from './document.ts';
import { digestsPath } from './paths.ts';
import { Digests } from './schema.ts';
import type { Digest } from './schema.ts';

/** The digests of all machine files by site path, in order of path. */
export function digests(entries: ReadonlyMap<string, Digest>): Output {
  const sorted = [...entries].sort(([a], [b]) => compare(a, b));
  return { path: digestsPath, contents: `${toLines(Digests.parse(Object.fromEntries(sorted)))}\n` };
}
