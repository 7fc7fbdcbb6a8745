// The keys of `_site.yml` for people and for editors: a table, lines for a terminal, a JSON Schema.
import { z } from 'zod';
import { wordsIn } from '../words/language.ts';
import type { Words } from '../words/language.ts';
import { siteDefaults, SiteFile, siteKeys } from './site-keys.ts';
import type { SiteKey } from './site-keys.ts';

type SiteKeyRow = { readonly key: string; readonly form: string; readonly without: string; readonly means: string };

const siteRows = (language: string): SiteKeyRow[] =>
  Object.entries(siteKeys).map(([key, { form, means, without }]) => ({
    key,
    form: wordsIn(form, language),
    means: wordsIn(means, language),
    without: wordsIn(without ?? defaultOf(key as SiteKey), language),
  }));

/** A default as an author would write it. */
function defaultOf(key: SiteKey): Words {
  const value = (siteDefaults as Partial<Record<SiteKey, unknown>>)[key];
  const count = siteDefaults.agents.length;
  if (key === 'agents') return { en: `${count} assistants`, zh: `${count} 个助手` };
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return none;
  return `\`${Array.isArray(value) ? value.join(', ') : String(value)}\``;
}

const none: Words = { en: 'none', zh: '无' };

/** The table of the documents, in Markdown. */
export function siteMarkdown(): string {
  const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);
  const rows = siteRows('en').map(
    ({ key, form, without, means }) => `| \`${key}\` | ${cell(form)} | ${cell(without)} | ${cell(means)} |`,
  );
  return ['| key | form | without it | meaning |', '|---|---|---|---|', ...rows].join('\n') + '\n';
}

/** A block of lines for each key. */
export function siteText(language: string): string {
  const plain = (text: string): string => text.replaceAll('`', '');
  const between = wordsIn({ en: '; without it: ', zh: '；不写时：' }, language);
  return siteRows(language)
    .map(({ key, form, without, means }) => `${key}\n  ${plain(form)}${between}${plain(without)}\n  ${plain(means)}\n`)
    .join('\n');
}

/** A JSON Schema (2020-12) with which editors complete and check `_site.yml` while an author writes it. */
export function siteSchema(): string {
  const schema = z.toJSONSchema(SiteFile, { io: 'input', unrepresentable: 'any' }) as {
    properties: Record<string, object>;
  };
  for (const { key, means, without } of siteRows('en'))
    schema.properties[key] = {
      description: `${means} (without it: ${without})`.replaceAll('`', ''),
      ...schema.properties[key],
    };
  return `${JSON.stringify({ title: '_site.yml', ...schema }, undefined, 2)}\n`;
}
