// What gulp-cli reads before the gulpfile. TypeScript is loaded by Node itself where it can (22.18 and newer), by tsx elsewhere.
import { createRequire } from 'node:module';

// gulp-cli requires this file, so it cannot await an import.
if (!process.features.typescript) createRequire(import.meta.url)('tsx');

// gulp's own log lines go: a command says itself what it did, and with --format json stdout is JSON and nothing else.
// Loaders fail to load where Node needs none.
const silenced = new Set(
  ['GULPFILE', 'TASK_START', 'TASK_STOP', 'TASK_FAILURE', 'LOADER_SUCCESS', 'LOADER_FAILURE', 'LOADER_ERROR'].map(
    (name) => Symbol.for(`GULP_CLI_${name}`),
  ),
);

export const message = ({ tag }) => (silenced.has(tag) ? false : undefined);
export const timestamp = () => false;
