// The theme's browser code, bundled: one module per entry of tasks/theme/client/.
import path from 'node:path';
import { build, buildSync } from 'esbuild';
import type { BuildOptions, OutputFile } from 'esbuild';
import type Vinyl from 'vinyl';
import { holdsDiagrams } from '#pdc/diagrams';
import type { Library } from '#pdc/library';
import { scriptPath, unlockScriptPath } from '#pdc/paths';
import type { Edition } from './read.ts';
import type { Branch, Row } from './reuse.ts';
import { root } from '../settings.ts';
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
} as const;

/**
 * The scripts that a library's pages ask for: those that unlock, draw and sign in, where there is something to unlock, to
 * draw and to sign in to. They are bundled in a process of its own from the call on, while others are at work here. Edits
 * change none of them.
 */
export function scripts({ library, edits }: Pick<Edition, 'library' | 'edits'>): Branch<Row> {
  if (edits) return { rows: [], make: () => [] };
  bundles ??= bundle();
  // Told to whoever reads them; nobody does where the build fails before.
  bundles.catch(() => {});
  const all = bundles;
  return { rows: [{ name: 'scripts', key: () => undefined }], make: () => scriptsOf(library, all) };
}

async function* scriptsOf(library: Library, all: Promise<readonly Bundle[]>): AsyncGenerator<Vinyl> {
  const spared = new Set([
    ...(library.articles.some(({ encrypted }) => encrypted) ? [] : [entries.unlock]),
    ...(holdsDiagrams(library) ? [] : [entries.diagrams]),
    ...(library.site.auth === undefined ? [entries.account, entries.relay, entries.login] : []),
  ]);
  for (const { path: sitePath, contents } of await all) {
    if (spared.has(sitePath)) continue;
    yield toOutputFile({ path: sitePath, contents });
  }
}

type Bundle = { readonly path: string; readonly contents: Uint8Array };

// The sources are ours and stay as they are while a command runs: a watcher bundles them once.
let bundles: Promise<readonly Bundle[]> | undefined;

async function bundle(): Promise<Bundle[]> {
  return toBundles(await build(options));
}

/** All of the theme's scripts at once, for whoever cannot wait. */
export const themeScripts = (): readonly Bundle[] => (scriptTexts ??= toBundles(buildSync(options)));

let scriptTexts: readonly Bundle[] | undefined;

const options = {
  entryPoints: Object.keys(entries).map((name) => path.join(root, `tasks/theme/client/${name}.ts`)),
  outdir: path.join(root, 'js'),
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  write: false,
} as const satisfies BuildOptions;

const toBundles = ({ outputFiles }: { readonly outputFiles: readonly OutputFile[] }): Bundle[] =>
  outputFiles.map(({ path: file, contents }) => ({
    path: entries[path.basename(file, '.js') as keyof typeof entries],
    contents,
  }));
