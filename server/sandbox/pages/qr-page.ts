// The page with the QR code, standalone or in a frame.
import { html } from '../page-markup.ts';
import { people } from '../people.ts';
import type { Words } from '../../bilingual-text.ts';
import { documentOf } from './page-document.ts';
import type { StandInAddress } from './page-document.ts';
import { outcomeTemplates } from './outcome-page.ts';

export type QrPage = {
  /** Whether it is in the iframe of the login script. */
  readonly embedded: boolean;
  /** The color of the text; by default that of the system. */
  readonly style: 'black' | 'white' | undefined;
  /** Only the QR code, without text. */
  readonly lite: boolean;
  readonly stylesheet: string | undefined;
  /** Whether this page shows the result itself, because a login page is missing. */
  readonly showsOutcome: boolean;
  /** The language of the reader. */
  readonly language: keyof Words;
};

export type Mistake = { readonly title: Words; readonly remedy: Words };

const words = {
  zh: {
    title: '微信登录（替身）',
    heading: '微信登录',
    qrCode: '登录二维码',
    info: '替身服务：不连接微信，人物均为虚构。无需扫码，请直接选择身份。',
    person: '身份',
    allow: '允许',
    deny: '拒绝',
  },
  en: {
    title: 'Sign in with WeChat (stand-in)',
    heading: 'Sign in with WeChat',
    qrCode: 'QR code',
    info: 'This is a stand-in: it does not connect to WeChat, and its people are fictional. There is nothing to scan: choose a person.',
    person: 'Person',
    allow: 'Allow',
    deny: 'Decline',
  },
} as const;

/**
 * The class names are the provider's, so that a site's own stylesheet works. The page works without a form, because the
 * frame of the login script does not allow forms. The buttons are disabled until the script has loaded.
 */
export function qrPage(address: StandInAddress, page: QrPage): string {
  const { embedded, style, lite, stylesheet, showsOutcome, language } = page;
  const { path } = address;
  const { title, heading, qrCode, info, person, allow, deny } = words[language];
  return documentOf(address, {
    title,
    language,
    bodyClass: ['qr', embedded ? 'embedded' : 'alone', style ?? 'auto', lite ? 'lite' : 'full'].join(' '),
    script: `${path}/client/qr.js`,
    stylesheet,
    main: html`<main class="impowerBox" data-action="${path}/web/login">
<h1 class="title">${heading}</h1>
<img class="qrcode" src="${path}/client/qr-code.svg" width="180" height="180" alt="${qrCode}">
<p class="info">${info}</p>
<div class="choice">
<label>${person} <select>${people.map(({ id, name }) => html`<option value="${id}">${language === 'en' ? `${id}, ${name}` : name}</option>`)}</select></label>
<div class="buttons">
<button type="button" value="allow" class="main" disabled>${allow}</button>
<button type="button" value="deny" disabled>${deny}</button>
</div>
</div>
</main>
${showsOutcome ? outcomeTemplates(language) : ''}`,
  });
}

/** The error page for invalid parameters, like the provider's. */
export function mistakePage(
  address: StandInAddress,
  { title, remedy, language }: Mistake & Pick<QrPage, 'language'>,
): string {
  return documentOf(address, {
    title: title[language],
    language,
    bodyClass: 'mistake',
    main: html`<main>
<h1>${title[language]}</h1>
<p>${remedy[language]}</p>
</main>`,
  });
}
