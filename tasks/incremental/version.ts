// Which version of the product built here last: whoever has updated it learns once where its changes are told.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cacheFolder, versionFile } from './store.ts';

/** The version before this one; undefined where this one has built here already, and where none is remembered. */
export function replacedVersion(version: string): string | undefined {
  try {
    const before = existsSync(versionFile) ? readFileSync(versionFile, 'utf8') : undefined;
    if (before === version) return undefined;
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(versionFile, version);
    return before;
  } catch {
    // Where nothing can be kept nothing is told.
    return undefined;
  }
}
