// The cache of results. The last publication left files in the output folder, and a row with the same arguments keeps
// its files. A build compares arguments by digest, a watcher by identity.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import type { Locked } from '#pdc/article/article';
import { lockedTextLinks } from '#pdc/library/text-links';
import type { RowCache } from '../flow/row-cache.ts';
import type { Rendered } from '#pdc/markdown/render';
import type { EntryFile, FileRecord, Result, Row, RowFile } from '../stages/vinyl.ts';

/** The last result of a row, and a key of its arguments. Without a key the result is never kept. */
export type RowRecord<K> = Result & { readonly key?: K; readonly rendered?: RenderedRecord<K> };

/** The rendered text of a row, and a key of the arguments from which it was rendered. */
type RenderedRecord<K> = { readonly key: K; readonly text: Rendered };

export type RowRecords<K> = ReadonlyMap<string, RowRecord<K>>;

/** How arguments are compared. */
export type Comparison<K> = {
  /** Undefined if the arguments cannot be compared. */
  readonly keyOf: (args: readonly object[]) => K | undefined;
  readonly isSame: (a: K, b: K) => boolean;
};

export type CacheOptions<K> = {
  readonly dest: string;
  readonly previousRecords: RowRecords<K>;
  /** The locked articles whose texts the guard has not yet searched for in the existing files. */
  readonly unsearched: readonly Locked[];
  readonly comparison: Comparison<K>;
  /** Returns a text that changes when the file is written or replaced; undefined if the file is missing. */
  readonly stampOf: (folder: string, sitePath: string) => string | undefined;
  /** The maximum number of characters of rendered texts in the cache. */
  readonly maxTextLength: number;
};

export type RecordingCache<K> = RowCache & {
  /** Call it with every file that was made, and the folder to which it is written. */
  readonly note: (file: Vinyl, folder: string) => void;
  /** Call it with every row whose result is kept, and the folder of its files if that folder is new. */
  readonly noteKept: (row: Row, folder?: string) => void;
  /** The records of all noted rows. */
  readonly records: () => RowRecords<K>;
};

export function createCache<K>(options: CacheOptions<K>): RecordingCache<K> {
  const { dest, previousRecords, unsearched, comparison, stampOf, maxTextLength } = options;
  const records = new Map<string, RowRecord<K>>();
  let textLength = 0;
  return {
    find(row) {
      const record = previousRecords.get(row.name);
      if (record?.key === undefined) return undefined;
      const result = toResult(row, record);
      const key = rowKey(row, result);
      if (key === undefined || !comparison.isSame(record.key, key)) return undefined;
      return record.files.every((file) => stampOf(dest, file.path) === file.stamp) ? result : undefined;
    },
    last(row) {
      const record = previousRecords.get(row.name);
      return record && toResult(row, record);
    },
    text(row) {
      const rendered = previousRecords.get(row.name)?.rendered;
      if (!rendered) return undefined;
      const key = textKey(row, rendered.text);
      return key !== undefined && comparison.isSame(rendered.key, key) ? rendered.text : undefined;
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
      const record = withinLimit(previousRecords.get(name)!);
      records.set(name, folder === undefined ? record : { ...record, files: record.files.map(restamp(folder)) });
    },
    records: () => records,
  };

  function newRecord(row: Row, { text, rendered, openHtml }: EntryFile): RowRecord<K> {
    const key = rowKey(row, { ...(text && { text }) });
    const isOpen = row.entry !== undefined && !isLocked(row.entry);
    const textRecord = rendered && openHtml !== undefined && toRenderedRecord(row, { ...rendered, html: openHtml });
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

  /** Removes the rendered text from a record if the limit is reached. */
  function withinLimit(record: RowRecord<K>): RowRecord<K> {
    if (!record.rendered) return record;
    textLength += record.rendered.text.html.length;
    const { rendered: _rendered, ...withoutText } = record;
    return textLength > maxTextLength ? withoutText : record;
  }

  /** Updates the stamps of linked files, because a file system without hard links has copies with other stamps. */
  function restamp(folder: string): (file: FileRecord) => FileRecord {
    return (file) => ({ ...file, stamp: stampOf(folder, file.path) ?? '' });
  }

  /** A text that was never rendered does not get a key, because its links are unknown. */
  function rowKey({ args, linkArgs }: Row, { text }: Pick<Result, 'text'>): K | undefined {
    if (args === undefined) return undefined;
    if (!linkArgs) return comparison.keyOf([args]);
    return text && comparison.keyOf([args, linkArgs(text.links)]);
  }

  function textKey({ textArgs, linkArgs }: Row, { links }: Rendered): K | undefined {
    return textArgs && linkArgs && comparison.keyOf([textArgs, linkArgs(links)]);
  }
}

/** The links of a locked text are not in the cache. They come from its article. */
const toResult = ({ entry }: Row, record: Result): Result =>
  entry && isLocked(entry) ? { files: record.files, text: lockedTextLinks(entry) } : record;
