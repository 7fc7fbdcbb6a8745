// GET /api/auth/idp/web/login?state=S: redirects to the provider, or returns the options of the embedded QR code as
// JSON.
import type { Context, Next } from 'koa';
import type { Config } from '../../../login-config.ts';
import { flowCookie, json, location, query, requests } from '../../../openapi/describe.ts';
import type { Endpoint } from '../../endpoint.ts';
import type { Parts } from '../../endpoint-parts.ts';
import { readQuery, requireText, stateForm } from '../../request-parameters.ts';
import { state } from '../../login-state.ts';
import {
  countAddress,
  observeFailedLogin,
  redirect,
  refuseForeign,
  refuseHead,
  returnFailuresToPage,
} from '../../steps.ts';

/** The lifetime of a state. */
export const stateSeconds = 300;
const scope = 'snsapi_login';

export const startWebLogin: Endpoint = {
  method: 'GET',
  path: '/api/auth/idp/web/login',
  id: 'startWebLogin',
  summary: 'Start a web login',
  description:
    'Stores the state for 5 minutes and redirects the browser to the provider. With `Accept: application/json`, and for `fetch()` in a browser, it returns the options of the embedded QR code instead. A request from a page of another site is refused (`state_unknown`), unless it is a navigation or CORS_ORIGINS contains the origin of the page.',
  tag: 'login',
  parameters: [query('state', { schema: state, required: true, example: requests.callback.state })],
  bringsFlow: true,
  answers: {
    200: { ...json('EmbeddedLogin', 'Options of the embedded QR code'), headers: flowCookie },
    302: { description: "To the provider's page", headers: { ...location, ...flowCookie } },
    303: { description: 'If the login cannot start: to LOGIN_RETURN_URL', headers: location },
  },
  steps: [
    refuseHead,
    refuseForeign(),
    { problems: [], run: returnNavigations },
    observeFailedLogin('web'),
    countAddress,
    { problems: ['missing_parameter', 'duplicate_parameter', 'malformed_parameter'], run: sendToProvider },
  ],
};

/** If a navigation fails, redirects the browser to the login page. A script gets the problem as the response. */
function returnNavigations(ctx: Context, next: Next, parts: Parts): unknown {
  return ctx.get('Sec-Fetch-Dest') === 'document' ? returnFailuresToPage.run(ctx, next, parts) : next();
}

async function sendToProvider(ctx: Context, _next: Next, { config, cookies, login }: Parts): Promise<void> {
  const state = requireText(readQuery(ctx, 'state'), { name: 'state', form: stateForm });
  await login.begin({ state, flow: cookies.ensureFlow(ctx) });
  ctx.vary('Accept');
  ctx.vary('Sec-Fetch-Dest');
  if (!wantsOptions(ctx)) {
    return redirect(ctx, 302, authorizeUrl(config, { state, redirectUri: config.web.redirectUri }));
  }
  const redirectUri = config.web.embedRedirectUri;
  ctx.body = {
    authorize_url: authorizeUrl(config, { state, redirectUri }),
    script_url: config.idp.staticUrl,
    appid: config.web.appId,
    scope,
    redirect_uri: redirectUri,
    state,
    expires_in: stateSeconds,
  };
}

/**
 * Whether a script sent the request: then it gets the options, because a script cannot follow a redirect to another
 * site. A script's request prefers JSON to HTML, or is a browser's `fetch()` that does not ask for HTML, as generated
 * clients send it. All other requests are redirected.
 */
function wantsOptions(ctx: Context): boolean {
  // Clients spell the charset in two ways.
  const types = ['text/html', 'application/json'].flatMap((type) => [
    `${type}; charset=utf-8`,
    `${type}; charset=utf8`,
  ]);
  if (String(ctx.accepts(types)).startsWith('application/json')) return true;
  return ctx.get('Sec-Fetch-Dest') === 'empty' && !ctx.get('Accept').includes('text/html');
}

/** The address of the provider's login page. Its parameters are in WeChat's documented order, encoded once. */
export function authorizeUrl(
  { idp, web }: Pick<Config, 'idp' | 'web'>,
  { state, redirectUri }: { state: string; redirectUri: string },
): string {
  const query = new Map([
    ['appid', web.appId],
    ['redirect_uri', redirectUri],
    ['response_type', 'code'],
    ['scope', scope],
    ['state', state],
  ]);
  const pairs = [...query].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${idp.authorizeUrl}?${pairs.join('&')}#${idp.redirectFragment}`;
}
