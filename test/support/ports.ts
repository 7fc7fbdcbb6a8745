// Finds a free port.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Test files that run at the same time use different ports.
const [first, share] = [11_000, 2_600];
const ownFirst = first + (Number(process.env.MOCHA_WORKER_ID ?? 0) % 8) * share;
/** The ports that were returned before. They may look free: an installation takes six before it uses the first one. */
const given = new Set<number>();

/**
 * Returns a free port, for a process that cannot choose one itself or that must restart on the same port. The port is
 * below the range of outgoing connections (from 32,768 on Linux), so that no connection takes it during a restart.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ownFirst, ownFirst + share);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
