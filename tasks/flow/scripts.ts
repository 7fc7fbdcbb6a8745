// The theme's browser code and its style sheet, bundled: a module for each entry of tasks/theme/client/, one file of all
// that tasks/theme/styles/index.css names.
import path from 'node:path';
import { build, buildSync } from 'esbuild';
import type { BuildOptions, OutputFile } from 'esbuild';
import type Vinyl from 'vinyl';
import { isChinese } from '#pdc/language';
import { holdsDiagrams } from '#pdc/library/diagrams';
import type { Library } from '#pdc/library/library';
import { scriptPath, stylesheetPath, unlockScriptPath } from '#pdc/paths';
import type { Edition } from './read.ts';
import type { Branch, Row } from './reuse.ts';
import { root } from '../settings/settings.ts';
import { toOutputFile } from '../stages/vinyl.ts';

/** By the name of its source: where each is served. What is not needed at first is a file of its own, loaded when it is. */
const entries = {
  scheme: scriptPath('scheme'),
  theme: scriptPath('theme'),
  search: scriptPath('search'),
  diagrams: scriptPath('diagrams'),
  prompt: scriptPath('prompt'),
  unlock: unlockScriptPath,
  account: scriptPath('account'),
  relay: scriptPath('relay'),
  login: scriptPath('login'),
  comments: scriptPath('comments'),
} as const;

/** The style sheet, by the name of its first file. */
const styles = { 'index.css': stylesheetPath } as const;

/**
 * The scripts that a library's pages ask for: those that unlock, draw and sign in, where there is something to unlock, to
 * draw and to sign in to. They are bundled in a process of its own from the call on, while others are at work here. Edits
 * change none of them.
 */
export function scripts({ library, edits }: Pick<Edition, 'library' | 'edits'>): Branch<Row> {
  if (edits) return { rows: [], make: () => [] };
  const language = isChinese(library.site) ? 'chinese' : 'english';
  const all = (bundles[language] ??= bundle(language));
  // Told to whoever reads them; nobody does where the build fails before.
  all.catch(() => {});
  return { rows: [{ name: 'scripts', key: () => undefined }], make: () => scriptsOf(library, all) };
}

async function* scriptsOf(library: Library, all: Promise<readonly Bundle[]>): AsyncGenerator<Vinyl> {
  const spared = new Set([
    ...(library.articles.some(({ encrypted }) => encrypted) ? [] : [entries.unlock]),
    ...(holdsDiagrams(library) ? [] : [entries.diagrams]),
    ...(library.site.comments === undefined ? [entries.comments] : []),
    ...(library.site.auth === undefined ? [entries.account, entries.relay, entries.login] : []),
  ]);
  for (const { path: sitePath, contents } of await all) {
    if (spared.has(sitePath)) continue;
    yield toOutputFile({ path: sitePath, contents });
  }
}

type Bundle = { readonly path: string; readonly contents: Uint8Array };

// The sources are ours and stay as they are while a command runs: a watcher bundles them once.
const bundles: Partial<Record<Language, Promise<readonly Bundle[]>>> = {};

/** What the scripts say: the words of the other language are left out of them. */
type Language = 'chinese' | 'english';

async function bundle(language: Language): Promise<Bundle[]> {
  return toBundles(await build(optionsOf(language)));
}

/** All of the theme's scripts at once, for whoever cannot wait. */
export const themeScripts = (): readonly Bundle[] =>
  (scriptTexts ??= (['chinese', 'english'] as const).flatMap((language) => toBundles(buildSync(optionsOf(language)))));

let scriptTexts: readonly Bundle[] | undefined;

const optionsOf = (language: Language) =>
  ({
    entryPoints: [
      ...Object.keys(entries).map((name) => path.join(root, `tasks/theme/client/${name}.ts`)),
      ...Object.keys(styles).map((name) => path.join(root, 'tasks/theme/styles', name)),
    ],
    outdir: path.join(root, 'js'),
    absWorkingDir: root,
    // No shared chunks: a few repeated words cost less than one more request.
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    define: { CHINESE: String(language === 'chinese') },
  }) as const satisfies BuildOptions;

const places: Readonly<Record<string, string>> = { ...entries, ...styles };

const toBundles = ({ outputFiles }: { readonly outputFiles: readonly OutputFile[] }): Bundle[] =>
  outputFiles.map(({ path: file, contents }) => ({ path: places[path.basename(file, '.js')]!, contents }));
