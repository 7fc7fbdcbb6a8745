// The adapter on a site in memory, and requests as its clients send them.
import { createEndpoint } from '../../../server/mcp/entrances/http-endpoint.ts';
import type { Endpoint, EndpointOptions } from '../../../server/mcp/entrances/http-endpoint.ts';
import { NotText, Unavailable } from '../../../server/mcp/adapter-failures.ts';
import type { ReadText } from '../../../server/mcp/site/read-text.ts';
import { openSite } from '../../../server/mcp/site/open-site.ts';
import type { Site } from '../../../server/mcp/site/open-site.ts';
import { filesOf } from './site.ts';

export type Shelf = {
  /** The files by path; may change while the adapter runs. */
  files: ReadonlyMap<string, string>;
  /** Every path that was read, in order. */
  readonly asked: string[];
  /** The paths of files that are cut off in the middle of a character. */
  readonly cut: Set<string>;
  /** Whether reading fails. */
  state: 'alive' | 'dead';
  time: number;
  readonly logged: string[];
};

export async function shelf(files?: ReadonlyMap<string, string>): Promise<Shelf> {
  return { files: files ?? (await filesOf()), asked: [], cut: new Set(), state: 'alive', time: 0, logged: [] };
}

export function siteOf(shelf: Shelf, recheckAfter = 60_000): Site {
  return openSite({
    readText: readerOf(shelf),
    recheckAfter,
    now: () => shelf.time,
    log: (text) => shelf.logged.push(text),
  });
}

/** Reads from memory; a text is its own version. */
function readerOf(shelf: Shelf): ReadText {
  return async (path, known) => {
    shelf.asked.push(path);
    if (shelf.state === 'dead') throw new Unavailable(`${path} at /secret/place cannot be read`);
    const text = shelf.files.get(path);
    if (text === undefined) return { kind: 'absent' };
    if (shelf.cut.has(path)) throw new NotText(`${path} is not UTF-8`);
    return text === known ? { kind: 'same' } : { kind: 'text', text, version: text };
  };
}

export function endpointOf(from: Shelf, access: EndpointOptions['access'] = { hosts: 'any', origins: [] }): Endpoint {
  return createEndpoint({ site: siteOf(from), access, log: (text) => from.logged.push(text) });
}

export const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
export type Revision = (typeof revisions)[number];

/** A parsed response, of any shape: the assertions check it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

export type Answer = {
  readonly jsonrpc: string;
  readonly id?: unknown;
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
};

/** A request as a client of this revision of the protocol sends it. */
export function requestOf(
  method: string,
  params: Record<string, unknown> = {},
  { revision = '2026-07-28' as Revision, id = 1 as unknown, headers = {} as Record<string, string> } = {},
): { headers: Record<string, string>; body: string } {
  const modern = revision === '2026-07-28';
  const name = params.name ?? params.uri;
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(modern ? { 'mcp-method': method } : {}),
      ...(modern && typeof name === 'string' && method !== 'completion/complete' ? { 'mcp-name': name } : {}),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: modern ? { ...params, _meta: meta } : params }),
  };
}

export const post = (body: string | Uint8Array, headers: Record<string, string> = {}): Request =>
  new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
    body: body as BodyInit,
  });

/** Sends a request to an endpoint as a client of this revision does. */
export async function ask(
  endpoint: Endpoint,
  method: string,
  params: Record<string, unknown> = {},
  revision: Revision = '2026-07-28',
): Promise<Answer> {
  const { headers, body } = requestOf(method, params, { revision });
  return (await (await endpoint(post(body, headers))).json()) as Answer;
}

/** Calls a tool. Throws if the answer contains anything but text, because only text reaches every model. */
export async function callTool(
  endpoint: Endpoint,
  name: string,
  input: Record<string, unknown> = {},
  revision: Revision = '2026-07-28',
): Promise<Json> {
  const { result, error } = await ask(endpoint, 'tools/call', { name, arguments: input }, revision);
  if (!result) throw new Error(JSON.stringify(error));
  if ('structuredContent' in result || result.content.some(({ type }: Json) => type !== 'text'))
    throw new Error(`${name} answers with more than text: ${JSON.stringify(result)}`);
  return result;
}

/** The whole text that a model reads. */
export const textOf = ({ content }: Json): string => content.map(({ text }: Json) => text).join('\n');

/** The value of the first line `key: value` that has this key; undefined if there is no such line. */
export const factOf = (answer: Json, key: string): string | undefined =>
  new RegExp(`^${key}: (.*)$`, 'm').exec(textOf(answer))?.[1];

/** The slugs of the hits, in order. */
export const slugsOf = (answer: Json): string[] =>
  [...textOf(answer).matchAll(/^(?:- )?slug: (\S+)/gm)].map(([, slug]) => slug!);

/** Every page of a list. */
export async function listAll(endpoint: Endpoint, method: string, key: string, revision?: Revision): Promise<Json[][]> {
  const pages: Json[][] = [];
  let cursor: string | undefined;
  do {
    const { result, error } = await ask(endpoint, method, cursor === undefined ? {} : { cursor }, revision);
    if (!result) throw new Error(JSON.stringify(error));
    pages.push(result[key]);
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  return pages;
}
