// The theme's scripts and style sheet, as files: those that a library's pages ask for.
import type Vinyl from 'vinyl';
import { isChinese } from '#pdc/language';
import { holdsDiagrams } from '#pdc/library/diagrams';
import type { Library } from '#pdc/library/library';
import { scriptPath, stylesheetPath, unlockScriptPath } from '#pdc/paths';
import { bundleTheme, languages } from './bundle.js';
import type { Edition } from '../read.ts';
import type { Branch, Row } from '../reuse.ts';
import { toOutputFile } from '../../stages/vinyl.ts';

/** Where a bundle is served, by the name of its source. */
const places: Readonly<Record<string, string>> = { 'index.css': stylesheetPath, unlock: unlockScriptPath };

/** All but those that unlock, draw and sign in where there is nothing to unlock, to draw and to sign in to. Edits change none. */
export function scripts({ library, edits }: Pick<Edition, 'library' | 'edits'>): Branch<Row> {
  return { rows: edits ? [] : [{ name: 'scripts', args: undefined }], make: () => scriptsOf(library) };
}

function* scriptsOf(library: Library): Generator<Vinyl> {
  const spared = [
    ...(library.articles.some(({ encrypted }) => encrypted) ? [] : ['unlock']),
    ...(holdsDiagrams(library) ? [] : ['diagrams']),
    ...(library.site.comments === undefined ? ['comments'] : []),
    ...(library.site.auth === undefined ? ['account', 'relay', 'login'] : []),
  ];
  for (const [name, contents] of Object.entries(bundleTheme(isChinese(library.site) ? 'chinese' : 'english')))
    if (!spared.includes(name)) yield toOutputFile({ path: places[name] ?? scriptPath(name), contents });
}

/** The text of everything that any site of this theme is served with. */
export const themeTexts = (): readonly string[] =>
  languages.flatMap((language) => Object.values(bundleTheme(language)));
