// `npm run ai-context`: makes `ai-context.md` from the site's own tables and writes it into the static folder. Never
// overwrites it.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { aiContext } from '#pdc/endpoints/ai-context.md';
import { aiContextPath } from '#pdc/site/paths';
import { Failure } from './settings/failure.ts';
import { translating } from './lenient.ts';
import { readEdition } from './flow/read-edition.ts';
import { callOf, nameOf, readSettings } from './settings/settings.ts';
import { message, textOf } from '#pdc/words/message';

export const usage = message('usageOfAiContext');

/** Returns the text to print. Throws a Failure if the file exists. */
export async function writeAiContext(argv: string[], env?: NodeJS.ProcessEnv): Promise<string> {
  const settings = readSettings('ai-context', argv, env);
  const file = path.join(settings.statics, aiContextPath);
  if (existsSync(file)) throw new Failure(message('documentExists', { file: nameOf(file) }));
  const { library } = await readEdition({ ...settings, lenient: true, drafts: false, ...(await translating(true)) });
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, aiContext(library));
  const result = message('documentWritten', { file: nameOf(file), command: callOf('check') });
  return `${textOf(result, library.site.language)}\n`;
}
