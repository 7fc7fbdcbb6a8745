// Walks through a folder and everything below it. Follows links to folders within its reach; skips folders that cannot
// be read.
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
  /** Called with a path that must not be read or entered, and the reason. */
  readonly refused?: (path: string, why: Message) => void;
};

export function walk(folder: string, visit: Visitor, reach = reachOf(folder)): void {
  walkBelow(folder, { visit, reach, above: [] });
}

type Walk = {
  readonly visit: Visitor;
  readonly reach: Reach;
  /** The real paths of the folders that contain the links through which the walk came here. */
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
      // A link to a folder that contains the link would be followed for ever.
      const leadsBack = entered.some((holder) => `${holder}${path.sep}`.startsWith(`${real}${path.sep}`));
      if (leadsBack) visit.refused?.(full, message('linkIntoItself'));
      else walkBelow(full, { visit, reach, above: entered });
    }
  }
}

/** Whether a path is below a folder. Compares the paths without resolving links. */
export const isBelow = (file: string, folder: string): boolean =>
  path.resolve(file).startsWith(`${path.resolve(folder)}${path.sep}`);

/**
 * The real path of a folder, which may not exist yet: without links, and with names in the case in which they are
 * stored.
 */
export const realOf = (folder: string): string =>
  existsSync(folder) ? realpathSync.native(folder) : path.join(realOf(path.dirname(folder)), path.basename(folder));

/** The status of a file; undefined if the file is missing or unreadable, or if one of its folders is a file. */
export function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if (hasCode(error, ['ENOTDIR', 'EACCES', 'ELOOP'])) return undefined;
    throw error;
  }
}

/**
 * Whether the file system of a folder, which need not exist, distinguishes upper and lower case. Writes no file.
 * Instead it takes the nearest existing folder whose name has letters, and looks it up by that name in the other case.
 */
export function distinguishesCase(folder: string): boolean {
  const { dir, base } = path.parse(path.resolve(folder));
  if (base === '') return true;
  const swappedCase = base === base.toUpperCase() ? base.toLowerCase() : base.toUpperCase();
  if (swappedCase === base || !existsSync(folder)) return distinguishesCase(dir);
  return statOf(path.join(dir, swappedCase))?.ino !== statSync(folder).ino;
}

function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== '.git');
  } catch (error) {
    // The folder may have been removed since its parent was listed, or we may not read it.
    if (hasCode(error, ['ENOENT', 'ENOTDIR', 'EACCES'])) return [];
    throw error;
  }
}

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');
