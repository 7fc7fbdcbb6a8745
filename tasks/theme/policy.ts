// The Content-Security-Policy of pages. Allows scripts of this site and of the hosts that `_site.yml` names, but no
// inline scripts. `/login/` may also show the provider's QR code.
import { isLoopback } from '#pdc/site/loopback';
import type { Site } from '#pdc/site/site';
import { scriptHosts } from '#pdc/site/head-scripts';
import { authHost, isEmbedding } from './login-service.ts';

/** Sources by directive. */
export type PolicySources = Readonly<Record<string, readonly string[]>>;

const everywhere: PolicySources = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  // Formulas use `style` attributes, and the HTML of an author may use them.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'https:'],
  'media-src': ["'self'", 'https:'],
  'font-src': ["'self'", 'data:'],
  // Videos and the like that an author puts into a text.
  'frame-src': ["'self'", 'https:'],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
};

/** The policy of one page: `sources` replace the default sources, `admits` are added to them. */
type PagePolicy = { readonly sources?: PolicySources | undefined; readonly admits?: PolicySources | undefined };

/**
 * The policy for the `<meta>` element of a page, with the sources that only this page allows. A host that sends headers
 * adds `frame-ancestors`.
 */
export function contentPolicy(site: Site, { sources: pageSources, admits = {} }: PagePolicy = {}): string {
  // A page with its own sources runs no script of `scripts[]`.
  const analytics = pageSources ? {} : admittedByScripts(site);
  const sources = { ...everywhere, 'connect-src': ["'self'", ...authHost(site)], ...pageSources };
  return Object.entries(sources)
    .map(([name, values]) =>
      [name, ...new Set([...values, ...(analytics[name] ?? []), ...(admits[name] ?? [])])].join(' '),
    )
    .join('; ');
}

/**
 * Allows the hosts of the author's scripts, because these scripts load more files from there, and the hosts that the
 * scripts may call.
 */
function admittedByScripts(site: Site): PolicySources {
  const hosts = scriptHosts(site);
  return { 'script-src': hosts, 'connect-src': [...hosts, ...site.scripts.flatMap(({ connect = [] }) => connect)] };
}

/** The provider's login script by its full address, so that no other file of that host is allowed. */
const loginScript = 'https://res.wx.qq.com/connect/zh_CN/htmledition/js/wxLogin.js';
/** The host of the frame that the script makes. */
const loginHost = 'https://open.weixin.qq.com';
/** The origin where `node server` plays the provider for a site in development. */
const standIn = 'http://localhost:*';

/** The sources of the sign-in page, which include those that the QR code needs. */
export function providerSources(site: Site): PolicySources {
  if (!isEmbedding(site)) return { 'frame-src': ["'none'"] };
  const development = isLoopback(new URL(site.url).hostname) ? [standIn] : [];
  return {
    'script-src': ["'self'", loginScript, ...development],
    'img-src': ["'self'", 'data:', 'https:', ...development],
    // After the login the frame loads this page, which passes on the code.
    'frame-src': ["'self'", loginHost, ...development],
  };
}
