// Keeps the addresses of all output files, so that no two files have the same address.
import { foldersAbove } from '#pdc/site/paths';
import { Failure } from '../../settings/failure.ts';
import { remember } from '#pdc/remember';
import type { FileRecord } from '../../stages/vinyl.ts';
import { createFileNames } from '../file-names.ts';
import { message } from '#pdc/words/message';

export type Claims = {
  /** Whether there is a file at a site path. */
  readonly has: (path: string) => boolean;
  /** Whether a file can be written there. A file and a folder cannot have the same name. */
  readonly isFree: (path: string) => boolean;
  /** The paths of all files. */
  readonly files: () => ReadonlySet<string>;
  /** Claims the path of a new file. Throws a Failure if it is not free. */
  readonly take: (path: string) => void;
  /** Claims the path of a file that is kept. Throws a Failure if it is not free. */
  readonly keep: (file: FileRecord) => void;
  /** Whether another publication has the same paths. */
  readonly equals: (claims: Claims) => boolean;
};

export function createClaims(): Claims {
  const names = createFileNames();
  const { files } = names;
  const claim = (path: string, above: readonly string[]): void => {
    if (!names.isFree(path, above)) throw new Failure(message('filesAtOneAddress', { path }));
    names.add(path, above);
  };
  return {
    has: (path) => files.has(path) || (path.endsWith('/') && files.has(`${path}index.html`)),
    isFree: (path) => names.isFree(path),
    files: () => files,
    take: (path) => claim(path, foldersAbove(path)),
    keep: (file) => claim(file.path, foldersOf(file)),
    equals: (claims) => {
      const paths = claims.files();
      return paths.size === files.size && [...files].every((path) => paths.has(path));
    },
  };
}

const foldersOf = remember(({ path }: FileRecord): readonly string[] => foldersAbove(path));
