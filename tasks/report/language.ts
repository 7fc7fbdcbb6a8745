// The language of a command's output before the command has read a site, and texts in that language.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isChinese } from '#pdc/words/language';
import { defaultSite, readSite } from '#pdc/site/site';
import { readYaml } from '#pdc/text/yaml';
import type { Yaml } from '#pdc/text/yaml';
import { reachOf } from '../files/reach.ts';
import { Failure } from '../settings/failure.ts';
import { languageOfUser, root } from '../settings/settings.ts';

/**
 * The language of the site in a content folder, by default Chinese. If the folder is missing, the language of the
 * terminal.
 */
export function languageOf(content: string): string {
  if (!existsSync(content)) return languageOfUser();
  const file = path.join(content, '_site.yml');
  const bytes = reachOf(content).readIfThere(file);
  return (bytes ? readSite(bytes, file).site : defaultSite).language;
}

/** Does some work. If it throws a Failure, looks up the language and puts the message into that language. */
export async function withFailuresIn<T>(language: () => string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Failure ? error.inLanguage(language()) : error;
  }
}

/** The texts of a YAML file in `tasks/`, in Chinese for a Chinese site, otherwise in English. */
export function textsFor<Texts>(file: string, site: { readonly language: string }): Texts {
  const { data } = readYaml(readFileSync(path.join(root, 'tasks', file), 'utf8')) as Yaml;
  return (data as Readonly<Record<string, Texts>>)[isChinese(site) ? 'chinese' : 'english']!;
}
