// A command as gulp runs it.
import { load } from '../.load.mjs';

/**
 * @param {import('./settings/flags.ts').CommandName} name
 * @param {string} description for `gulp --tasks`
 */
export const toTask = (name, description) => Object.assign(() => run(name), { description });

async function run(name) {
  // gulp runs tasks in a domain, to catch errors of promises that are not awaited. Here every promise is awaited, so
  // the domain is useless. It slows down promises, which costs a fortieth of the time of a build of 1,000 articles.
  process.domain?.exit();
  try {
    await (await load('commands')).runTask(name, process.argv.slice(2));
  } finally {
    // gulp ends the process as soon as a task fails. Output that a pipe has not taken by then would be lost.
    await Promise.all([process.stdout, process.stderr].map(drain));
  }
}

/** Waits until the reader of a stream has taken everything, or has gone away. */
const drain = (stream) => new Promise((done) => stream.write('', done));
