// A folder and everything below it: links to folders are followed as far as its reach, what cannot be read is passed over.
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import path from 'node:path';
import { reachOf } from './reach.ts';
import type { Reach } from './reach.ts';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

export type Visitor = {
  /** Called with a folder before it is listed. */
  readonly folder?: (path: string) => void;
  readonly file?: (path: string) => void;
  /** Called with a path that is neither entered nor read, and the reason. */
  readonly refused?: (path: string, why: Message) => void;
};

export function walk(folder: string, visit: Visitor, reach = reachOf(folder)): void {
  walkBelow(folder, { visit, reach, above: [] });
}

type Walk = {
  readonly visit: Visitor;
  readonly reach: Reach;
  /** The real paths of the folders that were entered by a link, and of what holds them. */
  readonly above: readonly string[];
};

function walkBelow(folder: string, { visit, reach, above }: Walk): void {
  visit.folder?.(folder);
  for (const entry of list(folder)) {
    const full = path.join(folder, entry.name);
    const isLink = entry.isSymbolicLink();
    const isPlain = entry.isFile() || entry.isDirectory();
    const fault = isPlain ? undefined : reach.faultOf(full);
    if (fault !== undefined) visit.refused?.(full, fault);
    else if (!(isLink ? statOf(full) : entry)?.isDirectory()) visit.file?.(full);
    else if (!isLink) walkBelow(full, { visit, reach, above });
    else {
      const entered = [...above, realpathSync(folder)];
      const real = realpathSync(full);
      // A link to a folder that it stands in would be followed for ever.
      const leadsBack = entered.some((one) => `${one}${path.sep}`.startsWith(`${real}${path.sep}`));
      if (leadsBack) visit.refused?.(full, message('linkIntoItself'));
      else walkBelow(full, { visit, reach, above: entered });
    }
  }
}

/** Whether a path stands below a folder, as both are written. */
export const isBelow = (file: string, folder: string): boolean =>
  path.resolve(file).startsWith(`${path.resolve(folder)}${path.sep}`);

/** Undefined where there is no such file, also where a file has the place of one of its folders. */
export function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if (['ENOTDIR', 'EACCES', 'ELOOP'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw error;
  }
}

/**
 * Whether two names that differ in case alone are two files where a folder stands or will: asked of the nearest one whose own
 * name has letters, so that nothing is written.
 */
export function tellsCaseApart(folder: string): boolean {
  const { dir, base } = path.parse(path.resolve(folder));
  if (base === '') return true;
  const other = base === base.toUpperCase() ? base.toLowerCase() : base.toUpperCase();
  if (other === base || !existsSync(folder)) return tellsCaseApart(dir);
  return statOf(path.join(dir, other))?.ino !== statSync(folder).ino;
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
