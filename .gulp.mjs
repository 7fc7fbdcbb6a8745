// Settings that gulp-cli reads before the gulpfile.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// Node 22.18 and newer load TypeScript themselves. On older versions this reads the gulpfile as JavaScript, which works
// because the gulpfile has no types and is the only TypeScript file that gulp loads. A loader would slow down the
// loading of every package, by half a second in total.
if (!process.features.typescript)
  createRequire(import.meta.url).extensions['.ts'] = (module, file) =>
    module._compile(readFileSync(file, 'utf8'), file, 'module');

// Hides gulp's log lines, because each command itself prints what it did, and because with --format json stdout must be
// JSON only. The lines about loaders are hidden as well, because gulp reports failed loaders even if Node needs none.
const silenced = new Set(
  [
    'GULPFILE',
    'TASK_START',
    'TASK_STOP',
    'TASK_FAILURE',
    'LOADER_SUCCESS',
    'LOADER_FAILURE',
    'LOADER_ERROR',
    'CWD_CHANGED',
  ].map((name) => Symbol.for(`GULP_CLI_${name}`)),
);

export const message = ({ tag }) => (silenced.has(tag) ? false : undefined);
export const timestamp = () => false;
