// The labels of the sign-in corner and of `/login/`, in zh-CN and in English. They are separate from the other
// labels, because few pages need them.
import { isChinese } from '#pdc/words/language';
import type { Site } from '#pdc/site/site';
import chineseLabels from './chinese-login-labels.json' with { type: 'json' };
import englishLabels from './english-login-labels.json' with { type: 'json' };

export const chineseLoginLabels = /* @__PURE__ */ Object.assign({}, chineseLabels, {
  scan: (minutes: number): string => `请用微信扫描下面的二维码，${minutes} 分钟内有效。`,
  elsewhere: (origin: string): string => `登录服务是为 ${origin} 设置的，请在那个网址打开本页。`,
  limitedFor: (seconds: number): string => `登录太频繁，请在 ${seconds} 秒后再试。`,
  failedAs: (request: string): string =>
    `登录服务出了问题，这次没有登录成功。请稍后再试；如果一直这样，请把这个编号告诉站长：${request}`,
});

export type LoginLabels = {
  readonly [K in keyof typeof chineseLoginLabels]: (typeof chineseLoginLabels)[K] extends (...args: infer A) => string
    ? (...args: A) => string
    : string;
};

export const englishLoginLabels: LoginLabels = /* @__PURE__ */ Object.assign({}, englishLabels, {
  scan: (minutes) => `Scan the QR code below with WeChat within ${minutes} minutes.`,
  elsewhere: (origin) => `The login service is set up for ${origin}. Please open this page there.`,
  limitedFor: (seconds) => `Too many logins. Please try again in ${seconds} seconds.`,
  failedAs: (request) =>
    `Something went wrong in the service. Please try again later. If it keeps happening, give this number to the owner of the site: ${request}`,
} satisfies Omit<LoginLabels, keyof typeof englishLabels>);

export const loginLabelsOf = (site: Pick<Site, 'language'>): LoginLabels =>
  isChinese(site) ? chineseLoginLabels : englishLoginLabels;
