// What our Vinyl files carry. Their paths are the output's, from "/".
import Vinyl from 'vinyl';
import type { Article, Page } from '#pdc/article/article';
import type { Output, PageParts } from '#pdc/document';
import type { Rendered } from '#pdc/markdown/render';
import type { Digest } from '#pdc/schema';

/**
 * Files that are made together. `name` is unique within a site. `key` says what they are made of, as a short text: the
 * same key, the same bytes; undefined where they must be made each time. It is asked before and after they are made.
 */
export type Row = {
  readonly name: string;
  readonly key: () => string | undefined;
  /** Hears that its files are taken over as they stand. */
  readonly onReuse?: () => void;
};

/** A file of the human branch: `contents` is data.content, which the stages change; `entry` holds data.raw and the metadata, frozen. */
export type EntryFile = PageFile & {
  readonly entry: Article | Page;
  /** Headings, links and words: what rendering learned. */
  rendered?: Omit<Rendered, 'html'>;
};

/** A page: `main` is where, in bytes, its own stands among what pages have in common. */
export type PageFile = Vinyl.BufferFile & { main?: { readonly start: number; readonly end: number } };

/** A file of which the tokens may be known, or all that the digests say of it. */
export type OutputFile = Vinyl.BufferFile & Pick<Output, 'tokens'> & { digest?: Digest };

/** A file that was made of one row of a branch. */
export type RowFile = Vinyl & {
  readonly row?: Row;
  digest?: Digest;
  /** It is not to be written but taken over from `source`. */
  standing?: true;
};

/** An article or a page at the start of the human branch: not rendered yet, its contents are the raw body. */
export function toEntryFile(entry: Article | Page, { path, row }: { path: string; row: Row }): EntryFile {
  return new Vinyl({ cwd: '/', base: '/', path, contents: Buffer.from(entry.raw), entry, row }) as EntryFile;
}

/** What a pure function made, as a file of a stream. `path` is a file's, never a folder's. */
export function toOutputFile({ path, contents, tokens }: Output, row?: Row): OutputFile {
  const bytes = typeof contents === 'string' ? Buffer.from(contents) : viewOf(contents);
  return new Vinyl({
    cwd: '/',
    base: '/',
    path,
    contents: bytes,
    ...(tokens !== undefined && { tokens }),
    ...(row && { row }),
  }) as OutputFile;
}

/** The same bytes, not a copy: a merged file may be a gigabyte. */
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

/** Fills a file with a page. What stands in its `<main>` may be given in pieces, as text or as bytes. */
export function fillPage<T extends PageFile>(
  file: T,
  { before, main, after }: Omit<PageParts, 'main'> & { main: readonly (string | Uint8Array)[] },
): T {
  const [head, ...own] = [before, ...main].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  const start = head!.length;
  file.main = { start, end: own.reduce((end, piece) => end + piece.length, start) };
  file.contents = Buffer.concat([head!, ...own, Buffer.from(after)]);
  return file;
}
