// The settings of Hugo: one file, or a folder of files for keys and languages.
import { factsOf, readConfig, tableOf, textOf } from '../blog.ts';
import type { Blog, Config, SiteFacts } from '../blog.ts';
import type { Folder } from '../blog-folder.ts';
import { lastOf } from '../old-addresses.ts';

const endings = ['toml', 'yaml', 'yml', 'json'];

export const configNames = ['hugo', 'config'].flatMap((name) => endings.map((ending) => `${name}.${ending}`));

/** Hugo reads the second folder for its default environment. */
const configFolders = ['config/_default', 'config/production'];

export const hasConfig = (folder: Folder): boolean =>
  configNames.some(folder.isThere) || filesOfConfig(folder).length > 0;

const filesOfConfig = ({ names: namesIn }: Folder): string[] =>
  configFolders.flatMap((below) =>
    namesIn(below)
      .filter((name) => endings.includes(name.replace(/^.*\./, '')))
      .sort()
      .map((name) => `${below}/${name}`),
  );

/**
 * The settings of the project's file, merged with the files in its folders of settings. `params.en.toml`, for example,
 * contains the key `params` of English.
 */
export function readAll(folder: Folder): Config {
  const project = lowerKeys(readConfig(folder, configNames)) as Config;
  return filesOfConfig(folder).reduce((config, file) => {
    const [key = '', language] = lastOf(file).toLowerCase().split('.').slice(0, -1);
    const data = lowerKeys(readConfig(folder, [file])) as Config;
    const isWhole = ['hugo', 'config', 'languages'].includes(key) && (key !== 'languages' || language !== undefined);
    const named = isWhole ? data : { [key === 'menus' ? 'menu' : key]: data };
    return merged(config, language === undefined ? named : { languages: { [language]: named } });
  }, project);
}

export const merged = (base: Config, changes: Config): Config =>
  Object.entries(changes).reduce<Config>((all, [key, value]) => {
    const isTable = [all[key], value].every((table) => Object.keys(tableOf(table)).length > 0);
    return { ...all, [key]: isTable ? merged(tableOf(all[key]), tableOf(value)) : value };
  }, base);

/** Converts keys to lowercase, because Hugo ignores their case. */
export const lowerKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(lowerKeys)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), lowerKeys(inner)]))
      : value;

export function readFacts(config: Config): SiteFacts {
  const params = tableOf(config.params);
  return factsOf({
    title: textOf(config.title),
    description: textOf(params.description),
    url: textOf(config.baseurl),
    author: textOf(params.author) ?? textOf(tableOf(params.author).name) ?? textOf(tableOf(config.author).name),
    language: languageOf(config),
    timezone: textOf(config.timezone),
  });
}

/** The language of the site. English is the default of both settings, so a setting with another language wins. */
function languageOf({ defaultcontentlanguage, languagecode }: Config): string | undefined {
  const [content, code] = [textOf(defaultcontentlanguage), textOf(languagecode)];
  const chosen = [code, content].find((language) => language !== undefined && !/^en\b/i.test(language));
  return chosen ?? code ?? content;
}

/** The delimiters of formulas that Goldmark leaves to a script. */
export function formulasOf({ markup }: Config): Blog['formulas'] {
  const { passthrough } = tableOf(tableOf(tableOf(markup).goldmark).extensions);
  const { enable, delimiters } = tableOf(passthrough);
  const signs = Object.values(tableOf(delimiters)).flat(2);
  return enable === true ? { single: signs.includes('\\('), dollars: signs.includes('$') } : undefined;
}

export function namedTaxonomies({ taxonomies }: Config): string[] {
  const table = Object.entries(tableOf(taxonomies ?? { tag: 'tags', category: 'categories' }));
  return table.flatMap(([key, plural]) => (key === '_merge' ? [] : [String(plural)]));
}

export const disabledKinds = ({ disablekinds }: Config): string[] =>
  [disablekinds ?? []].flat().map((kind) => String(kind).toLowerCase().replace('taxonomyterm', 'taxonomy'));

/** Whether the lists of a kind have a feed. */
export function hasFeed(kind: 'home' | 'section' | 'taxonomy' | 'term', config: Config): boolean {
  const formats = tableOf(config.outputs)[kind];
  if (disabledKinds(config).includes('rss')) return false;
  return !Array.isArray(formats) || formats.some((format) => String(format).toLowerCase() === 'rss');
}

/** The address pattern of a section. Undefined if the address of an article is the path of its file. */
export function patternOf({ permalinks }: Config, section: string, kind = 'page'): string | undefined {
  return textOf(tableOf(permalinks)[section]) ?? textOf(tableOf(tableOf(permalinks)[kind])[section]);
}

export const isDraft = ({ draft }: Config, { builddrafts }: Config): boolean =>
  /^true$/i.test(String(draft)) && builddrafts !== true;

export const isLower = (config: Config): boolean => config.disablepathtolower !== true;

/** With `uglyURLs` the address of a page is a file instead of a folder. */
export const toAddress = (address: string, { uglyurls }: Config): string =>
  uglyurls === true ? address.replace(/(?<=.)\/$/, '.html') : address;

/** Makes a path like Hugo: letters, digits and a few signs stay, spaces become hyphens, and the rest is removed. */
export function hugoPath(text: string, { lower = true } = {}): string {
  let path = '';
  let isJoining = false;
  const signs = [...text];
  for (const [at, sign] of signs.entries()) {
    const isEncoded = sign === '%' && /^[\da-f]{2}$/i.test(signs.slice(at + 1, at + 3).join(''));
    if (/[\p{L}\p{Nd}\p{M}./\\_#+~@-]/u.test(sign) || isEncoded) {
      path += isJoining && sign !== '-' ? `-${sign}` : sign;
      isJoining = false;
    } else if (path !== '' && !path.endsWith('-') && /\s/.test(sign)) isJoining = true;
  }
  return lower ? path.toLowerCase() : path;
}
