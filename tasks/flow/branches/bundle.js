// The theme's browser code and its style sheet, bundled.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const theme = fileURLToPath(new URL('../../theme', import.meta.url));

/** The languages of the scripts: a bundle holds the labels of one of them. */
export const languages = /** @type {const} */ (['chinese', 'english']);

/** @typedef {typeof languages[number]} Language */

/** Modules of client/, and the style sheet by the name of its first file. Each is a file of its own, loaded when it is needed. */
const scripts = ['scheme', 'theme', 'search', 'diagrams', 'prompt', 'unlock', 'account', 'relay', 'login', 'comments'];

/**
 * The texts by the names of their sources: `search`, `index.css`.
 * @param {Language} language
 * @returns {Readonly<Record<string, string>>}
 */
export const bundleTheme = (language) => (bundles[language] ??= makeBundle(language));

/**
 * The compiled commands (.load.mjs) hold them all: no process of the bundler's, which takes 0.1 s and 47 MB.
 * @type {Partial<Record<Language, Readonly<Record<string, string>>>>}
 */
const bundles = globalThis.themeBundles ?? {};

/** @param {Language} language */
function makeBundle(language) {
  const { outputFiles } = buildSync({
    entryPoints: [
      ...scripts.map((name) => path.join(theme, `client/${name}.ts`)),
      path.join(theme, 'styles/index.css'),
    ],
    outdir: path.join(theme, 'js'),
    absWorkingDir: theme,
    // No shared chunks: a few repeated words cost less than one more request.
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    define: { CHINESE: String(language === 'chinese') },
  });
  return Object.fromEntries(outputFiles.map(({ path: file, text }) => [path.basename(file, '.js'), text]));
}
