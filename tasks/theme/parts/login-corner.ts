// The corner of the header that links to `/login/`, if `_site.yml` names a login service.
import { html } from '#pdc/text/markup';
import { loginPath, scriptPath, toHref } from '#pdc/site/paths';
import type { Site } from '#pdc/site/site';
import { loginLabelsOf } from '../labels/login-labels.ts';
import type { Markup } from '#pdc/text/markup';
import type { Context, View } from '../view.ts';

/**
 * Both states of the corner, of equal size. A script chooses one before the first paint. Without scripts, the link
 * leads to a page that says what is missing.
 */
export function loginCorner(view: View, { site }: Context): Markup | undefined {
  if (site.auth === undefined) return undefined;
  const labels = loginLabelsOf(site);
  const href = toHref(site, loginPath);
  const current = view.path === loginPath ? html` aria-current="page"` : '';
  return html`<a class="tool sign-in of-guest" href="${href}"${current}>${labels.signIn}</a>
<a class="tool account of-member" href="${href}"${current}><span class="face" aria-hidden="true"></span><span class="unseen">${labels.accountOf}</span><span class="account-name"></span></a>`;
}

/** The script for the head of every page. It must run before the first paint. */
export const loginScript = (site: Site): Markup | '' =>
  site.auth === undefined ? '' : html`<script src="${toHref(site, scriptPath('account'))}"></script>`;
