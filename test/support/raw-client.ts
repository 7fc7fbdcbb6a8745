// Clients that send requests unchanged: Node's HTTP client, and plain sockets for requests that no HTTP library sends.
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

type Sent = {
  readonly method: string;
  readonly target: string;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer;
};
export type Got = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

/** Sends a request unchanged; fetch would add headers and replace Sec-Fetch-Mode. */
export function send(origin: string, { method, target, headers = {}, body }: Sent): Promise<Got> {
  // Without Content-Length, Node would send the body of a GET as if it were another request.
  const length = body && headers['Transfer-Encoding'] === undefined ? { 'Content-Length': String(body.length) } : {};
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method, path: target, headers: { ...headers, ...length, Connection: 'close' } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }));
      },
    );
    outgoing.setTimeout(60_000, () => outgoing.destroy(new Error('no answer within a minute')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Writes bytes to a socket, and returns everything that comes back until the socket closes. */
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
