// Reads `auth` of `_site.yml`: the address of the login service, and whether the service has the site's origin.
import type { Site } from '#pdc/site/site';

/** The address of the endpoints, without a slash at the end. `auth` is this address or the address of the service. */
export function authApi({ auth = '' }: Site): string {
  const address = auth.replace(/\/+$/, '');
  return address.endsWith('/api/auth') ? address : `${address}/api/auth`;
}

/** The origin of the service, as a list; empty if the service has the site's own origin. */
export function authHost({ auth = '', url }: Site): readonly string[] {
  const { origin } = new URL(auth, url);
  return origin === new URL(url).origin ? [] : [origin];
}

/** Whether the page can show the QR code, which needs the service's cookies and a page of the service's origin. */
export const isEmbedding = (site: Site): boolean => site.auth !== undefined && authHost(site).length === 0;
