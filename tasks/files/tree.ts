// A folder and everything below it, as gulp.src sees it: links to folders are followed, what cannot be read is passed over.
import { readdirSync, realpathSync, statSync } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import path from 'node:path';

export type Visit = {
  /** Hears of a folder before it is listed. */
  readonly folder?: (path: string) => void;
  readonly file?: (path: string) => void;
};

export function walk(folder: string, visit: Visit): void {
  walkBelow(folder, visit, []);
}

/** `above`: the real paths of the folders that were entered by a link, and of what holds them. */
function walkBelow(folder: string, visit: Visit, above: readonly string[]): void {
  visit.folder?.(folder);
  for (const entry of list(folder)) {
    const full = path.join(folder, entry.name);
    const isLink = entry.isSymbolicLink();
    const stat = isLink ? statOf(full) : entry;
    // Editors lay down links that lead nowhere as locks (Emacs): such a link is no file.
    if (!stat) continue;
    if (!stat.isDirectory()) visit.file?.(full);
    else if (!isLink) walkBelow(full, visit, above);
    else {
      const entered = [...above, realpathSync(folder)];
      const real = realpathSync(full);
      // A link to a folder that it stands in would be followed for ever.
      const leadsBack = entered.some((one) => `${one}${path.sep}`.startsWith(`${real}${path.sep}`));
      if (!leadsBack) walkBelow(full, visit, entered);
    }
  }
}

/** Whether a path stands below a folder, as both are written. */
export const isBelow = (file: string, folder: string): boolean =>
  path.resolve(file).startsWith(`${path.resolve(folder)}${path.sep}`);

/** Nothing of what is not there, be it that a file stands where one of its folders would. */
export function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if (['ENOTDIR', 'EACCES', 'ELOOP'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw error;
  }
}

function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== '.git');
  } catch (error) {
    // A folder may be gone since its parent was listed, or closed to us.
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code!)) return [];
    throw error;
  }
}
