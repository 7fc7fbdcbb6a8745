// `npm run ai-context`: writes `ai-context.md` from the site's own tables into its static folder, once. The author owns it then.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { aiContext } from '#pdc/endpoints/ai-context.md';
import { aiContextPath } from '#pdc/paths';
import { Failure } from './settings/failure.ts';
import { translating } from './lenient.ts';
import { read } from './flow/read.ts';
import { callOf, nameOf, readSettings } from './settings/settings.ts';

export const usage =
  "usage: npm run ai-context [-- --content DIR --static DIR]; it writes DIR/ai-context.md from the site's tables, and never over one that is there";

/** Gives back what it tells. Throws a Failure where there is such a file: nothing is written over. */
export async function writeAiContext(argv: string[], env?: NodeJS.ProcessEnv): Promise<string> {
  const settings = readSettings('ai-context', argv, env);
  if (settings.operands.length > 0) throw new Failure(`"${settings.operands[0]}" is no flag; ${usage}`);
  const file = path.join(settings.statics, aiContextPath);
  if (existsSync(file))
    throw new Failure(`${nameOf(file)} is there already, and nothing is written over: remove it first`);
  const { library } = await read({ ...settings, lenient: true, drafts: false, ...(await translating(true)) });
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, aiContext(library));
  return `${nameOf(file)} written from the site's tables: it is yours, and "${callOf('check')}" says when it is no longer true\n`;
}
