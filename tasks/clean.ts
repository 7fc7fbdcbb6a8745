// `gulp clean`: removes the output, the leftovers of a killed command, the watcher's output, and the cache.
import { rmdirSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, removeCache } from './incremental/cache-file.ts';
import { holdOutput, removeOutput } from './output/output-folder.ts';
import { watchFolder } from './settings/settings.ts';
import type { Settings } from './settings/settings.ts';

export async function clean(settings: Settings): Promise<void> {
  const remove = async (): Promise<void> => {
    removeOutput(settings.dest);
    removeOutput(watchFolder);
    removeCache();
  };
  // A running watcher serves from `watchFolder`, so that folder is locked too.
  const removeHeld =
    settings.dest === watchFolder ? remove : () => holdOutput({ ...settings, dest: watchFolder }, remove);
  await holdOutput(settings, removeHeld);
  removeEmpty(path.dirname(watchFolder));
  removeEmpty(path.dirname(cacheFolder));
}

/** Removes a folder only if it is empty, even if another program writes a file into it at this moment. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}
