// Bundles the browser scripts and the style sheet of the theme.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const theme = fileURLToPath(new URL('../../theme', import.meta.url));

/** The languages of the scripts. A bundle has the labels of one language. */
export const languages = /** @type {const} */ (['chinese', 'english']);

/** @typedef {typeof languages[number]} Language */

/** Modules of client/. Each becomes a file that pages load when they need it. */
const scripts = ['scheme', 'theme', 'search', 'diagrams', 'prompt', 'unlock', 'account', 'relay', 'login', 'comments'];

/**
 * The bundled texts by the names of their sources, such as `search` and `index.css`.
 * @param {Language} language
 * @returns {Readonly<Record<string, string>>}
 */
export const bundleTheme = (language) => (bundles[language] ??= makeBundle(language));

/**
 * The compiled commands (.load.mjs) contain all bundles, so they do not start esbuild, which takes 0.1 s and 47 MB.
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
    // No shared chunks: a little repeated code costs less than one more request.
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
