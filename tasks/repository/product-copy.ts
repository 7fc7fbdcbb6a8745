// Gives a new site the product of this checkout: as a packed file that installs anywhere, and as a link.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installedIn, root } from '../settings/settings.ts';

/** Packs the checkout into a folder and returns the file name; undefined if this is not a checkout or npm fails. */
export function packInto(folder: string): string | undefined {
  if (installedIn !== undefined) return undefined;
  packed ??= pack();
  if (packed === undefined) return undefined;
  copyFileSync(packed, path.join(folder, path.basename(packed)));
  return path.basename(packed);
}

// Packed once, because it takes seconds and the checkout does not change while a command runs.
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
 * Links the scripts of a new site to this checkout. Installing its packages replaces the links. Returns false if links
 * are impossible: Windows does not support links to programs, and some disks do not support links.
 */
export function linkProduct(folder: string, name: string): boolean {
  const packages = path.join(folder, 'node_modules');
  if (installedIn !== undefined || process.platform === 'win32' || existsSync(packages)) return false;
  mkdirSync(path.join(packages, '.bin'), { recursive: true });
  try {
    symlinkSync(root, path.join(packages, name));
    symlinkSync(`../${name}/tasks/duplex.js`, path.join(packages, '.bin/duplex'));
    symlinkSync(`../${name}/server/mcp/index.js`, path.join(packages, '.bin/duplex-mcp'));
    return true;
  } catch {
    rmSync(packages, { recursive: true, force: true });
    return false;
  }
}
