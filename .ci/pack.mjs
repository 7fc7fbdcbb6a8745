// What `npm pack` does before it packs, and takes back (`back`) when it has: the package.json of a package is the repository's
// without what only that needs. Commands and adapter are compiled, so a site installs what these files do not hold, and no
// minifier: gulp-htmlmin would bring html-minifier, which has known holes and which nobody but a site itself can override.
// A repository is private, its packages are not.
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const kept = '.cache/package.json';

// They open files beside their own source, or authors name their types.
const asked = ['@mermaid-js/tiny', 'esbuild', 'gulp', 'katex', 'markdown-it', 'vinyl'];

if (process.argv[2] === 'back') renameSync(kept, 'package.json');
else {
  mkdirSync('.cache', { recursive: true });
  copyFileSync('package.json', kept);
  const {
    private: _p,
    scripts: _s,
    devDependencies: _d,
    overrides: _o,
    dependencies,
    ...manifest
  } = JSON.parse(readFileSync(kept));
  manifest.dependencies = Object.fromEntries(asked.map((name) => [name, dependencies[name]]));
  writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}
