// Finds the files that builds keep below `.cache/` for an output folder.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { nameOfFolder } from '../../tasks/incremental/build-cache.ts';
import { cacheFolder } from '../../tasks/incremental/cache-file.ts';

/** The paths of these files; empty before the first build, and after `gulp clean`. */
export function cacheFilesOf(dest: string): string[] {
  const prefix = nameOfFolder(dest);
  return (existsSync(cacheFolder) ? readdirSync(cacheFolder) : [])
    .filter((name) => name.startsWith(prefix))
    .map((name) => path.join(cacheFolder, name));
}
