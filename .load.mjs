// Loads the commands, the MCP adapter, the login service and what its operator runs, each compiled into one file with its packages: their
// hundreds of files cost a second and more at every start. A bundle is made where there is none of these sources, which is at
// the first start, and by `npm run compile`. COMPILED=0 loads the sources, and so does whatever keeps a bundle from being made.
// A package brings the first two (`npm run prepare` makes them), and nothing is written where it is installed.
// `node .load.mjs FOLDER` makes a folder of what the login service runs on, and nothing else: the container's.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';

const root = import.meta.dirname;
const isInstalled = /[\\/]node_modules[\\/]/.test(root);
const kept = path.join(root, '.cache/compiled');

// The first two open files beside their own source; the others are knex's, for databases that are not ours.
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
    // They open files beside their own source, or gulp has loaded them and a second copy would be another class.
    external: ['esbuild', 'gulp', 'vinyl'],
    // What minifies scripts and styles within a page, which nobody asks for: loading it is a fourteenth of a small build.
    alias: { terser: 'node:util', 'clean-css': 'node:util' },
  },
  mcp: { folder: 'server/mcp', file: 'server/mcp/main.ts' },
  service: { folder: 'server', file: 'server/main.ts', external },
  operate: { folder: 'server', file: 'server/operate/main.ts', external },
};

/**
 * What a bundle or its sources export.
 * @param {keyof typeof entries} name
 */
export async function load(name) {
  if (process.env.COMPILED !== '0') {
    try {
      const file = isInstalled ? broughtAlong(name) : await compile(name);
      // What V8 optimizes early a command never makes up for: with patience a build of 71 articles takes a seventh less CPU.
      if (name === 'commands' && process.versions.v8.startsWith('11.'))
        v8.setFlagsFromString('--interrupt-budget=400000');
      const bundle = createRequire(file)(file);
      if (bundle.isWhole) return bundle;
    } catch {
      // Nothing can be kept here, or nothing be compiled: the sources report better what is wrong with them.
    }
  }
  // Node strips no types below node_modules.
  if (!process.features.typescript || isInstalled) (await import('tsx/esm/api')).register();
  return import(pathToFileURL(path.join(root, entries[name].file)).href);
}

/** Whatever its name: no source changes in a package. Throws where none came with it. */
const broughtAlong = (name) =>
  path.join(
    kept,
    readdirSync(kept).find((file) => file.startsWith(`${name}.`)),
  );

/** The file of a bundle, made now where there is none of these sources. Throws what keeps it from being made. */
async function compile(name) {
  const { folder } = entries[name];
  const digest = digestOf(folder);
  const file = path.join(kept, `${name}.${digest}.cjs`);
  if (existsSync(file)) return file;
  mkdirSync(kept, { recursive: true });
  const bundle = await make(name, { plugins: [addressesFrom(kept)] });
  // Somebody saved a source meanwhile.
  if (digestOf(folder) !== digest) return compile(name);
  // Whole before it has its name: others may make the same.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, bundle, { flush: true });
  renameSync(draft, file);
  for (const other of readdirSync(kept))
    if (other.startsWith(name) && !other.includes(digest)) rmSync(path.join(kept, other), { force: true });
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
    // The last line of a bundle: one that was cut off may be valid code.
    footer: { js: 'module.exports.isWhole = true;' },
    logLevel: 'silent',
    write: false,
    ...options,
    ...more,
    plugins: [plainFields, ...more.plugins],
  });
  return outputFiles[0].contents;
}

/** What stands beside the bundles in this folder is found from where they stand: the folder may be moved. */
async function ship(folder) {
  mkdirSync(folder, { recursive: true });
  // Production refuses the embedded database.
  const alias = { 'fs-native-extensions': 'node:util', '@electric-sql/pglite': 'node:util' };
  for (const name of ['service', 'operate'])
    // Half as much to read; names stay, for the log and for whoever looks an error up.
    writeFileSync(
      path.join(folder, `${name}.cjs`),
      await make(name, { plugins: [addressesFrom(root)], alias, minify: true, keepNames: true, logLevel: 'error' }),
    );
  const loader = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";
  writeFileSync(
    path.join(folder, '.load.mjs'),
    `${loader}export const load = (name) => require(\`./\${name}.cjs\`);\n`,
  );
  const statements = readdirSync(path.join(root, 'server/db')).filter((name) => name.endsWith('.sql'));
  for (const name of ['index.js', 'operate/index.js', ...statements.map((each) => `db/${each}`)])
    cpSync(path.join(root, 'server', name), path.join(folder, 'server', name));
}

async function bundleThemes() {
  const { bundleTheme, languages } = await import('./tasks/flow/branches/bundle.js');
  return Object.fromEntries(languages.map((language) => [language, bundleTheme(language)]));
}

/** Our sources find files from where they stand, also when they are compiled: from where the bundle stands, which may move. */
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

/** markdown-it sets each field of a token by a call of its own: a twentieth of the CPU of 1,000 articles. */
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

/** Of all that a bundle is made of. What npm installed, and where, is in npm's own list: without it nothing is compiled. */
function digestOf(folder) {
  const digest = createHash('sha256');
  // All of them are made of the core, too.
  const folders = [folder, 'tasks/pdc'].map((each) => path.join(root, each)).filter((each) => existsSync(each));
  const sources = folders.flatMap((each) => readdirSync(each, { recursive: true, withFileTypes: true }));
  const files = sources.filter((each) => each.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const packages = path.join(root, 'node_modules/.package-lock.json');
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
