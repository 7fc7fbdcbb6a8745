// The languages of a site of Hugo, and the language of each text.
import { asMd, namesOf, tableOf, textOf } from '../blog.ts';
import type { Config } from '../blog.ts';
import { isLower, merged } from './hugo-config.ts';

/** A language of the site: the folder of its texts, the beginning of its addresses, and its settings. */
export type Language = {
  readonly code: string;
  readonly folder: string;
  readonly prefix: string;
  readonly config: Config;
  readonly isOff: boolean;
};

/** The languages of the site: the main language first, disabled languages last. */
export function languagesOf(config: Config): [Language, ...Language[]] {
  const main = (textOf(config.defaultcontentlanguage) ?? 'en').toLowerCase();
  const off = namesOf(config.disablelanguages).map((code) => code.toLowerCase());
  const tables = Object.entries(tableOf(config.languages)).map(([code, table]) => ({ code, table: tableOf(table) }));
  const isOff = ({ code, table }: (typeof tables)[number]): boolean => table.disabled === true || off.includes(code);
  const published = tables.filter((table) => !isOff(table));
  const all = published.length === 0 ? [{ code: main, table: {} }] : published;
  const isBare = (code: string): boolean =>
    all.length === 1 || (code === main && config.defaultcontentlanguageinsubdir !== true);
  const folderFor = ({ table }: (typeof tables)[number]): string =>
    (textOf(table.contentdir) ?? textOf(config.contentdir) ?? 'content').replace(/^\.?\/|\/+$/g, '');
  const languages = [...all, ...tables.filter(isOff)].map((language) => {
    const folder = folderFor(language);
    // The folder of a disabled language counts as part of the folder around it.
    const around = isOff(language)
      ? all.map(folderFor).find((parent) => `${folder}/`.startsWith(`${parent}/`))
      : undefined;
    return {
      code: language.code,
      folder: around ?? folder,
      prefix: isBare(language.code) ? '' : `/${language.code}`,
      config: merged(config, language.table),
      isOff: isOff(language),
    };
  });
  const rankOf = ({ code, isOff }: Language): number => (isOff ? 2 : code === main ? 0 : 1);
  return languages.sort((a, b) => rankOf(a) - rankOf(b)) as [Language, ...Language[]];
}

/** The language of a text, and its path below the folder of the language, without the code of the language. */
export type Place = { readonly language: Language; readonly file: string };

/** Finds the place of a text by its path. */
export function createPlaces(languages: readonly Language[]): (from: string) => Place {
  const byDepth = [...languages].sort((a, b) => b.folder.length - a.folder.length);
  const byCode = new Map(languages.map((language) => [language.code, language]));
  return (from) => {
    const [, bare = from, sign = '', ending = ''] = /^(.*)\.([\w-]+)(\.\w+)$/.exec(from) ?? [];
    const named = byCode.get(sign.toLowerCase());
    const below = byDepth.find(({ folder }) => from.startsWith(`${folder}/`)) ?? languages[0]!;
    // Languages may share a folder. A file without the code of a language belongs to the first of these languages.
    const owner = languages.find(({ folder }) => folder === below.folder)!;
    return { language: named ?? owner, file: (named ? bare + ending : from).slice(below.folder.length + 1) };
  };
}

/**
 * The new path of a text: in lowercase like Hugo's addresses, and without a leading "_", which would hide it here. Each
 * language except the main one has its own folder.
 */
export function newName({ language, file }: Place): string {
  const to = `${language.prefix}/${asMd(file)}`.slice(1).replace(/(?<=^|\/)_+(?=[^_/.][^/]*(?:\/|\.md$))/g, '');
  const lastPart = /[^/]+(?:\/index)?\.md$/;
  return isLower(language.config) ? to.replace(lastPart, (name) => name.toLowerCase()) : to;
}
