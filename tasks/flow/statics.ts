// The static folder, and what every site needs of ours: files that ship as they are.
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import gulp from 'gulp';
import Vinyl from 'vinyl';
import { aiContextPath, nojekyllPath, protocolAppendixPath, protocolPath } from '#pdc/paths';
import { Failure } from '../settings/failure.ts';
import { statOf } from '../files/tree.ts';
import { ownStatics, root } from '../settings/settings.ts';
import { toldOfLink } from './broken-links.ts';

/** Every site has these: a static folder without them gets the product's own. What agents are told of a site is never another's. */
const required = [protocolPath, '/css/custom.css'];

/** Site documents of the machine channel that are static files. */
export const staticDocuments: readonly string[] = [aiContextPath, protocolPath];

/**
 * The files of the static folder, not read yet: `path` is the site path, `source` the file to copy. The theme's
 * own files and the required files are among them.
 */
export async function listStatics(folder: string): Promise<Vinyl[]> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Failure(`there is no static folder ${folder}: create it, or name another with --static`);
  }
  const patterns = ['**/*', '!**/.git/**', '!**/.DS_Store', '!**/Thumbs.db', '!**/.#*', `!${nojekyllPath.slice(1)}`];
  // Links are followed when a file is copied: gulp takes a relative one from where the command was called.
  const options = { cwd: folder, base: folder, read: false, resolveSymlinks: false, dot: true, allowEmpty: true };
  const files: Vinyl[] = [];
  try {
    for await (const file of gulp.src(patterns, options)) {
      const { path: source, relative } = file as unknown as Vinyl;
      if (!statOf(source)?.isDirectory()) files.push(toStatic(`/${relative.replaceAll('\\', '/')}`, source));
    }
  } catch (error) {
    throw toldOfLink(error, folder);
  }
  const present = new Set(files.map((file) => file.path));
  // The appendix is that of our protocol: a site with a document of its own says there where the rest stands.
  const ours = present.has(protocolPath) ? required : [...required, protocolAppendixPath];
  const missing = ours.filter((sitePath) => !present.has(sitePath));
  return [
    ...files,
    ...missing.map((sitePath) => toStatic(sitePath, path.join(ownStatics, sitePath))),
    ...themeFiles.map((file) => toStatic(`/css/${path.basename(file)}`, file)),
  ];
}

/** Files of the theme that ship as they are. */
export const themeFiles = ['icon.svg', 'card.png', 'feed.css'].map((name) => path.join(root, 'tasks/theme', name));

export const toStatic = (sitePath: string, source: string): Vinyl =>
  new Vinyl({ cwd: '/', base: '/', path: sitePath, source });

/** The static files that are text. A file that is none holds nothing that anybody reads as such. */
export function readStaticTexts(statics: readonly Vinyl[]): string[] {
  return statics
    .map((file) => readFileSync(file.source as string))
    .flatMap((bytes) => (isUtf8(bytes) ? [bytes.toString()] : []));
}
