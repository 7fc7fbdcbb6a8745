// The adapter's one dependency on the world: `read(path) -> text`, from a folder or from an address.

/**
 * The file at a site path. `version` changes whenever the text does; a reader that names the version it knows may get
 * `same`.
 */
export type ReadResult =
  | { readonly kind: 'text'; readonly text: string; readonly version: string | undefined }
  | { readonly kind: 'same' }
  | { readonly kind: 'absent' };

/** Reads a site path (decoded). Throws an Unavailable where it cannot be told what stands there. */
export type ReadText = (path: string, cachedVersion?: string) => Promise<ReadResult>;

/** The largest file that is read, in bytes: a Worker has 128 MB for everything. */
export const maxFileBytes = 64 * 1024 * 1024;

/** No segment climbs, none is empty, and nothing stands in it that a platform takes for a separator or the end of a name. */
export const isPlain = (path: string): boolean =>
  /^\/[^\\\0]+$/.test(path) &&
  !path
    .slice(1)
    .split('/')
    .some((segment) => segment === '' || segment === '.' || segment === '..');

/** Milliseconds in which an address is not asked again: a host counts requests. A folder is asked each time. */
export const recheckAddressAfter = 60_000;
