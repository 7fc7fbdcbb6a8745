// What every test file's process has. Between two files mocha listens to no error, and one that comes late, from a
// socket or a child of the file before, ends the process without a word: this says which file it was.
let file = 'no test file yet';

process.on('uncaughtExceptionMonitor', (error) => {
  process.stderr.write(`\nAn error that no test caught, at or after ${file}:\n${error.stack ?? String(error)}\n`);
});

export const mochaHooks: Mocha.RootHookObject = {
  beforeAll(this: Mocha.Context) {
    file = this.test?.parent?.suites[0]?.file ?? file;
  },
};
