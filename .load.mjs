// Loads one of four programs: the commands, the MCP adapter, the login service or the operator's commands. Each is
// compiled into one file (a bundle) together with its packages, because loading hundreds of files would take a second
// or more at every start. `npm run compile` compiles the bundles; otherwise a bundle is compiled at the first start,
// and again after a source has changed. With COMPILED=0, or if the bundle cannot be made, the sources are loaded
// instead. The npm package contains the bundles of the commands and of the adapter (`npm run prepare` makes them);
// nothing is written into the folder of an installed package. `node .load.mjs FOLDER` writes only what the login
// service needs into a folder, from which the container image is made.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';

const root = import.meta.dirname;
const isInstalled = /[\\/]node_modules[\\/]/.test(root);
const bundleFolder = path.join(root, '.cache/compiled');

// The first two packages open files next to their own source. Knex loads the others only for databases that we do not
// use.
const external = [
  '@electric-sql/pglite',
  'fs-native-extensions',
  'pg-native',
  'pg-query-stream',
  'mysql*',
  'mariadb',
  '*sqlite3',
  'tedious',
  'oracledb',
];

const entries = {
  commands: {
    folder: 'tasks',
    file: 'tasks/commands.ts',
    // Each of these opens files next to its own source, or gulp has already loaded it: a second copy would have classes
    // of its own.
    external: ['esbuild', 'gulp', 'vinyl'],
    // html-minifier uses these two packages to minify scripts and styles inside a page, which we never ask it to do.
    // Loading them would take a fourteenth of the time of a small build.
    alias: { terser: 'node:util', 'clean-css': 'node:util' },
  },
  mcp: { folder: 'server/mcp', file: 'server/mcp/adapter-command.ts' },
  service: { folder: 'server', file: 'server/login-server.ts', external },
  operate: { folder: 'server', file: 'server/operate/operate-commands.ts', external },
};

/**
 * How Node 20 runs the commands. Its heap may only grow by a quarter between two collections: a build of 1,000 articles
 * then needs a sixth less memory, `adopt` a quarter, for no more CPU time. V8 optimizes later than by default, because
 * a command ends before early optimization pays off: a build of 71 articles takes a seventh less CPU time. In Node 24,
 * neither gains anything.
 */
const flagsOfNode20 = '--heap-growing-percent=25 --interrupt-budget=400000';

/**
 * Loads a bundle, or its sources, and returns the exports.
 * @param {keyof typeof entries} name
 */
export async function load(name) {
  if (process.env.COMPILED !== '0') {
    try {
      const file = isInstalled ? packagedBundle(name) : await compile(name);
      if (name === 'commands' && process.versions.v8.startsWith('11.')) v8.setFlagsFromString(flagsOfNode20);
      const bundle = createRequire(file)(file);
      if (bundle.isWhole) return bundle;
    } catch {
      // The folder is read-only, or the sources do not compile. Loading the sources gives a better error message.
    }
  }
  // Node does not strip types below node_modules.
  if (!process.features.typescript || isInstalled) (await import('tsx/esm/api')).register();
  return import(pathToFileURL(path.join(root, entries[name].file)).href);
}

/**
 * The path of a bundle in an installed package. Its digest is not checked, because the sources of an installed package
 * do not change. Throws if the package does not contain the bundle.
 */
const packagedBundle = (name) =>
  path.join(
    bundleFolder,
    readdirSync(bundleFolder).find((file) => file.startsWith(`${name}.`)),
  );

/**
 * Returns the path of a bundle. Compiles the bundle first if it is missing or its sources have changed, and throws if
 * that fails.
 */
async function compile(name) {
  const { folder } = entries[name];
  const digest = digestOf(folder);
  const file = path.join(bundleFolder, `${name}.${digest}.cjs`);
  if (existsSync(file)) return file;
  mkdirSync(bundleFolder, { recursive: true });
  const bundle = await make(name, { plugins: [addressesFrom(bundleFolder)] });
  // A source was saved in the meantime, so the bundle is compiled again.
  if (digestOf(folder) !== digest) return compile(name);
  // The draft is renamed when it is complete, because another process may be compiling the same bundle.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, bundle, { flush: true });
  renameSync(draft, file);
  for (const other of readdirSync(bundleFolder))
    if (other.startsWith(name) && !other.includes(digest)) rmSync(path.join(bundleFolder, other), { force: true });
  return file;
}

