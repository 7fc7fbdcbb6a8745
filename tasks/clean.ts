// `gulp clean`: removes the output, what a killed command left beside it, and the cache, the watcher's output in it.
import { removeCache } from './incremental/store.ts';
import { holdOutput, removeOutput } from './output/folder.ts';
import { watchFolder } from './settings/settings.ts';
import type { Settings } from './settings/settings.ts';

export async function clean(settings: Settings): Promise<void> {
  const remove = async (): Promise<void> => {
    removeOutput(settings.dest);
    removeCache();
  };
  // A watcher that runs serves from below the cache.
  const removeHeld =
    settings.dest === watchFolder ? remove : () => holdOutput({ ...settings, dest: watchFolder }, remove);
  await holdOutput(settings, removeHeld);
}
