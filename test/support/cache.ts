// What builds keep below `.cache/` for one output folder.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { nameOfFolder } from '../../tasks/incremental/memory.ts';
import { cacheFolder } from '../../tasks/incremental/store.ts';

/** Paths. None where no build has kept anything yet, and where `gulp clean` ran meanwhile. */
export function cacheFilesOf(dest: string): string[] {
  const prefix = nameOfFolder(dest);
  return (existsSync(cacheFolder) ? readdirSync(cacheFolder) : [])
    .filter((name) => name.startsWith(prefix))
    .map((name) => path.join(cacheFolder, name));
}
