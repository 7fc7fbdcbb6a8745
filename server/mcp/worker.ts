// The adapter on Cloudflare Workers. SITE_URL is the address of the site; ALLOWED_ORIGINS lists other origins that may
// call.
import { readOrigins } from './access.ts';
import { createHttpReader, isBaseUrl } from './site/http-reader.ts';
import { createEndpoint } from './entrances/http-endpoint.ts';
import type { Endpoint } from './entrances/http-endpoint.ts';
import { recheckAddressAfter } from './site/read-text.ts';
import { openSite } from './site/open-site.ts';

type Environment = { readonly SITE_URL?: string; readonly ALLOWED_ORIGINS?: string };

// Kept for the lifetime of the isolate. Requests share nothing but its cache.
let endpoint: Endpoint | undefined;

export default {
  async fetch(request: Request, environment: Environment): Promise<Response> {
    if (!isBaseUrl(environment.SITE_URL ?? ''))
      return new Response('SITE_URL must be the address of the site, such as https://example.com\n', { status: 500 });
    try {
      endpoint ??= open(environment);
    } catch (error) {
      return new Response(`${(error as Error).message}\n`, { status: 500 });
    }
    return endpoint(request);
  },
};

function open({ SITE_URL = '', ALLOWED_ORIGINS }: Environment): Endpoint {
  const log = (message: string): void => console.error(message);
  const site = openSite({
    readText: createHttpReader(SITE_URL),
    recheckAfter: recheckAddressAfter,
    now: Date.now,
    log,
  });
  return createEndpoint({ site, access: { hosts: 'any', origins: readOrigins(ALLOWED_ORIGINS) }, log });
}
