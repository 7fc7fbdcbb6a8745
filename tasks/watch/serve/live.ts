// Live pages: HTML gets a script on its way to the browser, never in a file, and the script learns of changes.
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { root } from '../../settings/settings.ts';
import type { LiveState } from '../live-state.ts';
import { pathOf } from './step.ts';
import type { Step } from './step.ts';

/** No file of the output is served under a name that begins with a dot. */
const scriptPath = '/.duplex/client.js';
const eventsPath = '/.duplex/events';

export function live(state: LiveState): Step {
  return (request, response) => {
    const asked = pathOf(request);
    if (asked === eventsPath) state.subscribe(response);
    else if (asked === scriptPath) sendScript(response);
    else return undefined;
    return 'answered';
  };
}

function sendScript(response: ServerResponse): void {
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
  response.end(readFileSync(path.join(root, 'tasks/watch/serve/client.js')));
}

/** From here on, whatever is answered in HTML ends with the script. Bytes, so that no charset is mistaken. */
export function addScript(state: LiveState): Step {
  return ({ method }, response) => {
    if (method === 'GET') holdPage(response, () => tagFor(state));
    return undefined;
  };
}

const tagFor = (state: LiveState): string =>
  `<script src="${scriptPath}" data-version="${state.current().version}" data-events="${eventsPath}" defer></script>\n`;

/** Holds back what is written of a page until it ends, then sends it with the tag. Everything else passes. */
function holdPage(response: ServerResponse, tag: () => string): void {
  const { write, end } = response;
  const held: Buffer[] = [];
  // A part of a page (206) must stay the part that was asked for.
  const isPage = (): boolean =>
    response.statusCode !== 206 && /^text\/html\b/i.test(String(response.getHeader('Content-Type')));
  const hold = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) held.push(Buffer.from(chunk as string));
  };
  response.write = ((...args: Parameters<typeof write>): boolean => {
    if (!isPage()) return write.apply(response, args);
    hold(args[0]);
    return true;
  }) as typeof write;
  response.end = ((...args: Parameters<typeof end>): ServerResponse => {
    if (!isPage()) return end.apply(response, args);
    hold(args[0]);
    const page = withTag(Buffer.concat(held), tag());
    response.setHeader('Content-Length', page.length);
    return end.call(response, page, 'utf8');
  }) as typeof end;
}

/** Before the end of the body; at the end of the file where a page does not say where its body ends. */
function withTag(page: Buffer, tag: string): Buffer {
  const at = page.lastIndexOf('</body>');
  const end = at === -1 ? page.length : at;
  return Buffer.concat([page.subarray(0, end), Buffer.from(tag), page.subarray(end)]);
}
