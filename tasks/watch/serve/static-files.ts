// Serves the output folder like a static host: without listings, without files outside the folder, and without hidden
// files except Agent Skills.
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
  // Not sirv: in its development mode it also serves other folders whose names begin with the name of the folder.
  const options = { cacheControl: false, etag: false, lastModified: false, setHeaders: setCharset };
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

/** Whether a path belongs to an Agent Skill. Clients look for skills in a hidden folder. */
const isSkill = (path: string): boolean => /^\/\.well-known\/agent-skills(?:\/[^./\\][^/\\]*)+$/.test(path);

/** Adds the charset, which the library leaves out, to the type of XML files. */
function setCharset(response: ServerResponse, file: string): void {
  if (path.extname(file) === '.xml') response.setHeader('Content-Type', 'application/xml; charset=utf-8');
}

/** Answers with the site's 404 page, or before the first successful build with a short text. */
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
