// Answers requests with a list of steps. Each step answers, or leaves the request to the next step.
import { decodeWhole } from '#pdc/text/decode';
import { isLoopbackHost } from '#pdc/site/loopback';
import { linkToLlms, linkToPage } from '#pdc/site/link-headers';
import { pagesOfMarkdownPath, prefersMarkdown } from '#pdc/site/markdown-requests';
import { printable } from '#pdc/words/printable';
import type { RequestListener } from 'node:http';
import type { Settings } from '../../settings/settings.ts';
import { files, notFound } from './static-files.ts';
import { live, addScript } from './live.ts';
import { forward } from './proxy.ts';
import type { LiveState } from '../live-state.ts';
import { pathOf, sendText } from './step.ts';
import type { Step } from './step.ts';

export type AnswersOptions = Pick<Settings, 'dest' | 'authOrigin'> & { readonly state: LiveState };

export function createAnswers({ dest, authOrigin, state }: AnswersOptions): RequestListener {
  const missing = notFound(dest, state);
  const steps: readonly Step[] = [
    onlyLoopback,
    forward('/api/auth', authOrigin),
    onlyReading,
    live(state),
    addScript(state),
    underBase(state, missing),
    markdown(state),
    files(dest),
    missing,
  ];
  return async (request, response) => {
    try {
      for (const step of steps) if ((await step(request, response)) === 'answered') return;
    } catch (error) {
      process.stderr.write(`${request.method} ${printable(request.url ?? '')}: ${(error as Error).stack}\n`);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, `this page could not be served: ${(error as Error).message}`);
    }
  };
}

/**
 * Refuses requests whose host name is not that of this machine. Otherwise a foreign page could let its own host name
 * point to 127.0.0.1 and read what we serve (DNS rebinding). In this attack the browser still sends the foreign name.
 */
const onlyLoopback: Step = ({ headers: { host = '' } }, response) => {
  if (isLoopbackHost(host)) return undefined;
  return sendText(response, 403, `this server answers to localhost, not to "${host}"`);
};

const onlyReading: Step = ({ method, url = '' }, response) => {
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendText(response, 405, `${method} is not allowed: this server only serves files`);
  }
  // The next save may change any file, so browsers must not cache files.
  response.setHeader('Cache-Control', 'no-store');
  return url.startsWith('/') ? undefined : sendText(response, 400, 'the address must begin with "/"');
};

/** Serves the site below the path of its base URL, and redirects the root to that path. Other paths are not found. */
function underBase(state: LiveState, missing: Step): Step {
  return (request, response) => {
    const { base } = state.current();
    const path = pathOf(request);
    if (path === base || (path === '/' && base !== '')) {
      response.writeHead(302, { Location: `${base}/` }).end();
      return 'answered';
    }
    if (!path.startsWith(`${base}/`)) return missing(request, response);
    const { url = '/' } = request;
    request.originalUrl = url;
    request.url = url.slice(base.length);
    response.setHeader('Link', linkToLlms(base));
    return undefined;
  };
}

/** Serves a post's Markdown at its address plus `.md`, and at its address if the client prefers Markdown. */
function markdown(state: LiveState): Step {
  return (request, response) => {
    const { markdownOf, base } = state.current();
    const path = decodeWhole(pathOf(request));
    const [named] = pagesOfMarkdownPath(path).flatMap((page) => markdownOf.get(page) ?? []);
    const post = named ?? markdownOf.get(path);
    if (post === undefined) return undefined;
    if (!named) response.setHeader('Vary', 'Accept');
    if (!named && !prefersMarkdown(request.headers.accept)) return undefined;
    response.setHeader('Link', `${linkToPage(post.url, post.title)}, ${linkToLlms(base)}`);
    request.url = encodeURI(post.file);
    return undefined;
  };
}
