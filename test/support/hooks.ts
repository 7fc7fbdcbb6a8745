// Hooks of every test process. Between two test files, mocha does not listen for errors, so a late error, from a socket
// or a child process of the previous file, would end the process silently. The listener below prints the error and the
// name of that file.
let file = 'no test file yet';

process.on('uncaughtExceptionMonitor', (error) => {
  process.stderr.write(`\nAn error that no test caught, at or after ${file}:\n${error.stack ?? String(error)}\n`);
});

export const mochaHooks: Mocha.RootHookObject = {
  beforeAll(this: Mocha.Context) {
    file = this.test?.parent?.suites[0]?.file ?? file;
  },
};
