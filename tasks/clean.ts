// `gulp clean`: removes the output, what a killed command left beside it, and the cache.
import { removeCache } from './cache/store.ts';
import { holdOutput, removeOutput } from './output.ts';
import type { Settings } from './settings.ts';

export async function clean(settings: Settings): Promise<void> {
  await holdOutput(settings, async () => {
    removeOutput(settings.dest);
    removeCache();
  });
}
