// How a request is answered: steps in their order, each of which answers or leaves it to the next.
import { decodeWhole } from '#pdc/decode';
import type { RequestListener } from 'node:http';
import Negotiator from 'negotiator';
import type { Settings } from '../../settings/settings.ts';
import { files, notFound } from './files.ts';
import { live, weave } from './live.ts';
import { forward } from './proxy.ts';
import type { Stage } from '../scene.ts';
import { pathOf, say } from './visit.ts';
import type { Request, Step } from './visit.ts';

export type AnswersOptions = Pick<Settings, 'dest' | 'authOrigin'> & { readonly stage: Stage };

export function createAnswers({ dest, authOrigin, stage }: AnswersOptions): RequestListener {
  const missing = notFound(dest, stage);
  const steps: readonly Step[] = [
    onlyLoopback,
    forward('/api/auth', authOrigin),
    onlyReading,
    live(stage),
    weave(stage),
    underBase(stage, missing),
    markdown(stage),
    files(dest),
    missing,
  ];
  return async (request, response) => {
    try {
      for (const step of steps) if ((await step(request, response)) === 'answered') return;
    } catch (error) {
      process.stderr.write(`${request.method} ${request.url}: ${(error as Error).stack}\n`);
      if (response.headersSent) response.destroy();
      else say(response, 500, `this page could not be served: ${(error as Error).message}`);
    }
  };
}

/**
 * A page of any site may ask its own name's server to answer with 127.0.0.1 and then read what we serve (DNS rebinding).
 * The browser still sends that name.
 */
const onlyLoopback: Step = ({ headers: { host = '' } }, response) => {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  if (name === 'localhost' || name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name)) return undefined;
  return say(response, 403, `this server answers to localhost, not to "${host}"`);
};

const onlyReading: Step = ({ method, url = '' }, response) => {
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return say(response, 405, `${method} is no way to read a file`);
  }
  // Nothing that a watcher serves is worth keeping: the next save changes it.
  response.setHeader('Cache-Control', 'no-store');
  return url.startsWith('/') ? undefined : say(response, 400, 'the address must begin with "/"');
};

/** The site stands under the path of its base URL, the root leads there, and there is nothing else. */
function underBase(stage: Stage, missing: Step): Step {
  return (request, response) => {
    const { base } = stage.scene();
    const path = pathOf(request);
    if (path === base || (path === '/' && base !== '')) {
      response.writeHead(302, { Location: `${base}/` }).end();
      return 'answered';
    }
    if (!path.startsWith(`${base}/`)) return missing(request, response);
    request.originalUrl = request.url!;
    request.url = request.url!.slice(base.length);
    return undefined;
  };
}

/** Whoever would rather have Markdown than HTML gets a post's Markdown file at the post's own address. */
function markdown(stage: Stage): Step {
  return (request, response) => {
    const file = stage.scene().markdownOf.get(decodeWhole(pathOf(request)));
    if (file === undefined) return undefined;
    response.setHeader('Vary', 'Accept');
    if (prefersMarkdown(request)) request.url = encodeURI(file);
    return undefined;
  };
}

/** On equal terms, and where neither is asked for, it is HTML. */
const prefersMarkdown = (request: Request): boolean =>
  new Negotiator(request).mediaType(['text/html', 'text/markdown']) === 'text/markdown';
