// `gulp clean`: removes the output and what a killed command left beside it.
import { holdOutput, removeOutput } from './output.ts';
import type { Settings } from './settings.ts';

export async function clean(settings: Settings): Promise<void> {
  await holdOutput(settings, async () => removeOutput(settings.dest));
}
