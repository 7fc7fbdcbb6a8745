// A command as gulp runs it.
import { load } from '../.load.mjs';

/**
 * @param {import('./commands.ts').CommandName} name
 * @param {string} description what `gulp --tasks` tells
 */
export const toTask = (name, description) => Object.assign(() => run(name), { description });

async function run(name) {
  // gulp opens a domain for what a task throws and nobody awaits. Everything here is awaited, and in a domain each promise
  // costs: a fortieth of a build of 1,000 articles.
  process.domain?.exit();
  try {
    await (await load('commands')).run(name, process.argv.slice(2));
  } finally {
    // gulp ends the process as soon as a task fails: what a pipe has not taken by then would be lost.
    await Promise.all([process.stdout, process.stderr].map(isTaken));
  }
}

/** Whoever reads a stream has all that was written to it, or reads it no longer. */
const isTaken = (stream) => new Promise((done) => stream.write('', done));
