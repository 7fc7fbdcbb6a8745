// Files that stand in the output folder from the publication before: a row that is made of the same is not made again.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Vinyl from 'vinyl';
import type { Digest } from '#pdc/schema';
import type { Reuse } from '../flow/reuse.ts';
import type { RowFile } from '../stages/vinyl.ts';

/** A file as it was written, with what the digests say of it. */
type FileRecord = { readonly path: string; readonly stamp: string; readonly digest?: Digest };

/** The files of a row and the key of what they are made of; a row without a key is never reused. */
export type RowRecord = { readonly key?: string; readonly files: readonly FileRecord[] };
export type RowRecords = ReadonlyMap<string, RowRecord>;

export type ReuseOptions = {
  readonly dest: string;
  readonly before: RowRecords;
  /** Something is locked: what stands is read, and looked through again. */
  readonly isGuarded: boolean;
  /** What changes when a file is written or replaced; undefined of what is no file. */
  readonly stampOf: (file: string) => string | undefined;
};

export type Reusing = Reuse & {
  /** A file of a publication stands at `target` now, or will. */
  readonly note: (file: Vinyl, target: string) => void;
  /** The rows whose files were noted. */
  readonly records: () => RowRecords;
};

export function createReuse({ dest, before, isGuarded, stampOf }: ReuseOptions): Reusing {
  const records = new Map<string, { key?: string; files: FileRecord[] }>();

  const toFile = (row: RowFile['row'], { path: sitePath, digest }: FileRecord): Vinyl => {
    const source = path.join(dest, sitePath);
    const state = isGuarded ? { contents: readFileSync(source) } : { source, standing: true };
    return new Vinyl({ cwd: '/', base: '/', path: sitePath, row, ...state, ...(digest && { digest }) });
  };

  return {
    find(row) {
      const record = before.get(row.name);
      if (record?.key === undefined || record.key !== row.key()) return undefined;
      if (!record.files.every((file) => stampOf(path.join(dest, file.path)) === file.stamp)) return undefined;
      return record.files.map((file) => toFile(row, file));
    },
    pathsOf: (row) => before.get(row.name)?.files.map((file) => file.path) ?? [],
    note(file, target) {
      const { row, digest } = file as RowFile;
      if (!row) return;
      let record = records.get(row.name);
      if (!record) {
        // A row that was taken over has the key that it was found by.
        const key = (file as RowFile).standing ? before.get(row.name)?.key : row.key();
        record = { ...(key !== undefined && { key }), files: [] };
        records.set(row.name, record);
      }
      record.files.push({ path: file.path, stamp: stampOf(target) ?? '', ...(digest && { digest }) });
    },
    records: () => records,
  };
}
