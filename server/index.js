// `node server`: loads TypeScript and starts the login backend.

// A failed write must not crash the process: see process/output.ts.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
// This line has the format of the log. It is written first, because loading takes seconds on a busy machine.
if (process.argv.length === 2)
  process.stdout.write(`{"level":"info","time":"${new Date().toISOString()}","msg":"starting"}\n`);

const { load } = await import('../.load.mjs');
await load('service');
