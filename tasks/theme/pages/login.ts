// `/login/`, the page where readers sign in and out. It exists if `_site.yml` names a login service.
import { html } from '#pdc/text/markup';
import { homePath, loginPath, scriptPath, toHref } from '#pdc/site/paths';
import { authApi, isEmbedding } from '../login-service.ts';
import { loginLabelsOf } from '../labels/login-labels.ts';
import { providerSources } from '../policy.ts';
import { listing } from '../view.ts';
import type { Context, Listing, View } from '../view.ts';

export const loginListing = (): Listing => listing(loginPath, [], loginView);

function loginView({ site }: Context): View {
  const labels = loginLabelsOf(site);
  return {
    path: loginPath,
    title: labels.signIn,
    description: '',
    noindex: true,
    sources: providerSources(site),
    head: html`<script src="${toHref(site, scriptPath('relay'))}"></script>
<script type="module" src="${toHref(site, scriptPath('login'))}"></script>`,
    main: html`<div class="login" data-api="${authApi(site)}">
<section class="of-guest">
<h1>${labels.signIn}</h1>
<p>${labels.introduction}</p>
<p class="without-script">${labels.withoutScript}</p>
<p class="inside-wechat of-begin" hidden>${labels.insideWeChat}</p>
<p class="buttons of-begin">${
      isEmbedding(site)
        ? html`<button type="button" class="show-qr-code">${labels.showQrCode}</button> <button type="button" class="leave outlined">${labels.leave}</button>`
        : html`<button type="button" class="leave">${labels.leave}</button>`
    }</p>
<p class="of-arrival">${labels.finishing}</p>
</section>
<section class="of-member">
<h1 tabindex="-1">${labels.account}</h1>
<p class="person"><span class="face" aria-hidden="true"></span><span class="account-name"></span></p>
<p class="buttons"><button type="button" class="sign-out outlined">${labels.signOut}</button> <a class="back" href="${toHref(site, homePath(1))}">${labels.home}</a></p>
</section>
<p class="login-message" role="status"></p>
<div class="qr-code" id="qr-code"></div>
<p class="hint of-guest of-begin">${labels.hint}</p>
</div>`,
  };
}
