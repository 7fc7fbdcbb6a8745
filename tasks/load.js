// Loads the commands. Their code is compiled into a few files, once for what it is, because some hundred files of TypeScript
// cost a second at every start; COMPILED=0 loads the sources as they stand.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const tasks = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(tasks);
const isInstalled = root.includes(`${path.sep}node_modules${path.sep}`);
/** Where packages keep what can be made again: `npm ci` removes it. */
const kept = isInstalled
  ? path.join(root.slice(0, root.lastIndexOf(`${path.sep}node_modules${path.sep}`)), 'node_modules/.cache/duplex')
  : path.join(root, 'node_modules/.cache/duplex');

const entry = 'commands';
const week = 7 * 24 * 60 * 60 * 1000;

/** @returns {Promise<typeof import('./commands.ts')>} */
export async function load() {
  if (process.env.COMPILED !== '0') {
    try {
      const folder = await compiled();
      // Node's own cache of what V8 compiles, where Node has one: the packages gain by it.
      module.enableCompileCache?.(path.join(kept, 'v8'));
      return await import(pathToFileURL(path.join(folder, `${entry}.js`)).href);
    } catch (error) {
      // Nothing can be kept here, or nothing be compiled: the sources tell better what is wrong with them.
      if (error?.code === 'ERR_MODULE_NOT_FOUND') throw error;
    }
  }
  // Node strips no types below node_modules.
  if (!process.features.typescript || isInstalled) (await import('tsx/esm/api')).register();
  return import('./commands.ts');
}

/** The folder of the compiled code, made now where there is none of this code yet. */
async function compiled() {
  const sources = readdirSync(tasks, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.ts'))
    .map((file) => path.join(file.parentPath ?? file.path, file.name))
    .sort();
  const { resolve } = module.createRequire(import.meta.url);
  const others = [fileURLToPath(import.meta.url), path.join(root, 'package.json'), resolve('markdown-it/package.json')];
  const hash = createHash('sha256').update(tasks);
  for (const file of [...others, ...sources]) hash.update(`\n${file}\n`).update(readFileSync(file));
  const folder = path.join(kept, hash.digest('hex').slice(0, 32));
  if (!existsSync(path.join(folder, `${entry}.js`))) await compile(folder);
  return folder;
}

/** Fills the folder at once: of two that compile at a time one is first, and the other takes what that made. */
async function compile(folder) {
  const { build } = await import('esbuild');
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    await build({
      entryPoints: [path.join(tasks, `${entry}.ts`)],
      outdir: draft,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      logLevel: 'silent',
      plugins: [
        { name: 'packages', setup: leavePackages },
        { name: 'own-address', setup: keepAddresses },
      ],
    });
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(path.join(folder, `${entry}.js`))) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  removeOld();
}

/**
 * Packages stay what they are, but for markdown-it: it sets each field of each token by a call of its own, some 0.4 s of CPU
 * for 1,000 articles. Compiled, these are assignments.
 */
function leavePackages({ onResolve, onLoad }) {
  onResolve({ filter: /^[^.#/]/ }, ({ path: name, importer }) =>
    importer.startsWith(tasks) && name !== 'markdown-it' ? { path: name, external: true } : undefined,
  );
  const field = /_defineProperty\(\s*this,\s*(?:\/\*(?:[^*]|\*(?!\/))*\*\/\s*)?"(\w+)",\s*/g;
  onLoad({ filter: /[\\/]markdown-it[\\/]dist[\\/][^\\/]+\.m?js$/ }, async ({ path: file }) => ({
    contents: (await readFile(file, 'utf8')).replace(field, 'this.$1 = ('),
  }));
}

/** Files that look for others from where they stand do so from there when they are compiled. */
function keepAddresses({ onLoad }) {
  onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
    const text = await readFile(file, 'utf8');
    if (!text.includes('import.meta.url')) return undefined;
    return { loader: 'ts', contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href)) };
  });
}

/** Code of long ago: a watcher that still runs may load a part of its own later. */
function removeOld() {
  for (const name of readdirSync(kept)) {
    const folder = path.join(kept, name);
    if (name !== 'v8' && Date.now() - statSync(folder).mtimeMs > week) rmSync(folder, { recursive: true, force: true });
  }
}
