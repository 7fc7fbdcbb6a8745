// Finds a free port.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Test files that run at the same time take other ports.
const [first, share] = [11_000, 2_600];
const ownFirst = first + (Number(process.env.MOCHA_WORKER_ID ?? 0) % 8) * share;
/** An installation needs six free ports in a row. */
const given = new Set<number>();

/**
 * For processes that cannot be told to choose one themselves, or that must come back on the same. Below the range from
 * which systems take the ports of outgoing connections (32,768 on Linux): while a process restarts, nobody takes its place.
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
