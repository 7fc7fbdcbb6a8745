// The theme's browser code and its style sheet, bundled. They follow from our own sources alone, so that who compiles the
// commands (tasks/load.js) bundles them too, and has this module say what they are.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const theme = fileURLToPath(new URL('../theme', import.meta.url));

/** What the scripts say: the words of the other language are left out of them. */
export const languages = /** @type {const} */ (['chinese', 'english']);

/** @typedef {typeof languages[number]} Language */

/** Modules of client/, and the style sheet by the name of its first file. Each is a file of its own, loaded when it is needed. */
const scripts = ['scheme', 'theme', 'search', 'diagrams', 'prompt', 'unlock', 'account', 'relay', 'login', 'comments'];

/**
 * The texts by the names of their sources: `search`, `index.css`.
 * @param {Language} language
 * @returns {Readonly<Record<string, string>>}
 */
export const bundleTheme = (language) => (bundles[language] ??= textsOf(buildSync(bundleOptions(language))));

/** @type {Partial<Record<Language, Readonly<Record<string, string>>>>} */
const bundles = {};

/** @param {Language} language */
export const bundleOptions = (language) =>
  /** @satisfies {import('esbuild').BuildOptions} */ ({
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
    /** @type {false} */
    write: false,
    define: { CHINESE: String(language === 'chinese') },
  });

/**
 * @param {{ outputFiles: readonly import('esbuild').OutputFile[] }} built
 * @returns {Readonly<Record<string, string>>}
 */
export const textsOf = ({ outputFiles }) =>
  Object.fromEntries(outputFiles.map(({ path: file, text }) => [path.basename(file, '.js'), text]));
