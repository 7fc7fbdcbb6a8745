// One request to the provider, sent at most once: a connection, a deadline, a bounded answer. The one place that calls out.
import { isUtf8 } from 'node:buffer';
import http from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { urlToHttpOptions } from 'node:url';

export type Outgoing = {
  readonly method: 'GET' | 'POST';
  /** Below the provider's address. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A time of `performance.now()`. Ends name look-up, connecting, sending, the answer and the one repetition alike. */
  readonly deadline: number;
};

/** Resolves to the text of a 200; rejects with a WireError and nothing else. */
export type Wire = (outgoing: Outgoing) => Promise<string>;

/**
 * `unreachable`: no answer, `timeout`: the deadline passed, `garbled`: an answer that is none. It has no cause, and
 * its words are ours: Node's own errors quote addresses, whose query holds the secret, and what the provider sent.
 */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly kind: 'unreachable' | 'timeout' | 'garbled';
  /** An error code of Node's, or a word of ours. */
  readonly reason: string;
  /** Not a byte of the request left this machine. */
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

/** Makes the wire to the provider at `apiUrl` (http or https, may have a path). `ca` is for tests' own authority. */
export function createWire({ apiUrl, ca }: { readonly apiUrl: string; readonly ca?: string | undefined }): Wire {
  const address = new URL(apiUrl);
  const { protocol, hostname, port, auth } = urlToHttpOptions(address);
  const folder = address.pathname === '/' ? '' : address.pathname;
  const secure = protocol === 'https:';
  // A connection for each request. A kept one that the provider is closing takes a request with it, and then nobody
  // knows whether the code was spent. The agent remembers TLS sessions, so a handshake costs one round trip.
  const agent = secure
    ? new https.Agent({ keepAlive: false, ...(ca === undefined ? {} : { ca }) })
    : new http.Agent({ keepAlive: false });
  // Not fetch: it repeats a request that is answered with 421, and cannot tell a lost handshake from a lost request.
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
      // Safe, because nothing of the first attempt left; and once only.
      return attempt(outgoing);
    }
  };
}

/** Whole ones, as timers have them: those of one length cost next to nothing. */
function millisecondsUntil(deadline: number): number {
  return Math.max(0, Math.ceil(deadline - performance.now()));
}

/** How far a connection has come. Before `open` the request waits in memory, a TLS socket's too. */
type Stage = 'idle' | 'connecting' | 'connected' | 'open';

function watchStage(request: ClientRequest, secure: boolean): () => Stage {
  let stage: Stage = 'idle';
  request.once('socket', (socket: Socket) => {
    socket.once('lookup', () => (stage = 'connecting'));
    socket.once('connect', () => (stage = secure ? 'connected' : 'open'));
    // Only after the certificate was accepted.
    socket.once('secureConnect', () => (stage = 'open'));
  });
  return () => stage;
}

/** Waits for the answer, for `left` milliseconds. Redirects are answers like others: nothing is ever sent on. */
function receive({
  request,
  secure,
  remainingMs: remainingMs,
}: {
  request: ClientRequest;
  secure: boolean;
  remainingMs: number;
}): Promise<string> {
  const stage = watchStage(request, secure);
  return new Promise((resolve, reject) => {
    // The first failure counts, and with it the connection goes: nothing of it is read further.
    const fail = (failure: Pick<WireError, 'kind' | 'reason'> & { unsent?: boolean }): void => {
      clearTimeout(timer);
      reject(new WireError(failure));
      request.destroy();
    };
    // Not an AbortSignal: that cost as much as the rest of the call.
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
    // Stays: after the answer has begun, the answer reports what happens, and a late error here has no other listener.
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (answered) return;
      const reason = reasonOf(error);
      // HPE: Node's parser of HTTP.
      const kind = reason.startsWith('HPE_') ? 'garbled' : 'unreachable';
      fail({ kind, reason, unsent: isUnsent(error, stage()) });
    });
    // An answer that is neither a response nor an error, such as a change of protocol.
    request.once('close', () => {
      if (!answered) fail({ kind: 'garbled', reason: 'no_response' });
    });
  });
}

/** Errors of these calls come before a connection, whatever else is known. */
const earlyCalls = ['getaddrinfo', 'connect'];
const earlyCodes = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * True when it is certain that nothing left. Where the connection stood decides, not the error: a reset of a TLS
 * handshake and one that swallowed the request carry the same code.
 */
function isUnsent({ code, syscall }: Pick<NodeJS.ErrnoException, 'code' | 'syscall'>, stage: Stage): boolean {
  if (stage === 'open') return false;
  if (stage !== 'idle') return true;
  return earlyCalls.includes(syscall ?? '') || earlyCodes.includes(code ?? '');
}

/** The error's code if it looks like one of Node's or OpenSSL's. */
function reasonOf({ code }: NodeJS.ErrnoException): string {
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : 'unknown';
}

type BodyCallbacks = { readonly done: (text: string) => void; readonly fail: (reason: string) => void };

/** Content-Type and charset are not asked: the provider says text/plain and means JSON in UTF-8. */
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