async function make(name, more) {
  const { folder: _, file, ...options } = entries[name];
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [path.join(root, file)],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    define: name === 'commands' ? { 'globalThis.themeBundles': JSON.stringify(await bundleThemes()) } : {},
    legalComments: 'none',
    // This last line proves that a bundle is complete: a file that was cut off may still be valid code.
    footer: { js: 'module.exports.isWhole = true;' },
    logLevel: 'silent',
    write: false,
    ...options,
    ...more,
    plugins: [plainFields, ...more.plugins],
  });
  return outputFiles[0].contents;
}

/** Writes the folder for the container. Bundles find other files relative to themselves, so the folder can be moved. */
async function ship(folder) {
  mkdirSync(folder, { recursive: true });
  // The container does not need these two packages, because production refuses the embedded database.
  const alias = { 'fs-native-extensions': 'node:util', '@electric-sql/pglite': 'node:util' };
  for (const name of ['service', 'operate'])
    // Minified, a bundle has half the size. Names are kept for logs and stack traces.
    writeFileSync(
      path.join(folder, `${name}.cjs`),
      await make(name, { plugins: [addressesFrom(root)], alias, minify: true, keepNames: true, logLevel: 'error' }),
    );
  const loader = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";
  writeFileSync(
    path.join(folder, '.load.mjs'),
    `${loader}export const load = (name) => require(\`./\${name}.cjs\`);\n`,
  );
  const migrations = readdirSync(path.join(root, 'server/db/migrations'));
  for (const name of ['index.js', 'operate/index.js', ...migrations.map((file) => `db/migrations/${file}`)])
    cpSync(path.join(root, 'server', name), path.join(folder, 'server', name));
}

async function bundleThemes() {
  const { bundleTheme, languages } = await import('./tasks/flow/branches/bundle.js');
  return Object.fromEntries(languages.map((language) => [language, bundleTheme(language)]));
}

/**
 * In each of our sources, replaces `import.meta.url` by the address of that source relative to the bundle, so that the
 * source still finds its files.
 */
const addressesFrom = (folder) => ({
  name: 'addresses',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.[jt]s$/ }, ({ path: file }) => {
      if (![path.join(root, 'tasks'), path.join(root, 'server')].some((folder) => file.startsWith(folder))) return;
      const parts = JSON.stringify(path.relative(folder, file).split(path.sep));
      const address = `require("node:url").pathToFileURL(require("node:path").join(__dirname, ...${parts})).href`;
      return { loader: 'ts', contents: readFileSync(file, 'utf8').replaceAll('import.meta.url', address) };
    }),
});

/**
 * markdown-it sets each field of a token by a function call. This plugin makes them plain assignments, which saves a
 * twentieth of the CPU time for 1,000 articles.
 */
const plainFields = {
  name: 'plain-fields',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]markdown-it[\\/]dist[\\/]markdown-it\.\w+$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replace(
        /_defineProperty\(\s*this,\s*(?:\/\*(?:[^*]|\*(?!\/))*\*\/\s*)?"(\w+)",\s*/g,
        'this.$1 = (',
      ),
    })),
};

/**
 * A digest of everything that goes into a bundle. The installed packages are taken from the list that npm or pnpm
 * writes. Throws if the list is missing, so that nothing is compiled.
 */
function digestOf(folder) {
  const digest = createHash('sha256');
  // Every bundle contains the core as well.
  const folders = [folder, 'tasks/pdc'].map((each) => path.join(root, each)).filter((each) => existsSync(each));
  const sources = folders.flatMap((each) => readdirSync(each, { recursive: true, withFileTypes: true }));
  const files = sources.filter((each) => each.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const lists = ['.package-lock.json', '.pnpm/lock.yaml'].map((name) => path.join(root, 'node_modules', name));
  const packages = lists.find((list) => existsSync(list)) ?? lists[0];
  for (const file of [...files.sort(), import.meta.filename, path.join(root, 'package.json'), packages])
    digest.update(`\n${path.relative(root, file)}\n`).update(readFileSync(file));
  return digest.digest('hex').slice(0, 32);
}

if (process.argv[1] === import.meta.filename) {
  const [, , ...words] = process.argv;
  const names = words.length > 0 ? words : Object.keys(entries);
  if (names.every((name) => Object.hasOwn(entries, name))) {
    for (const name of names) if (existsSync(path.join(root, entries[name].file))) await compile(name);
  } else await ship(path.resolve(names[0]));
}
