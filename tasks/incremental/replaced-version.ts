// Remembers which version of the product built here last, so that an update is announced once.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cacheFolder, versionFile } from './cache-file.ts';

/** The version that built here before; undefined if it is the same version or unknown. */
export function replacedVersion(version: string): string | undefined {
  try {
    const previousVersion = existsSync(versionFile) ? readFileSync(versionFile, 'utf8') : undefined;
    if (previousVersion === version) return undefined;
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(versionFile, version);
    return previousVersion;
  } catch {
    // Without a writable cache, updates are not announced.
    return undefined;
  }
}
