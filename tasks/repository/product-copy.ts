// How a new site gets the product from a checkout: as a file that installs anywhere, and at once by a link.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installedIn, root } from '../settings/settings.ts';

/** Packs the checkout into a folder, and gives back the name of the file; undefined where this is no checkout, or npm cannot. */
export function packInto(folder: string): string | undefined {
  if (installedIn !== undefined) return undefined;
  packed ??= pack();
  if (packed === undefined) return undefined;
  copyFileSync(packed, path.join(folder, path.basename(packed)));
  return path.basename(packed);
}

// Packing takes seconds, and a checkout does not change while a command runs.
let packed: string | undefined;

function pack(): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'duplex-pack-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  try {
    const name = execFileSync(process.execPath, [path.join(root, '.ci/pack.mjs'), 'to', folder], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const file = path.join(folder, name);
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Lets the scripts of a new site run this checkout until its packages are installed, which replaces the links. Returns
 * whether they can: Windows has no links to programs.
 */
export function linkProduct(folder: string, name: string): boolean {
  const packages = path.join(folder, 'node_modules');
  if (installedIn !== undefined || process.platform === 'win32' || existsSync(packages)) return false;
  mkdirSync(path.join(packages, '.bin'), { recursive: true });
  symlinkSync(root, path.join(packages, name));
  symlinkSync(`../${name}/tasks/duplex.js`, path.join(packages, '.bin/duplex'));
  symlinkSync(`../${name}/server/mcp/index.js`, path.join(packages, '.bin/duplex-mcp'));
  return true;
}
