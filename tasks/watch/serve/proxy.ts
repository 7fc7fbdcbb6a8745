// Forwards requests to the login service, so that the service has the same address as the site, as on a deployed site.
import type { ServerResponse } from 'node:http';
import { createProxyServer } from 'httpxy';
import { pathOf } from './step.ts';
import type { ServedRequest, Step } from './step.ts';

/** Forwards requests for `prefix` and below to the service at `origin`, with any method. */
export function forward(prefix: string, origin: string): Step {
  // The Host header is not changed, so the service takes the watcher's origin as its own. Each request has a new
  // connection, because the service may be restarted between two requests.
  const proxy = createProxyServer({ target: origin, changeOrigin: false, xfwd: true, agent: false });
  return async (request, response) => {
    const path = pathOf(request);
    if (path !== prefix && !path.startsWith(`${prefix}/`)) return undefined;
    forgetForwarded(request);
    await proxy.web(request, response).catch((error: Error) => refuse(response, { origin, error }));
    return 'answered';
  };
}

/** Removes headers about earlier proxies. We are the first proxy, so the client invented these headers. */
function forgetForwarded({ headers }: ServedRequest): void {
  for (const name of Object.keys(headers)) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) Reflect.deleteProperty(headers, name);
  }
}

type Refusal = { readonly origin: string; readonly error: NodeJS.ErrnoException };

function refuse(response: ServerResponse, { origin, error }: Refusal): void {
  if (response.headersSent) return void response.destroy();
  const problem = {
    type: 'about:blank',
    title: 'Bad Gateway',
    status: 502,
    detail: `the login service at ${origin} does not answer (${error.code ?? error.message}): start it with "node server", or name another with AUTH_ORIGIN`,
    error: 'bad_gateway',
    code: 'auth_unreachable',
  };
  response.writeHead(502, { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' });
  response.end(`${JSON.stringify(problem)}\n`);
}
