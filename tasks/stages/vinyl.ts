// The Vinyl files of the flow and their properties. Their paths are those of the output, from "/".
import Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import type { Article, Page } from '#pdc/article/article';
import type { Output, PageParts } from '#pdc/text/document';
import type { TextLinks } from '#pdc/library/text-links';
import type { Link, Rendered } from '#pdc/markdown/render';
import type { Digest } from '#pdc/site/schema';

/** Files that are made together: a pure function of their arguments. Equal arguments mean equal bytes. */
export type Row = {
  /** Unique within a site. */
  readonly name: string;
  /** Frozen data. Undefined where the files must be made each time. */
  readonly args: object | undefined;
  /** The arguments that follow from the links of the row's text, which its last result found: where they lead. */
  readonly linkArgs?: (links: readonly Link[]) => object;
  /** The arguments of its rendered text alone, without `linkArgs`. */
  readonly textArgs?: object;
  /** The entry whose page it is. */
  readonly entry?: Article | Page;
  /** Its files hold the texts of many articles: a watcher makes them when it is idle. */
  readonly later?: true;
  /** Its files are copies of public sources, or the theme's own: the guard has nothing to search in them. */
  readonly isPublic?: true;
};

/** The files of a row, and the links of its text. */
export type Result = { readonly files: readonly FileRecord[]; readonly text?: TextLinks };

/** A file as it was written: a stamp of the bytes in place, and the digest of a machine file. */
export type FileRecord = { readonly path: string; readonly stamp: string; readonly digest?: Digest };

/** A file of the human branch: `content` is data.content, which the stages change; `entry` holds data.raw and the metadata, frozen. */
export type EntryFile = PageFile & {
  readonly entry: Article | Page;
  text?: TextLinks;
  content: string;
  /** Headings, links and words: what rendering learned. */
  rendered?: Omit<Rendered, 'html'>;
  /** The text of an open entry as rendering left it. */
  shown?: string;
};

/** A page, once it is laid out. It is text until its branch ends: bytes in between would be copied twice a stage. */
export type PageFile = Vinyl & { parts?: PageParts };

/** A file of which the tokens may be known, or all that the digests say of it. */
export type OutputFile = Vinyl.BufferFile & Pick<Output, 'tokens'> & { digest?: Digest };

/** Is given files one by one; the promise of one that must be waited for. */
export type Take = (file: Vinyl) => Promise<void> | void;

/** Is given each row whose files are in place already, with its last result. */
export type Keep = (row: Row, result: Result) => void;

/** Gives every file once, and every row whose last result is kept. Without `keep` no result may be kept. */
export type Deliver = (take: Take, keep?: Keep) => Promise<void>;

/** A file that was made of one row of a branch. */
export type RowFile = Vinyl & {
  readonly row?: Row;
  /** Comes with every page, made or reused. */
  text?: TextLinks;
  digest?: Digest;
  /** It is in place already, and was searched for the texts that were locked when it was made. */
  readonly isReread?: true;
};

/** An article or a page at the start of the human branch: not rendered yet, its content is the raw body of an open text. */
export function toEntryFile(entry: Article | Page, { path, row }: { path: string; row: Row }): EntryFile {
  return new Vinyl({ cwd: '/', base: '/', path, content: isLocked(entry) ? '' : entry.raw, entry, row }) as EntryFile;
}

/** A page that no article is shown on. */
export function toPageFile(parts: PageParts, { path, row }: { path: string; row: Row }): PageFile {
  return new Vinyl({ cwd: '/', base: '/', path, parts, row }) as PageFile;
}

/** An output of a pure function as a file of a stream. `path` is a file's, never a folder's. */
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

/** A view of the bytes, not a copy: a merged file may be a gigabyte. */
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);
