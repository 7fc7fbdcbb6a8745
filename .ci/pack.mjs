// What `npm pack` does before it packs, and takes back (`back`) when it has: the package.json of a package is the repository's
// without what only that needs. Commands and adapter are compiled, so a site installs what these files do not hold, and no
// minifier: gulp-htmlmin would bring html-minifier, which has known holes and which nobody but a site itself can override.
// A repository is private, its packages are not.
// `node .ci/pack.mjs to FOLDER` packs a copy: it leaves the repository as it is, which others may be reading, and prints the
// name of the file.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const kept = '.cache/package.json';

// They open files beside their own source, or authors name their types.
const asked = ['@mermaid-js/tiny', 'esbuild', 'gulp', 'katex', 'markdown-it', 'vinyl'];

function toPackageJson(text) {
  const { private: _p, scripts: _s, devDependencies: _d, overrides: _o, dependencies, ...manifest } = JSON.parse(text);
  manifest.dependencies = Object.fromEntries(asked.map((name) => [name, dependencies[name]]));
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Runs npm without scripts; returns what it prints. On Windows npm is a file that only a shell runs. */
const npmPack = (cwd, ...args) =>
  execFileSync('npm', ['pack', '--ignore-scripts', ...args], {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

function packTo(folder) {
  execFileSync(process.execPath, ['.load.mjs', 'commands', 'mcp']);
  const [{ files }] = JSON.parse(npmPack('.', '--dry-run', '--json'));
  const copy = mkdtempSync(path.join(tmpdir(), 'duplex-pack-'));
  try {
    for (const { path: file } of files) cpSync(file, path.join(copy, file));
    writeFileSync(path.join(copy, 'package.json'), toPackageJson(readFileSync('package.json', 'utf8')));
    const [{ filename }] = JSON.parse(npmPack(copy, '--json'));
    copyFileSync(path.join(copy, filename), path.join(folder, filename));
    process.stdout.write(filename);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const [, , word, folder] = process.argv;
if (word === 'to') packTo(path.resolve(folder));
else if (word === 'back') renameSync(kept, 'package.json');
else {
  mkdirSync('.cache', { recursive: true });
  copyFileSync('package.json', kept);
  writeFileSync('package.json', toPackageJson(readFileSync(kept, 'utf8')));
}
