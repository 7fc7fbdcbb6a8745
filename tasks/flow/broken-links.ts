// Symbolic links that gulp.src cannot follow, told with what to do about them.
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../settings/failure.ts';
import { nameOf } from '../settings/settings.ts';

/**
 * gulp.src ends at the first link that leads nowhere or round in a circle, whatever it is called. Emacs lays one of the first
 * kind down beside what is being edited. Gives back any other error as it is.
 */
export function toldOfLink(error: unknown, folder: string): unknown {
  const { code, path: link } = error as NodeJS.ErrnoException;
  if (link === undefined || (code !== 'ENOENT' && code !== 'ELOOP')) return error;
  return new Failure(
    code === 'ELOOP'
      ? `${nameOf(circleIn(link, folder))} is a link to a folder that it stands in: remove it`
      : `${nameOf(link)} is a link that leads nowhere: remove it, or save the file whose lock it is in your editor`,
  );
}

/** Where a path below a folder enters a folder for the second time. */
function circleIn(file: string, above: string): string {
  const entered = new Set([realpathSync(above)]);
  let folder = above;
  for (const name of path.relative(above, file).split(path.sep)) {
    folder = path.join(folder, name);
    const real = realpathSync(folder);
    if (entered.has(real)) return folder;
    entered.add(real);
  }
  return file;
}
