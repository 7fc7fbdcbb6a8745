// `/api/digests.json`: what every machine file is worth, so that a mirror learns from one request what changed.
import { compare } from '../defect.ts';
import { joinRows } from '../document.ts';
import type { Output } from '../document.ts';
import { digestsPath } from '../paths.ts';
import { Digest } from '../schema.ts';

// A watcher tells them with every save, and of most files the same.
const rows = new WeakMap<Digest, { readonly path: string; readonly row: string }>();

function toRow(path: string, digest: Digest): string {
  const known = rows.get(digest);
  if (known?.path === path) return known.row;
  const row = `${JSON.stringify(path)}:${JSON.stringify(Digest.parse(digest))}`;
  rows.set(digest, { path, row });
  return row;
}

/** By site path: in this order they are told, and sorting again what is sorted costs little. */
export const inOrder = (entries: ReadonlyMap<string, Digest>): [string, Digest][] =>
  [...entries].sort(([a], [b]) => compare(a, b));

/** The digests of all machine files by site path, in order of path. */
export function digests(entries: ReadonlyMap<string, Digest>): Output {
  const lines = inOrder(entries).map(([path, digest]) => toRow(path, digest));
  return { path: digestsPath, contents: `${joinRows('{}', lines)}\n` };
}
