// `duplex init FOLDER`: makes the repository of a new site with a first article.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { message } from '#pdc/words/message';
import type { Message, MessageValue } from '#pdc/words/message';
import { atInstant } from '#pdc/text/moment';
import { readSite } from '#pdc/site/site';
import { readEdition } from './flow/read-edition.ts';
import { withFailuresIn, textsFor } from './report/language.ts';
import { ensureEmpty, writeRepository } from './repository/repository.ts';
import { parseArguments } from './settings/arguments.ts';
import { Failure } from './settings/failure.ts';
import { here, languageOfUser } from './settings/settings.ts';

export const usage = message('usageOfInit');

/** Returns the next steps, to print. Throws a Failure if the folder is not empty, so that nothing is overwritten. */
export async function runInit(argv: string[]): Promise<string> {
  const { to, language } = readRequest(argv);
  return withFailuresIn(
    () => language,
    async () => {
      ensureEmpty(to);
      const [content, statics] = [path.join(to, 'content'), path.join(to, 'static')];
      for (const folder of [content, statics]) mkdirSync(folder, { recursive: true });
      const { site, article } = textsFor<{ site: string; article: string }>('repository/begin.yml', { language });
      const { timezone } = readSite(Buffer.from(site), '_site.yml').site;
      const { text: date } = atInstant(Date.now(), timezone);
      writeFileSync(path.join(content, '_site.yml'), site);
      writeFileSync(path.join(content, 'notes-hello-world.md'), article.replace('{date}', date));
      const { library } = await readEdition({ content, statics, lenient: false, drafts: false });
      return writeRepository(to, { library }).join('\n');
    },
  );
}

function readRequest(argv: string[]): { to: string; language: string } {
  const withUsage = (reason: MessageValue): Message => message('withUsage', { reason, usage });
  const options = { language: { type: 'string' } } as const;
  const { values, positionals } = parseArguments(argv, { options, words: 1, explain: withUsage });
  const [name] = positionals;
  const { language = languageOfUser() } = values;
  if (name === undefined || !['en', 'zh-CN'].includes(language)) throw new Failure(usage);
  return { to: path.resolve(here, name), language };
}
