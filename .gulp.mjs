// What gulp-cli reads before the gulpfile. TypeScript is loaded by Node itself where it can (22.18 and newer), by tsx elsewhere.
if (!process.features.typescript) await import('tsx');

// gulp's own log lines go: a command says itself what it did, and with --format json stdout is JSON and nothing else.
const silenced = new Set(
  ['GULPFILE', 'TASK_START', 'TASK_STOP', 'TASK_FAILURE', 'LOADER_SUCCESS', 'CWD_CHANGED'].map((name) =>
    Symbol.for(`GULP_CLI_${name}`),
  ),
);

export default {
  message: ({ tag }) => (silenced.has(tag) ? false : undefined),
  timestamp: () => false,
};
