// Adds a script to served pages, without changing the files, and sends changes to the script.
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { root } from '../../settings/settings.ts';
import type { LiveState } from '../live-state.ts';
import { pathOf } from './step.ts';
import type { Step } from './step.ts';

/** These paths cannot be files of the output, because hidden files are not served. */
const scriptPath = '/.duplex/client.js';
const eventsPath = '/.duplex/events';

export function live(state: LiveState): Step {
  return (request, response) => {
    const requestedPath = pathOf(request);
    if (requestedPath === eventsPath) state.subscribe(response);
    else if (requestedPath === scriptPath) sendScript(response);
    else return undefined;
    return 'answered';
  };
}

function sendScript(response: ServerResponse): void {
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
  response.end(readFileSync(path.join(root, 'tasks/watch/serve/client.js')));
}

/** Adds the script to the end of every HTML page of a later step. Works with bytes, so that any charset is possible. */
export function addScript(state: LiveState): Step {
  return ({ method }, response) => {
    if (method === 'GET') holdPage(response, () => tagFor(state));
    return undefined;
  };
}

const tagFor = (state: LiveState): string =>
  `<script src="${scriptPath}" data-version="${state.current().version}" data-events="${eventsPath}" defer></script>\n`;

/** Collects the chunks of a page until it ends, then sends it with the tag. Other responses are not changed. */
function holdPage(response: ServerResponse, tag: () => string): void {
  const { write, end } = response;
  const chunks: Buffer[] = [];
  // A part of a page (206) must not change.
  const isPage = (): boolean =>
    response.statusCode !== 206 && /^text\/html\b/i.test(String(response.getHeader('Content-Type')));
  const collect = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };
  response.write = ((...args: Parameters<typeof write>): boolean => {
    if (!isPage()) return write.apply(response, args);
    collect(args[0]);
    return true;
  }) as typeof write;
  response.end = ((...args: Parameters<typeof end>): ServerResponse => {
    if (!isPage()) return end.apply(response, args);
    collect(args[0]);
    const page = withTag(Buffer.concat(chunks), tag());
    response.setHeader('Content-Length', page.length);
    return end.call(response, page, 'utf8');
  }) as typeof end;
}

/** Inserts the tag before `</body>`, or at the end of a page without that tag. */
function withTag(page: Buffer, tag: string): Buffer {
  const at = page.lastIndexOf('</body>');
  const end = at === -1 ? page.length : at;
  return Buffer.concat([page.subarray(0, end), Buffer.from(tag), page.subarray(end)]);
}
