// Publishes the style sheet, and the scripts of the theme that the pages of a site need.
import type { Output } from '#pdc/text/document';
import { isChinese } from '#pdc/words/language';
import { holdsDiagrams } from '#pdc/library/diagrams';
import type { Library } from '#pdc/library/library';
import { scriptPath, stylesheetPath, unlockScriptPath } from '#pdc/site/paths';
import { bundleTheme, languages } from './bundle.js';
import { toRow } from '../rows.ts';
import type { OutputRow } from '../rows.ts';

/** The site paths of bundles, by the names of their sources. */
const places: Readonly<Record<string, string>> = { 'index.css': stylesheetPath, unlock: unlockScriptPath };

/** Leaves out the scripts that unlock, draw diagrams, show comments or sign in, if the site does not need them. */
export function scripts(library: Library): OutputRow[] {
  const omitted = [
    ...(library.articles.some(({ encrypted }) => encrypted) ? [] : ['unlock']),
    ...(holdsDiagrams(library) ? [] : ['diagrams']),
    ...(library.site.comments === undefined ? ['comments'] : []),
    ...(library.site.auth === undefined ? ['account', 'relay', 'login'] : []),
  ];
  const language = isChinese(library.site) ? 'chinese' : 'english';
  return [{ ...toRow<Scripts>('scripts', { language, omitted }, scriptFiles), isPublic: true }];
}

type Scripts = { readonly language: Parameters<typeof bundleTheme>[0]; readonly omitted: readonly string[] };

const scriptFiles = ({ language, omitted }: Scripts): Output[] =>
  Object.entries(bundleTheme(language)).flatMap(([name, contents]) =>
    omitted.includes(name) ? [] : [{ path: places[name] ?? scriptPath(name), contents }],
  );

/** The texts of all bundles, in all languages. */
export const themeTexts = (): readonly string[] =>
  languages.flatMap((language) => Object.values(bundleTheme(language)));
