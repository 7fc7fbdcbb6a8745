// A client of bare sockets, for requests that no HTTP library would send.
import { connect } from 'node:net';

/** Says bytes to a socket; what came back when it closed. */
export function sendRaw(origin: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setTimeout(60_000, () => socket.destroy(new Error('nothing happens')));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    );
    socket.on('close', () => resolve(answer));
    socket.end(bytes);
  });
}
