// The sentences that machines and agents read, in both languages. The endpoints and the adapter take these sentences
// from the catalog `prose.json`.
import { nameOf } from './catalog.ts';
import type { NameOf, PlaceholdersOf } from './catalog.ts';
import { isChinese } from './language.ts';
import table from './prose.json' with { type: 'json' };

type Values<Name extends string = string> = Readonly<Record<Name, string | number>>;
type Text<Key> = [PlaceholdersOf<Key>] extends [never] ? string : (values: Values<PlaceholdersOf<Key>>) => string;
type Sentences<Texts> = { readonly [Key in keyof Texts as NameOf<Key>]: Text<Key> };

/** The texts by section and name. A text with placeholders is a function. */
export type Prose = { readonly [Name in keyof typeof table]: Sentences<(typeof table)[Name]> };

// The type requires both languages.
const sections: Readonly<Record<string, Readonly<Record<string, { zh: string; en: string }>>>> = table;

function inLanguage(language: 'zh' | 'en'): Prose {
  const toTexts = (section: (typeof sections)[string]) =>
    Object.entries(section).map(([key, texts]) => [nameOf(key), toText(key, texts[language])]);
  const all = Object.entries(sections).map(([name, section]) => [name, Object.fromEntries(toTexts(section))]);
  return Object.fromEntries(all) as Prose;
}

const toText = (key: string, text: string): string | ((values: Values) => string) =>
  key.endsWith(')') ? (values) => text.replace(/\{(\w+)\}/g, (_place, name: string) => String(values[name])) : text;

export const languages = [inLanguage('zh'), inLanguage('en')] as const;

export const proseOf = (site: { readonly language: string }): Prose => languages[isChinese(site) ? 0 : 1];
