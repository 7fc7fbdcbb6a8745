// Decides which files of a folder may be read: links must not lead out of it, and devices and pipes are refused.
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

export type Reach = {
  /** Why a path may not be read or entered; undefined if it may. */
  readonly faultOf: (file: string) => Message | undefined;
  /** Checks a file again, because a link may have replaced it, and reads it. Throws an error with a code. */
  readonly read: (file: string) => Buffer;
  /** Reads a file; undefined if it is missing or may not be read. */
  readonly readIfThere: (file: string) => Buffer | undefined;
};

export type ReachOptions = {
  /** More folders to which links may lead. */
  readonly follow?: readonly string[] | undefined;
  /** Whether links may not lead into the repository around the folder. */
  readonly isClosed?: boolean;
};

/**
 * The reach of a folder, which may be a link itself. Links may lead to files below the folder, in its repository (the
 * nearest folder above with `.git`), and in the folders of `follow`. They may not lead to hidden files of
 * the folder or its repository, because `.git/config` and `.env` contain secrets.
 */
export function reachOf(folder: string, { follow = [], isClosed = false }: ReachOptions = {}): Reach {
  let roots: { readonly realFolder: string; readonly top: string; readonly followed: readonly string[] } | undefined;

  function findRoots(): NonNullable<typeof roots> {
    const realFolder = realpathSync.native(folder);
    return {
      realFolder,
      top: isClosed ? realFolder : topOf(realFolder),
      followed: follow.map((linked) => realpathSync.native(linked)),
    };
  }
  function mayRead(real: string, file: string): boolean {
    const { realFolder, top, followed } = (roots ??= findRoots());
    const isPlain =
      isWithin(path.resolve(file), path.resolve(folder)) && real === path.join(realFolder, path.relative(folder, file));
    return (
      isPlain ||
      followed.some((root) => isWithin(real, root)) ||
      [realFolder, top].some((root) => isWithin(real, root) && !isHidden(path.relative(root, real)))
    );
  }
  function faultOf(file: string): Message | undefined {
    try {
      const stat = statSync(file);
      if (!stat.isFile() && !stat.isDirectory()) return message('notAFile');
      const real = realpathSync.native(file);
      return mayRead(real, file) ? undefined : message('linkOutside', { target: real });
    } catch (error) {
      // A file without read permission is accepted here. Reading it then fails with its own error.
      const { code = '' } = error as NodeJS.ErrnoException;
      return ['EACCES', 'EPERM'].includes(code) ? undefined : message('linkNowhere');
    }
  }
  function readFile(file: string): Buffer {
    // O_NONBLOCK: otherwise opening a named pipe would wait for its writer.
    const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const opened = fstatSync(handle);
      const fault = faultOf(file);
      const { dev, ino } = statSync(file);
      // The file may have been replaced since it was opened, so the checked file must be the opened one.
      if (fault !== undefined || dev !== opened.dev || ino !== opened.ino)
        throw Object.assign(new Error('the path is not to be read'), { code: 'ELOOP' });
      return readFileSync(handle);
    } finally {
      closeSync(handle);
    }
  }
  return {
    faultOf,
    read: readFile,
    readIfThere: (file) => (existsSync(file) && faultOf(file) === undefined ? readFile(file) : undefined),
  };
}

const isWithin = (real: string, root: string): boolean =>
  real === root || real.startsWith(root.endsWith(path.sep) ? root : `${root}${path.sep}`);

const isHidden = (relative: string): boolean => relative.split(path.sep).some((name) => name.startsWith('.'));

/** The top folder of the repository that contains a folder; the folder itself if it is not in a repository. */
function topOf(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return at;
    if (at === path.dirname(at)) return folder;
  }
}
