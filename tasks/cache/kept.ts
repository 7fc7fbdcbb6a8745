// Files that stand in the output folder from the build before: what is made of the same is not made again.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import Vinyl from 'vinyl';
import type { Digest } from '#pdc/schema';
import type { KeptFile } from '../stages/vinyl.ts';
import type { Keys } from './keys.ts';

/** A file as it was written, with what the machine branch accounts of it. */
type FileRecord = { readonly path: string; readonly stamp: string; readonly digest?: Digest };

/** Files that are made together, by a name, and what they are made of, by a key: without one they are never kept. */
export type GroupName = { readonly name: string; readonly key: string | undefined };

/** Files that were made together, and the key of what they are made of. */
export type GroupRecord = { readonly key: string; readonly files: readonly FileRecord[] };

export type Kept = {
  /** The files of a group as they stand, where all of them do and were made of the same. */
  readonly standing: (group: GroupName) => readonly KeptFile[] | undefined;
  /** Marks a file as one of a group, so that the next build may keep it. */
  readonly mark: <F extends Vinyl>(file: F, group: GroupName) => F;
  /** A file of the stream now stands at `target`. */
  readonly note: (file: Vinyl, target: string) => void;
  readonly groups: () => Readonly<Record<string, GroupRecord>>;
};

export type KeptOptions = {
  readonly dest: string;
  readonly before: Readonly<Record<string, GroupRecord>>;
  /** Something is locked: what stands is read, and looked through again. */
  readonly isGuarded: boolean;
};

export function createKept({ dest, before, isGuarded }: KeptOptions): Kept {
  const groups = new Map<string, { key: string; files: FileRecord[] }>();

  const toFile = (group: NonNullable<KeptFile['group']>, { path: sitePath, digest }: FileRecord): KeptFile => {
    const source = path.join(dest, sitePath);
    const state = isGuarded ? { contents: readFileSync(source) } : { source, standing: true };
    const file = new Vinyl({ cwd: '/', base: '/', path: sitePath, ...state }) as KeptFile;
    if (digest) file.digest = digest;
    file.group = group;
    return file;
  };

  return {
    standing(group) {
      const { name, key } = group;
      const record = Object.hasOwn(before, name) ? before[name]! : undefined;
      if (!record || key === undefined || record.key !== key) return undefined;
      if (!record.files.every((file) => stampOf(path.join(dest, file.path)) === file.stamp)) return undefined;
      return record.files.map((file) => toFile({ name, key }, file));
    },
    mark(file, group) {
      const { name, key } = group;
      if (key !== undefined) (file as KeptFile).group = { name, key };
      return file;
    },
    note(file, target) {
      const { group, digest } = file as KeptFile;
      if (!group) return;
      const record = groups.get(group.name) ?? { key: group.key, files: [] };
      record.files.push({ path: file.path, stamp: stampOf(target)!, ...(digest && { digest }) });
      groups.set(group.name, record);
    },
    groups: () => Object.fromEntries(groups),
  };
}

/** What changes when a file is written or replaced. A link to it changes nothing. */
function stampOf(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat?.isFile() ? `${stat.size} ${stat.mtimeNs} ${stat.ino}` : undefined;
}

/** What is kept, and by which keys. */
export type Keeping = { readonly kept: Kept; readonly keys: Keys };

/** Where nothing is kept, every group is made. */
export const nothingKept: Keeping = {
  kept: { standing: () => undefined, mark: (file) => file, note: () => {}, groups: () => ({}) },
  keys: { ofArticle: () => '', ofPage: () => '', ofGroup: () => '', ofLists: () => '', ofTexts: () => '' },
};
