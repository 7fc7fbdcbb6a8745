// The theme's scripts and style sheet, as files: those that a library's pages ask for.
import type { Output } from '#pdc/text/document';
import { isChinese } from '#pdc/words/language';
import { holdsDiagrams } from '#pdc/library/diagrams';
import type { Library } from '#pdc/library/library';
import { scriptPath, stylesheetPath, unlockScriptPath } from '#pdc/site/paths';
import { bundleTheme, languages } from './bundle.js';
import { toRow } from '../rows.ts';
import type { OutputRow } from '../rows.ts';

/** Where a bundle is served, by the name of its source. */
const places: Readonly<Record<string, string>> = { 'index.css': stylesheetPath, unlock: unlockScriptPath };

/** All but those that unlock, draw and sign in where there is nothing to unlock, to draw and to sign in to. */
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

/** The text of everything that any site of this theme is served with. */
export const themeTexts = (): readonly string[] =>
  languages.flatMap((language) => Object.values(bundleTheme(language)));
