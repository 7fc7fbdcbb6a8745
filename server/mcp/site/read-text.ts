// The function that reads files of the site, from a folder or an address: the adapter's only I/O.

/** The result of reading a file. `version` changes with the text. A caller that passes it may get `same`. */
export type ReadResult =
  | { readonly kind: 'text'; readonly text: string; readonly version: string | undefined }
  | { readonly kind: 'same' }
  | { readonly kind: 'absent' };

/** Reads the file at a decoded site path. Throws an Unavailable if it is unknown whether the file exists. */
export type ReadText = (path: string, cachedVersion?: string) => Promise<ReadResult>;

/** The maximum size of a file, in bytes. A Worker has 128 MB of memory. */
export const maxFileBytes = 64 * 1024 * 1024;

/** Whether a path is free of empty segments, of `.` and `..`, and of characters that some platforms treat specially. */
export const isPlain = (path: string): boolean =>
  /^\/[^\\\0]+$/.test(path) &&
  !path
    .slice(1)
    .split('/')
    .some((segment) => segment === '' || segment === '.' || segment === '..');

/** Milliseconds until a file at an address is revalidated, to limit requests. Files of a folder always are. */
export const recheckAddressAfter = 60_000;
