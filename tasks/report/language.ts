// The language in which a command tells what ends it, where no site was read.
import path from 'node:path';
import { defaultSite, readSite } from '#pdc/site';
import { reachOf } from '../files/reach.ts';
import { Failure } from '../settings/failure.ts';

/** The language of a content folder's site; the default one where `_site.yml` does not say. */
export function languageOf(content: string): string {
  const file = path.join(content, '_site.yml');
  const bytes = reachOf(content).readIfThere(file);
  return (bytes ? readSite(bytes, file).site : defaultSite).language;
}

/** Does some work. A Failure of it is told in a language, which is asked for then. */
export async function tellingIn<T>(language: () => string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Failure ? error.inLanguage(language()) : error;
  }
}
