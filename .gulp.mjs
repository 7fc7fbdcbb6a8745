// Settings that gulp-cli reads before the gulpfile.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// Node 22.18 and newer load TypeScript themselves. On older versions the gulpfile, the only TypeScript file that gulp loads, is
// read as JavaScript, because it has no types. A loader would slow down every package and cost half a second.
if (!process.features.typescript)
  createRequire(import.meta.url).extensions['.ts'] = (module, file) =>
    module._compile(readFileSync(file, 'utf8'), file, 'module');

// Hides gulp's log lines: each command prints what it did, and with --format json stdout must be JSON only. The lines about
// loaders are hidden as well, because gulp reports a failure where Node needs no loader.
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
