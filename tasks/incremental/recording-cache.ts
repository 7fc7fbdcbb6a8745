// Caches of results: the last publication left files in the output folder, and a row with the same arguments keeps them. A
// build compares arguments by digest, a watcher by identity.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import type { Locked } from '#pdc/article/article';
import { lockedTextLinks } from '#pdc/library/text-links';
import type { Cache } from '../flow/row-cache.ts';
import type { Rendered } from '#pdc/markdown/render';
import type { EntryFile, FileRecord, Result, Row, RowFile } from '../stages/vinyl.ts';

/** A row's last result, and a key of its arguments; without one it is never kept. */
export type RowRecord<K> = Result & { readonly key?: K; readonly rendered?: RenderedRecord<K> };

/** The text of a row as it was rendered, and a key of what it was rendered from. */
type RenderedRecord<K> = { readonly key: K; readonly text: Rendered };
export type RowRecords<K> = ReadonlyMap<string, RowRecord<K>>;

/** How arguments are compared. */
export type Comparison<K> = {
  /** Undefined where the arguments cannot be compared. */
  readonly keyOf: (args: readonly object[]) => K | undefined;
  readonly isSame: (a: K, b: K) => boolean;
};

export type CacheOptions<K> = {
  readonly dest: string;
  readonly before: RowRecords<K>;
  /** The locked articles whose texts the guard has not searched the files in place for. */
  readonly unsearched: readonly Locked[];
  readonly comparison: Comparison<K>;
  /** A text that changes when a file is written or replaced, by its folder and site path; undefined where there is no file. */
  readonly stampOf: (folder: string, sitePath: string) => string | undefined;
  /** How many characters of rendered texts are kept at most. */
  readonly maxTextLength: number;
};

export type RecordingCache<K> = Cache & {
  /** To be called with every file that was made, and the folder where it is or will be written. */
  readonly note: (file: Vinyl, folder: string) => void;
  /** To be called with every row whose result is kept, and the folder where its files are now, if it is another. */
  readonly noteKept: (row: Row, folder?: string) => void;
  /** The rows that were noted. */
  readonly records: () => RowRecords<K>;
};

export function createCache<K>(options: CacheOptions<K>): RecordingCache<K> {
  const { dest, before, unsearched, comparison, stampOf, maxTextLength } = options;
  const records = new Map<string, RowRecord<K>>();
  let textLength = 0;
  return {
    find(row) {
      const record = before.get(row.name);
      if (record?.key === undefined) return undefined;
      const result = toResult(row, record);
      const key = rowKey(row, result);
      if (key === undefined || !comparison.isSame(record.key, key)) return undefined;
      return record.files.every((file) => stampOf(dest, file.path) === file.stamp) ? result : undefined;
    },
    last(row) {
      const record = before.get(row.name);
      return record && toResult(row, record);
    },
    text(row) {
      const rendered = before.get(row.name)?.rendered;
      const key = rendered && textKey(row, rendered.text);
      return key !== undefined && comparison.isSame(rendered!.key, key) ? rendered!.text : undefined;
    },
    ...(unsearched.length > 0 && {
      reread: { locked: unsearched, read: (file: FileRecord) => readFileSync(path.join(dest, file.path)) },
    }),
    note(file, folder) {
      const { row, digest } = file as RowFile;
      if (!row) return;
      const record = records.get(row.name) ?? newRecord(row, file as EntryFile);
      records.set(row.name, record);
      (record.files as FileRecord[]).push({
        path: file.path,
        stamp: stampOf(folder, file.path) ?? '',
        ...(digest && { digest }),
      });
    },
    noteKept({ name }, folder) {
      const record = withinLimit(before.get(name)!);
      records.set(name, folder === undefined ? record : { ...record, files: record.files.map(restamp(folder)) });
    },
    records: () => records,
  };

  function newRecord(row: Row, { text, rendered, shown: html }: EntryFile): RowRecord<K> {
    const key = rowKey(row, { ...(text && { text }) });
    const isOpen = row.entry !== undefined && !isLocked(row.entry);
    const textRecord = rendered && html !== undefined && toRenderedRecord(row, { ...rendered, html });
    return withinLimit({
      ...(key !== undefined && { key }),
      ...(isOpen && text && { text }),
      ...(textRecord && { rendered: textRecord }),
      files: [],
    });
  }

  function toRenderedRecord(row: Row, text: Rendered): RenderedRecord<K> | undefined {
    const key = maxTextLength > 0 ? textKey(row, text) : undefined;
    return key === undefined ? undefined : { key, text };
  }

  /** A record without its rendered text, where too many texts are kept already. */
  function withinLimit(record: RowRecord<K>): RowRecord<K> {
    if (!record.rendered) return record;
    textLength += record.rendered.text.html.length;
    const { rendered: _rendered, ...rest } = record;
    return textLength > maxTextLength ? rest : record;
  }

  /** A file system without hard links has copies, with stamps of their own. */
  function restamp(folder: string): (file: FileRecord) => FileRecord {
    return (file) => ({ ...file, stamp: stampOf(folder, file.path) ?? '' });
  }

  /** A text that was never rendered has no key: its links are not known. */
  function rowKey({ args, linkArgs }: Row, { text }: Pick<Result, 'text'>): K | undefined {
    if (args === undefined || (linkArgs && !text)) return undefined;
    return comparison.keyOf(linkArgs ? [args, linkArgs(text!.links)] : [args]);
  }

  function textKey({ textArgs, linkArgs }: Row, { links }: Rendered): K | undefined {
    return textArgs && linkArgs && comparison.keyOf([textArgs, linkArgs(links)]);
  }
}

/** The links of a locked text are never recorded: it brings its own. */
const toResult = ({ entry }: Row, record: Result): Result =>
  entry && isLocked(entry) ? { files: record.files, text: lockedTextLinks(entry) } : record;
