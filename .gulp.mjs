// What gulp-cli reads before the gulpfile.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// Node loads TypeScript itself where it can (22.18 and newer). Elsewhere the gulpfile, which is all that gulp requires, is read
// as the JavaScript that it is too: a loader would stand in the way of every package, and cost half a second.
if (!process.features.typescript)
  createRequire(import.meta.url).extensions['.ts'] = (module, file) =>
    module._compile(readFileSync(file, 'utf8'), file, 'module');

// gulp's own log lines go: a command says itself what it did, and with --format json stdout is JSON and nothing else.
// Loaders fail to load where Node needs none.
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
