// Reuse of files that the previous publication left in the output folder: a row whose key is the same is not made again.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import { lockedTextLinks } from '#pdc/library/text-links';
import type { TextLinks } from '#pdc/library/text-links';
import type { Digest } from '#pdc/schema';
import type { Reuse, Row } from '../flow/reuse.ts';
import type { RowFile } from '../stages/vinyl.ts';

/** A file as it was written, with its digest for `digests.json`. */
type FileRecord = { readonly path: string; readonly stamp: string; readonly digest?: Digest };

/** The files of a row, its cache key, and the links of its text; a row without a key is never reused. */
export type RowRecord = { readonly key?: string; readonly files: readonly FileRecord[]; readonly text?: TextLinks };
export type RowRecords = ReadonlyMap<string, RowRecord>;

export type ReuseOptions = {
  readonly dest: string;
  readonly before: RowRecords;
  /** The guard has not searched the existing files for some locked text: reused files are read, so that it can. */
  readonly mustGuardReused: boolean;
  /** The key of arguments: equal keys mean equal arguments. Undefined where they have no key yet. */
  readonly keyOf: (args: readonly object[]) => string | undefined;
  /** A text that changes when a file is written or replaced; undefined where there is no file. */
  readonly stampOf: (file: string) => string | undefined;
};

export type RecordingReuse = Reuse & {
  /** To be called with every file of a publication, and where it is or will be written. */
  readonly note: (file: Vinyl, target: string) => void;
  /** The rows whose files were noted. */
  readonly records: () => RowRecords;
};

export function createReuse({ dest, before, mustGuardReused, keyOf, stampOf }: ReuseOptions): RecordingReuse {
  const records = new Map<string, RowRecord & { readonly files: FileRecord[] }>();

  const toFile = ({ path: sitePath, digest }: FileRecord, shared: Pick<RowFile, 'row' | 'text'>): Vinyl => {
    const source = path.join(dest, sitePath);
    const state = mustGuardReused ? { contents: readFileSync(source) } : { source, reused: true };
    return new Vinyl({ cwd: '/', base: '/', path: sitePath, ...shared, ...state, ...(digest && { digest }) });
  };

  return {
    find(row) {
      const record = before.get(row.name);
      if (record?.key === undefined) return undefined;
      // The links of a locked text are never recorded.
      const text = row.entry && isLocked(row.entry) ? lockedTextLinks(row.entry) : record.text;
      if (record.key !== rowKey(row, text)) return undefined;
      if (!record.files.every((file) => stampOf(path.join(dest, file.path)) === file.stamp)) return undefined;
      return record.files.map((file) => toFile(file, { row, ...(text && { text }) }));
    },
    pathsOf: (row) => before.get(row.name)?.files.map((file) => file.path) ?? [],
    textOf: (rowName) => before.get(rowName)?.text,
    note(file, target) {
      const { row, text, digest } = file as RowFile;
      if (!row) return;
      let record = records.get(row.name);
      if (!record) {
        // A reused row keeps the key by which it was found.
        const key = (file as RowFile).reused ? before.get(row.name)?.key : rowKey(row, text);
        const isOpen = row.entry !== undefined && !isLocked(row.entry);
        record = { ...(key !== undefined && { key }), ...(isOpen && text && { text }), files: [] };
        records.set(row.name, record);
      }
      record.files.push({ path: file.path, stamp: stampOf(target) ?? '', ...(digest && { digest }) });
    },
    records: () => records,
  };

  /** A text that was never rendered has no key: its links are not known. */
  function rowKey({ args, linkArgs }: Row, text: TextLinks | undefined): string | undefined {
    if (args === undefined || (linkArgs && !text)) return undefined;
    return keyOf(linkArgs ? [args, linkArgs(text!.links)] : [args]);
  }
}
