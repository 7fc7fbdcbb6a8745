// `/api/digests.json`: what every machine file is worth, so that a mirror learns from one request what changed.
import { compare } from './defect.ts';
import { joinRows } from './document.ts';
import type { Output } from './document.ts';
import { digestsPath } from './paths.ts';
import { Digest } from './schema.ts';

const rows = new WeakMap<Digest, string>();

function toRow(digest: Digest): string {
  const row = rows.get(digest) ?? JSON.stringify(Digest.parse(digest));
  rows.set(digest, row);
  return row;
}

/** The digests of all machine files by site path, in order of path. */
export function digests(entries: ReadonlyMap<string, Digest>): Output {
  const paths = [...entries.keys()].sort(compare);
  const lines = paths.map((path) => `${JSON.stringify(path)}:${toRow(entries.get(path)!)}`);
  return { path: digestsPath, contents: `${joinRows('{}', lines)}\n` };
}
