// The QR code's page, alone or in a frame, and what the phone shows after scanning it.
import { html } from '../markup.ts';
import { qrSeconds } from '../tickets.ts';
import type { TicketStatus } from '../tickets.ts';
import { people } from '../people.ts';
import { documentOf } from './document.ts';
import type { Markup } from '../markup.ts';
import type { Layout } from './document.ts';

export type QrPage = {
  readonly id: string;
  readonly expired: boolean;
  /** In the iframe of the login script. */
  readonly embedded: boolean;
  readonly selfRedirect: boolean;
  /** Colour of the text; by default what the system shows. */
  readonly style: 'black' | 'white' | undefined;
  /** The QR code without words around it. */
  readonly lite: boolean;
  readonly stylesheet: string | undefined;
};

/** The class names are the provider's: a site's own style finds what it expects. */
export function qrPage(layout: Layout, page: QrPage): string {
  const { id, expired, embedded, selfRedirect, style, lite, stylesheet } = page;
  const { origin, path } = layout;
  return documentOf(layout, {
    title: '微信登录（替身）',
    look: ['qr', embedded ? 'embedded' : 'alone', style ?? 'auto', lite ? 'lite' : 'full'].join(' '),
    script: `${path}/client/qr.js`,
    stylesheet,
    main: html`<main class="impowerBox" data-ticket="${id}" data-status="${expired ? 'expired' : 'waiting'}"
 data-path="${path}" data-self-redirect="${selfRedirect ? 'true' : 'false'}">
<h1 class="title">微信登录</h1>
<div class="waiting">
<img class="qrcode" src="${path}/connect/qrcode/${id}" width="180" height="180" alt="登录二维码">
<p class="info">替身服务：不连接微信，人物均为虚构。${
      embedded
        ? ''
        : html`<br><a href="${origin}${path}/connect/phone/${id}" target="_blank" rel="noopener">打开扫码后的手机页面</a>`
    }</p>
</div>
${choice('直接决定')}
<p class="status" role="status">${expired ? expiredWords : `二维码 ${qrSeconds / 60} 分钟内有效`}</p>
<button type="button" class="again" ${expired ? '' : 'hidden'}>刷新二维码</button>
</main>`,
  });
}

const expiredWords = '二维码已过期';
const phoneWords: Record<TicketStatus['status'], string> = {
  waiting: '选择身份，然后允许或拒绝',
  scanned: '选择身份，然后允许或拒绝',
  decided: '已处理，请回到电脑',
  expired: expiredWords,
};

/** What somebody sees on the phone. */
export function phonePage(layout: Layout, { id, status }: { id: string; status: TicketStatus['status'] }): string {
  return documentOf(layout, {
    title: '授权登录（替身手机）',
    look: 'phone',
    script: `${layout.path}/client/phone.js`,
    main: html`<main data-ticket="${id}" data-status="${status}" data-path="${layout.path}">
<h1>网页登录授权</h1>
<p>该网站申请获得你的公开信息（昵称、头像）。</p>
${choice('')}
<p class="status" role="status">${phoneWords[status]}</p>
</main>`,
  });
}

/** No form: the login script's frame may not submit any. The buttons wait for the script that they need. */
function choice(title: string): Markup {
  return html`<div class="choice">
${title === '' ? '' : html`<h2>${title}</h2>`}
<label>身份 <select>${people.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></label>
<div class="buttons">
<button type="button" value="allow" class="main" disabled>允许</button>
<button type="button" value="deny" disabled>拒绝</button>
</div>
</div>`;
}

/** What the provider shows for an address that it does not accept. */
export function mistakePage(layout: Layout, { title, remedy }: { title: string; remedy: string }): string {
  return documentOf(layout, {
    title,
    look: 'mistake',
    main: html`<main>
<h1>${title}</h1>
<p>${remedy}</p>
</main>`,
  });
}
