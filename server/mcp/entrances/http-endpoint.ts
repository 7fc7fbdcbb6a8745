// The adapter over HTTP, independent of the runtime: answers a web Request with a Response.
import {
  createMcpHandler,
  isInitializeRequest,
  isJsonContentType,
  isLegacyRequest,
} from '@modelcontextprotocol/server';
import type { JSONRPCErrorResponse, JSONRPCMessage } from '@modelcontextprotocol/server';
import { corsHeaders, isHostAllowed, isOriginAllowed } from '../access.ts';
import type { Access } from '../access.ts';
import { readBody } from '../limited-body.ts';
import { exchange } from './exchange.ts';
import { createMeter, maxMessageBytes, receive, refusedBatch, refusedForNow, toError } from './json-rpc-messages.ts';
import type { Received } from './json-rpc-messages.ts';
import { handshakeRevisions, knowsBatches, revisions, unnamedRevision } from '../revisions.ts';
import { createServer } from '../methods/mcp-server.ts';
import type { Site } from '../site/open-site.ts';
import { oneLine } from '#pdc/text/document';

export type EndpointOptions = {
  readonly site: Site;
  readonly access: Access;
  readonly log: (message: string) => void;
};

export type Endpoint = (request: Request) => Promise<Response>;

/** Answers `GET /` with a description in one line, and `POST /mcp` with the protocol. Never throws. */
export function createEndpoint({ site, access, log }: EndpointOptions): Endpoint {
  const handleModern = createMcpHandler(() => createServer(site, log), {
    legacy: 'reject',
    maxRequestBodySize: maxMessageBytes,
    // The handler answers rejected requests itself, and the server logs errors of the site.
    onerror: () => {},
  });

  const isAdmitted = createMeter();

  return async function endpoint(request) {
    try {
      return await answer(request);
    } catch (error) {
      log((error as Error).message);
      return refuse(500, toError(-32603, 'The site cannot be read at the moment: try again later'));
    }
  };

  async function answer(request: Request): Promise<Response> {
    if (!isHostAllowed(request.headers.get('host'), access))
      return refuse(403, toError(-32000, 'Forbidden: on this machine the adapter only accepts loopback hosts'));
    // Tolerates extra or missing slashes, which are a common mistake in settings.
    const path = new URL(request.url).pathname.replace(/^\/+|\/+$/g, '');
    if (path === '' && isReading(request)) return describe();
    if (path !== 'mcp') return refuse(404, toError(-32000, 'Not Found: the endpoint is /mcp'));
    const origin = request.headers.get('origin');
    if (origin !== null && !(await isOriginAllowed(origin, { ...access, siteOrigin })))
      return refuse(403, toError(-32000, 'Forbidden: this Origin is not allowed to call the adapter'));
    const response = await answerCaller(request);
    for (const [name, value] of Object.entries(corsHeaders(origin))) response.headers.set(name, value);
    return response;
  }

  async function answerCaller(request: Request): Promise<Response> {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204 });
    if (request.method !== 'POST')
      return refuse(405, toError(-32000, 'Method Not Allowed: the endpoint only accepts POST'), {
        allow: 'POST, OPTIONS',
      });
    if (!isJsonContentType(request.headers.get('content-type')))
      return refuse(415, toError(-32000, 'Unsupported Media Type: Content-Type must be application/json'));
    const encoding = request.headers.get('content-encoding');
    if (encoding !== null && encoding !== 'identity')
      return refuse(
        415,
        toError(-32000, `Unsupported Media Type: send the body without Content-Encoding (${encoding})`),
      );
    const body = await readBody(request, maxMessageBytes);
    if (body === undefined)
      return refuse(413, toError(-32000, `Payload Too Large: a message has at most ${maxMessageBytes} bytes`));
    return answerBody(request, body);
  }

  async function answerBody(request: Request, body: Uint8Array): Promise<Response> {
    const received = receive(body);
    if (received.kind === 'error') return refuse(received.status, received.answer);
    const named = request.headers.get('mcp-protocol-version')?.trim();
    const revision = named ?? unnamedRevision;
    if (received.kind === 'batch') return answerBatch(received, revision);
    const { message } = received;
    // From revision 2026-07-28 on, requests are self-contained, and the SDK handles them.
    if (!(await isLegacyRequest(request, message))) return handleModern.fetch(request, { parsedBody: message });
    if (!isServed(revision) && !isInitializeRequest(message)) return refuse(400, refusedRevision(revision));
    const [answer] = await answerByHandshake([message]);
    return answer ? Response.json(answer) : new Response(null, { status: 202 });
  }

  async function answerBatch(
    { messages, errors }: Extract<Received, { kind: 'batch' }>,
    revision: string,
  ): Promise<Response> {
    const isOne = knowsBatches(revision) && isServed(revision);
    if (!isOne || messages.some((message) => isInitializeRequest(message))) return refuse(400, refusedBatch());
    if (!isAdmitted(messages.length + errors.length)) return refuse(429, refusedForNow(), { 'retry-after': '1' });
    const answers = [...errors, ...(await answerByHandshake(messages))];
    return answers.length > 0 ? Response.json(answers) : new Response(null, { status: 202 });
  }

  async function answerByHandshake(messages: readonly JSONRPCMessage[]): Promise<JSONRPCMessage[]> {
    return exchange(await createServer(site, log), messages);
  }

  async function describe(): Promise<Response> {
    const { index } = await site.catalogue();
    const line = `${oneLine(index.site)} (${index.url}): Model Context Protocol adapter, POST /mcp, revisions ${revisions.join(', ')}\n`;
    return new Response(line, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
  }

  /** The origin of the site's pages; undefined while the site cannot be read. */
  async function siteOrigin(): Promise<string | undefined> {
    const catalogue = await site.catalogue().catch(() => undefined);
    return catalogue && new URL(catalogue.index.url).origin;
  }
}

const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

const isServed = (revision: string): boolean => (handshakeRevisions as readonly string[]).includes(revision);

const refusedRevision = (revision: string): JSONRPCErrorResponse =>
  toError(-32000, `Unsupported protocol version "${revision}": the adapter supports ${revisions.join(', ')}`);

const refuse = (status: number, answer: JSONRPCErrorResponse, headers: Record<string, string> = {}): Response =>
  Response.json(answer, { status, headers });
