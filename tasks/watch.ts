import type { Settings } from './settings.ts';
export async function watch(_settings: Settings): Promise<void> {}
