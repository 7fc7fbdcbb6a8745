// What every test file's process has. Between two files mocha listens to no error, and one that comes late, from a
// socket or a child of the file before, ends the process without a word: this says which file it was.
let file = 'no test file yet';

/** Files that get a second try, because what they wait for is not ours alone; the report tells of each that needed it. */
const secondTries: readonly (readonly [files: RegExp, why: string])[] = [
  [/\/system\/(?:theme|mcp)\/|\.browser\.test\.ts$/, 'a browser or a Worker runtime that starts beside three others'],
  [/\/system\/(?:deploy\/|instances\.)/, 'nginx and ports, which another process may take in between'],
  [/\/system\/(?:storm|crash|drain|main|abuse)\.test\.ts$/, 'kills and deadlines of processes on a shared machine'],
  [/\/system\/watch\.test\.ts$/, 'the events of a file system under load'],
];

process.on('uncaughtExceptionMonitor', (error) => {
  process.stderr.write(`\nAn error that no test caught, at or after ${file}:\n${error.stack ?? String(error)}\n`);
});

export const mochaHooks: Mocha.RootHookObject = {
  beforeAll(this: Mocha.Context) {
    const { parent } = this.test ?? {};
    file = parent?.suites[0]?.file ?? file;
    if (secondTries.some(([files]) => files.test(file))) parent?.eachTest((test) => void test.retries(1));
  },
};
