// Reads `auth` of `_site.yml`: the address of the login service, and whether it shares the site's origin.
import type { Site } from '#pdc/site/site';

/** The address of its endpoints, without a slash at the end: `auth` names it, or the address of the service. */
export function authApi({ auth = '' }: Site): string {
  const address = auth.replace(/\/+$/, '');
  return address.endsWith('/api/auth') ? address : `${address}/api/auth`;
}

/** The origin of a service elsewhere; empty for one of the site's own origin. */
export function authHost({ auth = '', url }: Site): readonly string[] {
  const { origin } = new URL(auth, url);
  return origin === new URL(url).origin ? [] : [origin];
}

/** The QR code in the page needs the service's cookies and a page of its origin: only the same origin has both. */
export const isEmbedding = (site: Site): boolean => site.auth !== undefined && authHost(site).length === 0;
