// Runs the whole build on a folder without writing anything, and returns the sorted lines of its defects.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type Vinyl from 'vinyl';
import { formatDefect, sortDefects } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { publish } from '../../tasks/flow/publish.ts';
import { translating } from '../../tasks/lenient.ts';
import { readEdition } from '../../tasks/flow/read-edition.ts';
import type { Deliver } from '../../tasks/stages/vinyl.ts';

export const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** A defect as a line in English. */
export const lineOf = (defect: Defect): string => formatDefect(defect, 'en');

/** A folder that exists while `work` runs. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads and publishes a content folder without writing. File names are relative to the folder. */
export async function defectsIn(
  content: string,
  { lenient = false, statics = path.join(fixtures, 'static') } = {},
): Promise<Defect[]> {
  const edition = await readEdition({
    content,
    statics,
    lenient,
    drafts: false,
    ...(await translating(lenient)),
  });
  const { deliver, linkDefects } = publish(edition, { minified: false });
  await deliver(() => {});
  const defects = sortDefects([...edition.defects, ...linkDefects()]);
  return defects.map((defect) => ({
    ...defect,
    file: path.relative(content, path.resolve(defect.file)).replaceAll('\\', '/'),
  }));
}

/** All delivered files, in their order. */
export async function filesOf({ deliver }: { readonly deliver: Deliver }): Promise<Vinyl[]> {
  const files: Vinyl[] = [];
  await deliver((file) => void files.push(file));
  return files;
}

/** The defect lines of an article that is the only one in its content folder. */
export async function defectsOfArticle(file: string): Promise<string> {
  return withFolder(async (folder) => {
    cpSync(file, path.join(folder, path.basename(file)));
    return (await defectsIn(folder)).map((defect) => `${lineOf(defect)}\n`).join('');
  });
}
