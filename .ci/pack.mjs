// Before `npm pack`, replaces the repository's package.json by that of the npm package, which leaves out what only the
// repository needs. After `npm pack`, `node .ci/pack.mjs back` restores the repository's. The commands and the adapter
// are compiled, so a site installs only the packages that the bundles do not contain. It does not install gulp-htmlmin,
// which would bring html-minifier and its known vulnerabilities.
// `node .ci/pack.mjs to FOLDER` packs a copy into FOLDER and prints the name of the file. It leaves the repository's
// package.json alone, because other programs may be reading it.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const original = '.cache/package.json';

// Each of these opens files next to its own source, or authors use its types.
const installedPackages = ['@mermaid-js/tiny', 'esbuild', 'gulp', 'katex', 'markdown-it', 'vinyl'];

function toPackageJson(text) {
  const { private: _p, scripts: _s, devDependencies: _d, overrides: _o, dependencies, ...manifest } = JSON.parse(text);
  manifest.dependencies = Object.fromEntries(installedPackages.map((name) => [name, dependencies[name]]));
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Runs `npm pack` without scripts and returns the name of the file. On Windows, npm can only be run by a shell. */
function npmPack(cwd) {
  const options = { cwd, encoding: 'utf8', shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'ignore'] };
  return JSON.parse(execFileSync('npm', ['pack', '--ignore-scripts', '--json'], options))[0].filename;
}

function packTo(folder) {
  execFileSync(process.execPath, ['.load.mjs', 'commands', 'mcp']);
  const manifest = readFileSync('package.json', 'utf8');
  const copy = mkdtempSync(path.join(tmpdir(), 'duplex-pack-'));
  try {
    // npm selects the files. The folder of a pattern is copied as a whole.
    const paths = JSON.parse(manifest).files.map((file) => (file.includes('*') ? path.dirname(file) : file));
    for (const from of [...paths, 'README.md', 'LICENSE']) cpSync(from, path.join(copy, from), { recursive: true });
    writeFileSync(path.join(copy, 'package.json'), toPackageJson(manifest));
    const name = npmPack(copy);
    copyFileSync(path.join(copy, name), path.join(folder, name));
    process.stdout.write(name);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const [, , word, folder] = process.argv;
if (word === 'to') packTo(path.resolve(folder));
else if (word === 'back') renameSync(original, 'package.json');
else {
  mkdirSync('.cache', { recursive: true });
  copyFileSync('package.json', original);
  writeFileSync('package.json', toPackageJson(readFileSync(original, 'utf8')));
}
