// Sends one request to the provider, at most once, with a deadline and a maximum response size.
import { isUtf8 } from 'node:buffer';
import http from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { urlToHttpOptions } from 'node:url';

export type Outgoing = {
  readonly method: 'GET' | 'POST';
  /** Relative to the provider's address. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A time of `performance.now()`. Covers name lookup, connecting, sending, the response and the one retry. */
  readonly deadline: number;
};

/** Resolves to the body of a 200 response; rejects only with a WireError. */
export type Wire = (outgoing: Outgoing) => Promise<string>;

/**
 * `unreachable`: no response; `timeout`: the deadline has passed; `garbled`: a malformed response. It leaves out the
 * cause, because Node's errors quote the response and the URL, whose query contains the secret.
 */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly kind: 'unreachable' | 'timeout' | 'garbled';
  /** An error code of Node or of this service. */
  readonly reason: string;
  /** No byte of the request was sent. */
  readonly unsent: boolean;

  constructor({ kind, reason, unsent = false }: Pick<WireError, 'kind' | 'reason'> & { unsent?: boolean }) {
    super(`${kind}: ${reason}`);
    this.kind = kind;
    this.reason = reason;
    this.unsent = unsent;
  }
}

const maxBytes = 64 * 1024;
const pauseMs = 100;

/** `apiUrl` is http or https and may have a path. `ca` is a certificate authority for tests. */
export function createWire({ apiUrl, ca }: { readonly apiUrl: string; readonly ca?: string | undefined }): Wire {
  const address = new URL(apiUrl);
  const { protocol, hostname, port, auth } = urlToHttpOptions(address);
  const folder = address.pathname === '/' ? '' : address.pathname;
  const secure = protocol === 'https:';
  // No keep-alive: a request on a connection that the provider is closing is lost, and then it is unknown whether the
  // code was used. The agent caches TLS sessions, so a handshake takes one round trip.
  const agent = secure
    ? new https.Agent({ keepAlive: false, ...(ca === undefined ? {} : { ca }) })
    : new http.Agent({ keepAlive: false });
  // Not fetch: it repeats a request after a 421, and cannot distinguish a failed handshake from a failed request.
  const client = secure ? https : http;

  const attempt = async ({ method, path, query, body, deadline }: Outgoing): Promise<string> => {
    const remainingMs = millisecondsUntil(deadline);
    if (remainingMs === 0) throw new WireError({ kind: 'timeout', reason: 'deadline', unsent: true });
    const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query).toString()}`;
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = {
      Accept: 'application/json',
      ...(payload ? { 'Content-Type': 'application/json', 'Content-Length': String(payload.length) } : {}),
    };
    const target = { protocol, hostname, port, auth, path: `${folder}${path}${search}` };
    const request = client.request({ ...target, method, headers, agent });
    const text = receive({ request, secure, remainingMs });
    request.end(payload);
    return text;
  };

  return async (outgoing) => {
    try {
      return await attempt(outgoing);
    } catch (error) {
      if (!(error instanceof WireError && error.unsent && error.kind === 'unreachable')) throw error;
      await pause(Math.min(pauseMs, millisecondsUntil(outgoing.deadline)));
      // A second attempt is safe, because nothing of the first one was sent. It is the last one.
      return attempt(outgoing);
    }
  };
}

/** Rounded up: timers have whole milliseconds, and timers of equal length are cheap. */
function millisecondsUntil(deadline: number): number {
  return Math.max(0, Math.ceil(deadline - performance.now()));
}

/** The stage of a connection. Before `open` the request is only in memory, even with TLS. */
type Stage = 'idle' | 'connecting' | 'connected' | 'open';

function watchStage(request: ClientRequest, secure: boolean): () => Stage {
  let stage: Stage = 'idle';
  request.once('socket', (socket: Socket) => {
    socket.once('lookup', () => (stage = 'connecting'));
    socket.once('connect', () => (stage = secure ? 'connected' : 'open'));
    // This event is emitted after the certificate was accepted.
    socket.once('secureConnect', () => (stage = 'open'));
  });
  return () => stage;
}

/** Waits for the response, for `remainingMs`. Redirects are not followed. */
function receive({
  request,
  secure,
  remainingMs,
}: {
  request: ClientRequest;
  secure: boolean;
  remainingMs: number;
}): Promise<string> {
  const stage = watchStage(request, secure);
  return new Promise((resolve, reject) => {
    // The first failure counts, and the connection is closed.
    const fail = (failure: Pick<WireError, 'kind' | 'reason'> & { unsent?: boolean }): void => {
      clearTimeout(timer);
      reject(new WireError(failure));
      request.destroy();
    };
    // Not an AbortSignal, which would cost as much time as the rest of the call.
    const timer = setTimeout(
      () => fail({ kind: 'timeout', reason: 'deadline', unsent: isUnsent({}, stage()) }),
      remainingMs,
    );
    let answered = false;
    request.once('response', (answer) => {
      answered = true;
      readText(answer, {
        done(text) {
          clearTimeout(timer);
          resolve(text);
        },
        fail: (reason) => fail({ kind: 'garbled', reason }),
      });
    });
    // `on` and not `once`: after the response has started, errors are reported on the response, but a late error here,
    // without a listener, would crash the process.
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (answered) return;
      const reason = reasonOf(error);
      // The codes of Node's HTTP parser start with HPE_.
      const kind = reason.startsWith('HPE_') ? 'garbled' : 'unreachable';
      fail({ kind, reason, unsent: isUnsent(error, stage()) });
    });
    // The request may end with neither a response nor an error, for example after a protocol upgrade.
    request.once('close', () => {
      if (!answered) fail({ kind: 'garbled', reason: 'no_response' });
    });
  });
}

/** Errors of these system calls occur before a connection exists. */
const earlyCalls = ['getaddrinfo', 'connect'];
const earlyCodes = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * True if it is certain that nothing was sent. The stage of the connection decides, not the error: a reset during the
 * TLS handshake and a reset after the request have the same code.
 */
function isUnsent({ code, syscall }: Pick<NodeJS.ErrnoException, 'code' | 'syscall'>, stage: Stage): boolean {
  if (stage === 'open') return false;
  if (stage !== 'idle') return true;
  return earlyCalls.includes(syscall ?? '') || earlyCodes.includes(code ?? '');
}

/** The code of an error, if it looks like a code of Node or OpenSSL. */
function reasonOf({ code }: NodeJS.ErrnoException): string {
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : 'unknown';
}

type BodyCallbacks = { readonly done: (text: string) => void; readonly fail: (reason: string) => void };

/** Content-Type and charset are ignored: the provider sends JSON in UTF-8 as text/plain. */
function readText(answer: IncomingMessage, { done, fail }: BodyCallbacks): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  answer.on('error', () => fail('truncated'));
  if (answer.statusCode !== 200) return fail(`status_${answer.statusCode}`);
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) return fail('too_large');
    chunks.push(chunk);
  });
  answer.once('end', () => {
    const body = Buffer.concat(chunks);
    if (isUtf8(body)) done(withoutBom(body.toString()));
    else fail('encoding');
  });
  answer.once('close', () => {
    if (!answer.readableEnded) fail('truncated');
  });
}

function withoutBom(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
