// Keeps the names of files. A file and a folder cannot have the same name.
import { foldersAbove } from '#pdc/site/paths';

export type FileNames = {
  readonly files: ReadonlySet<string>;
  /** Whether a file can have the name. `above` are the folders above it, if they are known. */
  readonly isFree: (file: string, above?: readonly string[]) => boolean;
  readonly add: (file: string, above?: readonly string[]) => void;
};

export function createFileNames(): FileNames {
  const files = new Set<string>();
  const folders = new Set<string>();
  return {
    files,
    isFree: (file, above = foldersAbove(file)) =>
      !files.has(file) && !folders.has(file) && !above.some((folder) => files.has(folder)),
    add(file, above = foldersAbove(file)) {
      files.add(file);
      for (const folder of above) folders.add(folder);
    },
  };
}
