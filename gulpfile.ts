// The names of gulp's commands; what they do is in tasks/, and tasks/commands.ts has them all.

async function run(name: string): Promise<void> {
  // gulp opens a domain for what a task throws and nobody awaits. Everything here is awaited, and in a domain each promise
  // costs: a fortieth of a build of 1,000 articles.
  (process as { domain?: { exit: () => void } }).domain?.exit();
  const { load } = await import('./tasks/load.js');
  try {
    await (await load(name)).run(name, process.argv.slice(2));
  } finally {
    // gulp ends the process as soon as a task fails: what a pipe has not taken by then would be lost.
    await Promise.all([process.stdout, process.stderr].map(isTaken));
  }
}

/** Whoever reads a stream has all that was written to it, or reads it no longer. */
const isTaken = (stream: NodeJS.WriteStream): Promise<unknown> => new Promise((done) => stream.write('', done));

export const build = (): Promise<void> => run('build');
build.description = 'content and static -> public/';

export const check = (): Promise<void> => run('check');
check.description = 'the same validation, writes nothing';

export const watch = (): Promise<void> => run('watch');
watch.description = 'build, drafts too, into .cache/watch/, serve, rebuild on change, reload the browser';

export const clean = (): Promise<void> => run('clean');
clean.description = "remove the output, the watcher's, and the cache";

export default build;
