// The language in which a command tells what ends it, where nothing but the content folder is known.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultSite, readSite } from '#pdc/site';
import { Failure } from '../settings/failure.ts';
import { translateLines } from './translate.ts';

/** The language of a content folder's site; the default one where `_site.yml` does not say. */
export function languageOf(content: string): string {
  const file = path.join(content, '_site.yml');
  return (existsSync(file) ? readSite(readFileSync(file), file).site : defaultSite).language;
}

/** Runs a command on a content folder. A Failure of it is told in the language of the site. */
export async function inLanguageOf(content: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    throw error instanceof Failure ? new Failure(translateLines(error.message, languageOf(content))) : error;
  }
}
