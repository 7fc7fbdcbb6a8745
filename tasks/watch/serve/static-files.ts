// The output folder as a static host serves it. No listing, no way out of the folder, no file whose name begins with a dot but Agent Skills.
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import serveStatic from 'serve-static';
import { decodeWhole } from '#pdc/text/decode';
import { notFoundPath } from '#pdc/site/paths';
import { message, textOf } from '#pdc/words/message';
import type { SiteState, LiveState } from '../live-state.ts';
import { pathOf, sendText } from './step.ts';
import type { Step } from './step.ts';

export function files(dest: string): Step {
  // Not sirv: in its development mode it also answers for names that merely begin like the folder's.
  const options = { cacheControl: false, etag: false, lastModified: false, setHeaders: sayCharset };
  const ignoring = serveStatic(dest, { ...options, dotfiles: 'ignore' });
  const allowing = serveStatic(dest, { ...options, dotfiles: 'allow' });
  return (request, response) =>
    new Promise((resolve, reject) => {
      response.once('close', () => resolve('answered'));
      const serve = isSkill(decodeWhole(pathOf(request))) ? allowing : ignoring;
      serve(request, response, (error) => {
        if (error === undefined || error.status === 404) resolve(undefined);
        else if (error.status < 500) resolve(sendText(response, error.status, error.message));
        else reject(error);
      });
    });
}

/** The site's Agent Skills, which clients look for in a folder whose name begins with a dot. */
const isSkill = (path: string): boolean => /^\/\.well-known\/agent-skills(?:\/[^./\\][^/\\]*)+$/.test(path);

/** The table of types that the library reads leaves out the charset of XML. Ours is UTF-8, as of all text. */
function sayCharset(response: ServerResponse, file: string): void {
  if (path.extname(file) === '.xml') response.setHeader('Content-Type', 'application/xml; charset=utf-8');
}

/** The site's page for what is not there. Before the first good build there is none, and nothing else either. */
export function notFound(dest: string, state: LiveState): Step {
  return (_request, response) => {
    const page = readIfThere(path.join(dest, notFoundPath));
    for (const name of ['Content-Length', 'Vary', 'Link']) response.removeHeader(name);
    response.statusCode = page ? 404 : 503;
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(page ?? notBuilt(state.current()));
    return 'answered';
  };
}

function notBuilt({ language, faults }: SiteState): string {
  const reason = message(faults.length === 0 ? 'notBuiltYet' : 'noPageYet');
  return `<!doctype html>\n<title>Duplex</title>\n<p>${textOf(reason, language)}</p>\n`;
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
