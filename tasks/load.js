// Loads the commands. Their code and its packages are compiled into one file, which is kept with what V8 made of it: some
// hundred files of TypeScript cost a second at every start, and packages half of one. COMPILED=0 loads the sources.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';

const here = fileURLToPath(import.meta.url);
const tasks = path.dirname(here);
const root = path.dirname(tasks);
const isInstalled = root.includes(`${path.sep}node_modules${path.sep}`);
const packages = path.join(
  isInstalled ? root.slice(0, root.lastIndexOf(`${path.sep}node_modules${path.sep}`)) : root,
  'node_modules',
);
/** Where packages keep what can be made again: `npm ci` removes it. Several checkouts may share one folder of packages. */
const kept = path.join(packages, '.cache/duplex', createHash('sha256').update(root).digest('hex').slice(0, 16));
const current = path.join(kept, 'current.json');

/** What bundles the theme. */
const bundler = path.join(tasks, 'flow/bundle.js');

/** Not bundled: they open files beside their own source, or gulp has loaded them and a second copy would be another class. */
const leftAlone = ['esbuild', 'gulp', 'vinyl'];

/** What minifies the scripts and styles within a page, whose own are small: pages are minified without it, 0.1 s sooner. */
const leftOut = /^(?:terser|clean-css)$/;

/**
 * @param {string} command its name: what V8 made is kept of each, because a command calls but a part of the code
 * @returns {Promise<typeof import('./commands.ts')>}
 */
export async function load(command) {
  if (process.env.COMPILED !== '0') {
    try {
      // Node's own cache of what V8 compiles, where Node has one: the packages that are left alone gain by it.
      module.enableCompileCache?.(path.join(kept, 'v8'));
      return evaluate(await compiled(), command);
    } catch {
      // Nothing can be kept here, or nothing be compiled: the sources tell better what is wrong with them.
    }
  }
  // Node strips no types below node_modules.
  if (!process.features.typescript || isInstalled) (await import('tsx/esm/api')).register();
  return import('./commands.ts');
}

/**
 * A file of TypeScript as what `require` takes, kept by what it says: to make it takes a process of the bundler's, 0.1 s.
 * @param {string} file
 */
export function toRequired(file) {
  const source = readFileSync(file, 'utf8');
  const name = path.join(kept, `${createHash('sha256').update(source).digest('hex').slice(0, 32)}.cjs`);
  const known = existing(name);
  if (known) return known.toString();
  const { transformSync } = module.createRequire(here)('esbuild');
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs', platform: 'node', target: 'node20' });
  try {
    mkdirSync(kept, { recursive: true });
    keep(name, code);
  } catch {
    // It only saves time.
  }
  return code;
}

/** The file of the compiled code, made now where there is none of this code yet. */
async function compiled() {
  const { code, madeOf } = readCurrent();
  // Whatever tidies up caches may have taken the code and left its stamps.
  const isThere = code !== undefined && existsSync(path.join(kept, code));
  const stands = isThere && Object.entries(madeOf).every(([file, stamp]) => stampOf(file) === stamp);
  return path.join(kept, stands ? code : await compile());
}

/** @returns {{ code?: string, madeOf: Record<string, string> }} The name of the code, and the stamp of each file in it. */
function readCurrent() {
  try {
    return JSON.parse(readFileSync(current, 'utf8'));
  } catch {
    return { madeOf: {} };
  }
}

