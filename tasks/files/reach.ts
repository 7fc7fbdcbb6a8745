// How far links lead out of a folder, and what is no file at all: whoever reads what others wrote asks here first.
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

export type Reach = {
  /** Why a path is not to be entered or read; undefined where it may be. */
  readonly faultOf: (file: string) => Message | undefined;
  /** The bytes of a file that may be read, also where a link has come in its place by now. Throws an error with a code. */
  readonly read: (file: string) => Buffer;
  /** Undefined where there is none, or it is not to be read. */
  readonly readIfThere: (file: string) => Buffer | undefined;
};

export type ReachOptions = {
  /** Folders to which links may lead as well. */
  readonly follow?: readonly string[] | undefined;
  /** Without the repository around the folder. */
  readonly isClosed?: boolean;
};

/**
 * The reach of a folder, which may itself be a link: what really lies below it, in its repository (the nearest folder upward
 * that holds `.git`), and in the folders to follow. A link leads to nothing hidden: `.git/config` and `.env` hold secrets.
 */
export function reachOf(folder: string, { follow = [], isClosed = false }: ReachOptions = {}): Reach {
  let roots: { readonly own: string; readonly top: string; readonly followed: readonly string[] } | undefined;

  function findRoots(): NonNullable<typeof roots> {
    const own = realpathSync.native(folder);
    return { own, top: isClosed ? own : topOf(own), followed: follow.map((each) => realpathSync.native(each)) };
  }
  function mayRead(real: string, file: string): boolean {
    const { own, top, followed } = (roots ??= findRoots());
    const isPlain =
      isWithin(path.resolve(file), path.resolve(folder)) && real === path.join(own, path.relative(folder, file));
    return (
      isPlain ||
      followed.some((root) => isWithin(real, root)) ||
      [own, top].some((root) => isWithin(real, root) && !isHidden(path.relative(root, real)))
    );
  }
  function faultOf(file: string): Message | undefined {
    try {
      const stat = statSync(file);
      if (!stat.isFile() && !stat.isDirectory()) return message('notAFile');
      const real = realpathSync.native(file);
      return mayRead(real, file) ? undefined : message('linkOutside', { target: real });
    } catch (error) {
      // A file without permission passes here; reading it then fails with its own error.
      return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code!) ? undefined : message('linkNowhere');
    }
  }
  function read(file: string): Buffer {
    // O_NONBLOCK: to open a named pipe would wait for its writer.
    const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const opened = fstatSync(handle);
      const fault = faultOf(file);
      const { dev, ino } = statSync(file);
      // Somebody may have put another file in its place meanwhile: what was looked at is what was opened.
      if (fault !== undefined || dev !== opened.dev || ino !== opened.ino)
        throw Object.assign(new Error('the path is not to be read'), { code: 'ELOOP' });
      return readFileSync(handle);
    } finally {
      closeSync(handle);
    }
  }
  return {
    faultOf,
    read,
    readIfThere: (file) => (existsSync(file) && faultOf(file) === undefined ? read(file) : undefined),
  };
}

const isWithin = (real: string, root: string): boolean =>
  real === root || real.startsWith(root.endsWith(path.sep) ? root : `${root}${path.sep}`);

const isHidden = (relative: string): boolean => relative.split(path.sep).some((name) => name.startsWith('.'));

/** The top of the repository that a folder stands in; the folder itself where it stands in none. */
function topOf(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return at;
    if (at === path.dirname(at)) return folder;
  }
}
