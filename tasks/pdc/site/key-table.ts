// The keys of `_site.yml` for people and for editors: a table, lines for a terminal, a JSON Schema.
import { z } from 'zod';
import { siteDefaults, SiteFile, siteKeys } from './site-keys.ts';
import type { SiteKey } from './site-keys.ts';

type SiteKeyRow = { readonly key: string; readonly form: string; readonly without: string; readonly means: string };

const siteRows = (): SiteKeyRow[] =>
  Object.entries(siteKeys).map(([key, { form, means, without }]) => ({
    key,
    form,
    means,
    without: without ?? defaultOf(key as SiteKey),
  }));

/** A default as an author would write it. */
function defaultOf(key: SiteKey): string {
  const value = (siteDefaults as Partial<Record<SiteKey, unknown>>)[key];
  if (key === 'agents') return `${siteDefaults.agents.length} assistants`;
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return 'none';
  return `\`${Array.isArray(value) ? value.join(', ') : String(value as string | number)}\``;
}

/** The table of the documents, in Markdown. */
export function siteMarkdown(): string {
  const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);
  const rows = siteRows().map(
    ({ key, form, without, means }) => `| \`${key}\` | ${cell(form)} | ${cell(without)} | ${cell(means)} |`,
  );
  return ['| key | form | without it | meaning |', '|---|---|---|---|', ...rows].join('\n') + '\n';
}

/** A block of lines for each key. */
export function siteText(): string {
  const plain = (text: string): string => text.replaceAll('`', '');
  return siteRows()
    .map(
      ({ key, form, without, means }) => `${key}\n  ${plain(form)}; without it: ${plain(without)}\n  ${plain(means)}\n`,
    )
    .join('\n');
}

/** For editors that complete and check `_site.yml` while it is written (JSON Schema 2020-12). */
export function siteSchema(): string {
  const schema = z.toJSONSchema(SiteFile, { io: 'input', unrepresentable: 'any' }) as {
    properties: Record<string, object>;
  };
  for (const { key, means, without } of siteRows())
    schema.properties[key] = {
      description: `${means} (without it: ${without})`.replaceAll('`', ''),
      ...schema.properties[key],
    };
  return `${JSON.stringify({ title: '_site.yml', ...schema }, undefined, 2)}\n`;
}
