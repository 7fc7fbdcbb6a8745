// Finds backups of engines that keep their articles in a database. `adopt` cannot read such a backup, so the report
// names the next step.
import { nameOf } from '../settings/settings.ts';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import type { Folder } from './blog-folder.ts';

/** Each engine, the names of its backup files, and what is near the beginning of these files. */
const backups: readonly (readonly [engine: string, file: RegExp, beginning: RegExp])[] = [
  ['WordPress', /\.xml$/i, /wordpress\.org\/export/],
  ['Ghost', /\.json$/i, /"db"\s*:\s*\[\s*\{\s*"meta"/],
  ['Typecho', /\.dat$/i, /^%TYPECHO_BACKUP/],
  ['Halo', /\.(?:zip|data)$/i, /extensions\.data/],
];

const maxBytes = 4096;

/** A message that says what to do with a folder that contains a backup; undefined for other folders. */
export function exportIn(folder: Folder): Message | undefined {
  for (const file of folder.list()) {
    const beginning = backups.some(([, name]) => name.test(file))
      ? folder.read(file)?.toString('latin1', 0, maxBytes)
      : '';
    const [engine] = backups.find(([, name, start]) => name.test(file) && start.test(beginning ?? '')) ?? [];
    if (engine === 'WordPress') return message('exportOfWordPress', { folder: nameOf(folder.root), file });
    if (engine !== undefined) return message('exportOfOther', { folder: nameOf(folder.root), file, engine });
  }
  return undefined;
}
