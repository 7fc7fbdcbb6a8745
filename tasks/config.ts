// `npm run config`: every key of `_site.yml` with its form, its default and its meaning.
import { siteMarkdown, siteSchema, siteText } from '#pdc/site/key-table';
import { Failure } from './settings/failure.ts';
import { message } from '#pdc/words/message';

export const usage = message('usageOfConfig');

const forms: Readonly<Record<string, (language: string) => string>> = {
  '': siteText,
  '--markdown': siteMarkdown,
  '--schema': siteSchema,
};

/** Returns the text that the command prints. Throws a Failure for an unknown argument. */
export function describeConfig(argv: readonly string[], language: string): string {
  const [name = '', ...more] = argv;
  const word = Object.hasOwn(forms, name) ? more[0] : name;
  if (word !== undefined)
    throw new Failure(message('withUsage', { reason: message('unexpectedWord', { word }), usage }));
  return forms[name]!(language);
}
