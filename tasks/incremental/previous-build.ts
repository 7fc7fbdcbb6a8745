// Finds out whether all files that the last build read and wrote are unchanged. If so, no build is needed.
import { createHash, randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { Defect } from '#pdc/words/defect';
import type { Summary } from '../report/build-summary.ts';
import { here, ownStatics } from '../settings/settings.ts';
import type { Settings } from '../settings/settings.ts';
import { stampOf } from '../files/stamp.ts';
import { reachOf } from '../files/reach.ts';
import { walk } from '../files/tree.ts';
import { nameOfFolder } from './build-cache.ts';
import { openCacheFile } from './cache-file.ts';

/** The report of the previous build. */
export type BuildReport = { readonly summary: Omit<Summary, 'seconds'>; readonly defects: readonly Defect[] };

type BuildRecord = BuildReport & { readonly inputs: string; readonly outputs: string };

export type PreviousBuild = {
  /** The report of the previous build, if a build now would only write the same files. */
  readonly reportIfUnchanged: () => BuildReport | undefined;
  /** Call it when the output is in place. */
  readonly save: (report: BuildReport) => void;
};

/** Takes the stamps of all inputs now. A file that is written later counts as changed in the next build. */
export function openPreviousBuild(settings: Settings, code: string): PreviousBuild {
  const cacheFile = openCacheFile<BuildRecord>(`${nameOfFolder(settings.dest)}.last.json`, code);
  const inputs = inputsOf(settings);
  return {
    reportIfUnchanged() {
      const previous = cacheFile.load();
      return previous?.inputs === inputs && previous.outputs === outputsOf(settings.dest) ? previous : undefined;
    },
    save(report) {
      const pieces = cacheFile.toPieces({ ...report, inputs, outputs: outputsOf(settings.dest) });
      if (pieces) cacheFile.save(pieces);
    },
  };
}

/**
 * Hashes the stamps of all inputs. It does not hash contents, because a hash could help to guess a locked text. A file
 * that changed in the last two seconds gets a random stamp, so that the next build reads it again.
 */
function inputsOf({ content, statics, dest, baseUrl, lenient, follow }: Settings): string {
  const hash = createHash('sha256').update(JSON.stringify([content, statics, dest, baseUrl, lenient, follow, here]));
  for (const folder of [content, statics, ownStatics]) {
    const visit = {
      file: (file: string) => void hash.update(`\n${file}\n${stampOf(file) ?? randomUUID()}`),
      refused: (file: string) => void hash.update(`\n${file}\n`),
    };
    walk(folder, visit, reachOf(folder, { follow }));
  }
  return hash.digest('hex');
}

function outputsOf(folder: string): string {
  const hash = createHash('sha256');
  walk(folder, {
    file(file) {
      const { size, mtimeMs, ino } = lstatSync(file);
      hash.update(`\n${path.relative(folder, file)} ${size} ${mtimeMs} ${ino}`);
    },
  });
  return hash.digest('hex');
}
