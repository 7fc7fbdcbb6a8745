// A link that an author names by label and address: in the menu, in the footer, beside the author's name.
import { html } from '#pdc/text/markup';
import { basePath } from '#pdc/site/paths';
import type { Link, Site } from '#pdc/site/site';
import type { Markup } from '#pdc/text/markup';

/** `rel="me"` says that the target belongs to the author too. */
type Anchor = Link & { readonly attributes?: Markup | undefined; readonly rel?: string };

/** Puts a path below the site's base path. The path stays encoded as written, and can have a query and a fragment. */
export const toTarget = (url: string, site: Site): string => (url.startsWith('/') ? `${basePath(site)}${url}` : url);

export const anchor = ({ label, url, attributes, rel }: Anchor, site: Site): Markup =>
  html`<a href="${toTarget(url, site)}"${rel !== undefined && html` rel="${rel}"`}${attributes}>${label}</a>`;
