// The Vinyl files of the flow and their properties. Their paths are site paths, which begin with "/".
import Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import type { Article, Page } from '#pdc/article/article';
import type { Output, PageParts } from '#pdc/text/document';
import type { TextLinks } from '#pdc/library/text-links';
import type { Link, Rendered } from '#pdc/markdown/render';
import type { Digest } from '#pdc/site/schema';

/** Files that are made together from their arguments. Equal arguments give equal bytes. */
export type Row = {
  /** Unique within a site. */
  readonly name: string;
  /** Frozen data. Undefined if the files must be made each time. */
  readonly args: object | undefined;
  /** More arguments: the targets of the links of the row's text. The links are those of the last result. */
  readonly linkArgs?: (links: readonly Link[]) => object;
  /** The arguments of the rendered text only, without `linkArgs`. */
  readonly textArgs?: object;
  /** The article or page, if the row makes its page. */
  readonly entry?: Article | Page;
  /** The files contain the texts of many articles, so a watcher makes them when it is idle. */
  readonly later?: true;
  /** The files are copies of public sources or belong to the theme, so the guard does not search them. */
  readonly isPublic?: true;
};

/** The files that a row made, and the links of its text. */
export type Result = { readonly files: readonly FileRecord[]; readonly text?: TextLinks };

/** A file that was written, with a stamp of its bytes. A file for machines has a digest too. */
export type FileRecord = { readonly path: string; readonly stamp: string; readonly digest?: Digest };

/**
 * A file of the human branch. `content` is data.content, which the stages change; `entry` is frozen and has data.raw
 * and the metadata.
 */
export type EntryFile = PageFile & {
  readonly entry: Article | Page;
  text?: TextLinks;
  content: string;
  /** Headings, links and the number of words, after rendering. */
  rendered?: Omit<Rendered, 'html'>;
  /** The rendered text of an open entry. */
  openHtml?: string;
};

/** A page with its layout. It stays text until its branch ends, because each stage would copy bytes twice. */
export type PageFile = Vinyl & { parts?: PageParts };

/** An output file. Its token count and digest are set when they are known. */
export type OutputFile = Vinyl.BufferFile & Pick<Output, 'tokens'> & { digest?: Digest };

/** Takes one file. The caller awaits the promise, if there is one. */
export type Take = (file: Vinyl) => Promise<void> | void;

/** Takes a row whose files already exist, with its last result. */
export type Keep = (row: Row, result: Result) => void;

/** Passes on every file that is made, and every row whose last result is kept. Without `keep`, all rows are made. */
export type Deliver = (take: Take, keep?: Keep) => Promise<void>;

/** A file with the row that made it. */
export type RowFile = Vinyl & {
  readonly row?: Row;
  /** The links of the text. Every page has them. */
  text?: TextLinks;
  digest?: Digest;
  /** The file already exists, and was searched for the texts that were locked when it was made. */
  readonly isReread?: true;
};

/** An article or a page that is not rendered yet. The content of an open text is its raw body. */
export function toEntryFile(entry: Article | Page, { path, row }: { path: string; row: Row }): EntryFile {
  return new Vinyl({ cwd: '/', base: '/', path, content: isLocked(entry) ? '' : entry.raw, entry, row }) as EntryFile;
}

/** A page that is not the page of an article. */
export function toPageFile(parts: PageParts, { path, row }: { path: string; row: Row }): PageFile {
  return new Vinyl({ cwd: '/', base: '/', path, parts, row });
}

/** Makes a Vinyl file from an output. `path` is the path of a file, not of a folder. */
export function toOutputFile({ path, contents, tokens }: Output, row?: Row): OutputFile {
  const bytes = typeof contents === 'string' ? Buffer.from(contents) : viewOf(contents);
  return new Vinyl({
    cwd: '/',
    base: '/',
    path,
    contents: bytes,
    ...(tokens !== undefined && { tokens }),
    ...(row && { row }),
  });
}

/** A view of the bytes, not a copy, because a file with all texts may have a gigabyte. */
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);
