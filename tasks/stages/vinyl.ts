// What our Vinyl files carry. Their paths are the output's, from "/".
import Vinyl from 'vinyl';
import type { Article, Page } from '#pdc/article';
import type { Output } from '#pdc/document';
import type { Rendered } from '#pdc/markdown';

/** A file of the human branch: `contents` is data.content, which the stages change; `entry` holds data.raw and the metadata, frozen. */
export type EntryFile = Vinyl.BufferFile & {
  readonly entry: Article | Page;
  /** Headings, links and words: what rendering learned. */
  rendered?: Omit<Rendered, 'html'>;
};

/** An article or a page at the start of the human branch: not rendered yet, its contents are the raw body. */
export function toEntryFile(entry: Article | Page, path: string): EntryFile {
  return new Vinyl({ cwd: '/', base: '/', path, contents: Buffer.from(entry.raw), entry }) as EntryFile;
}

/** What a pure function made, as a file of a stream. `path` is a file's, never a folder's. */
export function toOutputFile({ path, contents }: Output): Vinyl.BufferFile {
  return new Vinyl({ cwd: '/', base: '/', path, contents: Buffer.from(contents) }) as Vinyl.BufferFile;
}
