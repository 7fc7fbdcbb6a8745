// What a page may load, run and ask (Content-Security-Policy): scripts of this site alone, and none that stand in the
// page, but for the hosts that `_site.yml` names. `/login/` may also show the provider's QR code.
import type { Site } from '#pdc/site';
import { scriptHosts } from '#pdc/site-head';
import { authHost, isEmbedding } from './login-service.ts';

/** Sources by directive. */
export type Sources = Readonly<Record<string, readonly string[]>>;

const everywhere: Sources = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  // Formulas are placed by `style` attributes, and so is what an author writes as HTML.
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

/** What a page says of itself: `sources` stand in the place of those of every page, `admits` beside them. */
type Own = { readonly sources?: Sources | undefined; readonly admits?: Sources | undefined };

/** For the page's own `<meta>`, with what this page alone is allowed. A host that sends headers adds `frame-ancestors`. */
export function contentPolicy(site: Site, { sources: own, admits = {} }: Own = {}): string {
  // A page with sources of its own runs no script of `scripts[]`.
  const analytics = own ? {} : admittedByScripts(site);
  const sources = { ...everywhere, 'connect-src': ["'self'", ...authHost(site)], ...own };
  return Object.entries(sources)
    .map(([name, values]) =>
      [name, ...new Set([...values, ...(analytics[name] ?? []), ...(admits[name] ?? [])])].join(' '),
    )
    .join('; ');
}

/** The hosts of the scripts that an author names, whole because counters load more of themselves, and whom these may call. */
function admittedByScripts(site: Site): Sources {
  const hosts = scriptHosts(site);
  return { 'script-src': hosts, 'connect-src': [...hosts, ...site.scripts.flatMap(({ connect = [] }) => connect)] };
}

/** The provider's login script, by its whole name: what else that host serves is none of ours. */
const loginScript = 'https://res.wx.qq.com/connect/zh_CN/htmledition/js/wxLogin.js';
/** What the script frames. */
const loginHost = 'https://open.weixin.qq.com';
/** Where `node server` plays the provider for a site in development. */
const standIn = 'http://localhost:*';

/** What the QR code needs beyond what every page may. */
export function providerSources(site: Site): Sources {
  if (!isEmbedding(site)) return { 'frame-src': ["'none'"] };
  const development = isLoopback(site) ? [standIn] : [];
  return {
    'script-src': ["'self'", loginScript, ...development],
    'img-src': ["'self'", 'data:', 'https:', ...development],
    // The frame ends on this page, which hands over what it was given.
    'frame-src': ["'self'", loginHost, ...development],
  };
}

const isLoopback = ({ url }: Site): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