/** What changes when a file is written, replaced or removed: npm gives every file of a package the same time. */
function stampOf(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino}` : '';
}

/** The code is named by what it says, so that of two that compile at a time neither spoils what the other reads. */
async function compile() {
  const { build } = await import('esbuild');
  // What npm installed, and where it finds it, is in its own list.
  const others = [here, bundler, path.join(root, 'package.json'), path.join(packages, '.package-lock.json')];
  const madeOf = Object.fromEntries(others.map((file) => [file, stampOf(file)]));
  /** Stamps each file as it is before it is read. */
  const stamps = {
    name: 'stamps',
    setup: ({ onLoad }) =>
      onLoad({ filter: /./, namespace: 'file' }, ({ path: file }) => void (madeOf[file] = stampOf(file))),
  };
  const { bundleOptions, languages, textsOf } = await import('./flow/bundle.js');
  const bundles = {};
  for (const language of languages)
    bundles[language] = textsOf(await build({ ...bundleOptions(language), logLevel: 'silent', plugins: [stamps] }));
  const { outputFiles } = await build({
    entryPoints: [path.join(tasks, 'commands.ts')],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: leftAlone,
    legalComments: 'none',
    logLevel: 'silent',
    write: false,
    plugins: [
      stamps,
      {
        name: 'nothing',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: leftOut }, ({ path: name }) => ({ path: name, namespace: 'nothing' }));
          onLoad({ filter: /./, namespace: 'nothing' }, () => ({ contents: '' }));
        },
      },
      {
        name: 'files',
        setup: ({ onLoad }) => onLoad({ filter: /./, namespace: 'file' }, ({ path: file }) => read(file, bundles)),
      },
    ],
  });
  const { contents } = outputFiles[0];
  const code = `${createHash('sha256').update(contents).digest('hex').slice(0, 32)}.js`;
  mkdirSync(kept, { recursive: true });
  keep(path.join(kept, code), contents);
  keep(current, JSON.stringify({ code, madeOf }));
  for (const name of readdirSync(kept)) {
    // The gulpfile, kept by `toRequired`, is a .cjs.
    if (!name.startsWith(code) && !name.endsWith('.cjs') && name !== 'current.json' && name !== 'v8')
      rmSync(path.join(kept, name), { recursive: true, force: true });
  }
  return code;
}

/** Replaces a file in one step. */
function keep(file, contents) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, file);
}

/** markdown-it sets each field of each token by a call of its own, some 0.4 s of CPU for 1,000 articles. */
const field = /_defineProperty\(\s*this,\s*(?:\/\*(?:[^*]|\*(?!\/))*\*\/\s*)?"(\w+)",\s*/g;

/** An import of anything but a file of ours. */
const lateImport = /\bimport\((?!'\.)/g;

/** A file for the compiler. */
async function read(file, bundles) {
  // The theme is bundled once for all that call the compiled code: no process of the bundler's, which takes 0.1 s and 47 MB.
  if (file === bundler)
    return {
      contents: `const bundles = ${JSON.stringify(bundles)};
      export const languages = Object.keys(bundles), bundleTheme = (language) => bundles[language];`,
    };
  const text = await readFile(file, 'utf8');
  const loader = /\.[cm]?ts$/.test(file) ? 'ts' : file.endsWith('.json') ? 'json' : 'js';
  if (file.startsWith(tasks)) {
    // Ours look for others from where they stand, and do so from there when they are compiled. What they import while they
    // run is imported from here: on Node 20 a script that V8 has kept cannot.
    const address = JSON.stringify(pathToFileURL(file).href);
    return { loader, contents: text.replaceAll('import.meta.url', address).replace(lateImport, 'importFrom(') };
  }
  const isMarkdownIt = /[\\/]markdown-it[\\/]dist[\\/][^\\/]+$/.test(file);
  return { loader, contents: isMarkdownIt ? text.replace(field, 'this.$1 = (') : text };
}

/** Runs the code. What V8 compiles of it in this process is kept at its end, for the next. */
function evaluate(file, command) {
  // V8 optimizes what was called some times, on other threads. A command ends soon, and much of that is never made up for:
  // three times as patient, a build of 71 articles takes a seventh less CPU, of 1,000 a twenty-fifth, and no more time.
  if (process.versions.v8.startsWith('11.')) v8.setFlagsFromString('--interrupt-budget=400000');
  const cache = `${file}.${command}.${process.version}`;
  const cachedData = existing(cache);
  const code = `(function (exports, require, module, importFrom) {${readFileSync(file, 'utf8')}\n})`;
  const script = new vm.Script(code, { filename: file, cachedData });
  if (!cachedData || script.cachedDataRejected) {
    process.once('exit', (exitCode) => {
      try {
        if (exitCode === 0) keep(cache, script.createCachedData());
      } catch {
        // It only saves time.
      }
    });
  }
  const commands = { exports: {} };
  const importFrom = (target) => import(target);
  script.runInThisContext()(commands.exports, module.createRequire(import.meta.url), commands, importFrom);
  return commands.exports;
}

function existing(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
