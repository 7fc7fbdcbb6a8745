// Where the site stands while it is watched.
import { basePath } from '#pdc/paths';
import { withUrl } from '#pdc/site';
import type { Site } from '#pdc/site';

export type Address = {
  /** What a flag or the environment says, which wins. */
  readonly baseUrl?: string;
  readonly port: number;
};

/** The site under this machine's address and the path that `_site.yml` gives, so that absolute links work here. */
export function localSite(site: Site, { baseUrl, port }: Address): Site {
  return withUrl(site, baseUrl ?? `http://localhost:${port}${basePath(site)}`);
}
