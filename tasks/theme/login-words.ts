// What the sign-in corner and `/login/` say, in zh-CN and in English. Apart from the other words, because few pages need
// them.
import { isChinese } from '#pdc/language';
import type { Site } from '#pdc/site';

export const chineseLogin = {
  signIn: '登录',
  account: '账号',
  accountOf: '账号：',
  unnamed: '没有昵称的读者',

  introduction: '用微信扫码登录。登录之后，页眉会显示你的名字和头像；阅读和搜索都不需要登录。',
  withoutScript: '登录需要启用 JavaScript。没有它，全部文章也照样可以读。',
  withoutStorage: '浏览器不允许本站保存数据，所以无法登录。允许之后，请重新载入本页。',
  hint: '按下按钮之后才会联系微信。登录状态存在这个浏览器里，退出登录时一并清除。',
  showQrCode: '显示二维码',
  leave: '去微信的页面登录',
  signOut: '退出登录',
  home: '去看文章',
  back: '回到刚才的页面',

  fetchingQrCode: '正在取二维码……',
  scan: (minutes: number): string => `请用微信扫描下面的二维码，${minutes} 分钟内有效。`,
  qrCode: '微信登录二维码',
  leaving: '正在前往微信……',
  finishing: '正在登录……',
  signedIn: '已登录。',
  signedOut: '已退出登录。',
  signedOutHere: '已在这个浏览器里退出，但登录服务没有回应：那边的会话还要过些时候才结束。',

  ended: '登录已经失效，请重新登录。',
  replaced: '这个浏览器里的登录变成了另一个账号的。为了安全，已经退出，请重新登录。',
  remembered: '登录服务暂时没有回应，这里显示的是上次的信息。',
  notBegunHere: '这次登录不是从这个标签页开始的，为了安全没有继续。请重新开始。',
  qrCodeExpired: '二维码已经过期，请重新显示。',
  scriptFailed: '微信的登录组件没有加载成功，可能是网络不通，或者被拦截了。可以改为去微信的页面登录。',
  elsewhere: (origin: string): string => `登录服务是为 ${origin} 设置的，请在那个地址打开本页。`,

  denied: '你取消了登录。想登录时，随时可以重新开始。',
  expired: '这次登录已经过期，或者已经用过。请重新开始。',
  codeRefused: '这次扫码已经失效，或者已经用过。请重新扫码。',
  blocked: '微信认为这个账号有风险，暂时不能用它登录。',
  snapshot: '微信只给了临时身份。请打开完整的网页，再登录一次。',
  disabled: '这个账号已被停用。如有疑问，请联系站长。',
  conflict: '你的几种登录方式属于不同的账号，需要站长来处理。',
  limited: '登录得太频繁了，请过一会儿再试。',
  limitedFor: (seconds: number): string => `登录得太频繁了，请在 ${seconds} 秒后再试。`,
  unavailable: '登录服务暂时没有回应，请稍后再试。文章照常可以读。',
  failed: '登录服务出了问题，这次没有成功。请稍后再试。',
  failedAs: (request: string): string =>
    `登录服务出了问题，这次没有成功。请稍后再试；如果总是这样，请把这个编号告诉站长：${request}`,
};

export type LoginWords = {
  readonly [K in keyof typeof chineseLogin]: (typeof chineseLogin)[K] extends (...given: infer A) => string
    ? (...given: A) => string
    : string;
};

export const englishLogin: LoginWords = {
  signIn: 'Sign in',
  account: 'Account',
  accountOf: 'Account: ',
  unnamed: 'A reader without a nickname',

  introduction:
    'Sign in by scanning a code with WeChat. The header then shows your name and picture; reading and searching need no account.',
  withoutScript: 'Signing in needs JavaScript. Without it, all articles can be read all the same.',
  withoutStorage: 'Your browser lets this site keep nothing, so nobody can sign in. Allow it, then reload this page.',
  hint: 'WeChat is asked only after you press the button. That you are signed in is kept in this browser, and cleared when you sign out.',
  showQrCode: 'Show the QR code',
  leave: 'Sign in on WeChat’s page',
  signOut: 'Sign out',
  home: 'To the articles',
  back: 'Back to the page before',

  fetchingQrCode: 'Fetching the QR code…',
  scan: (minutes) => `Scan the QR code below with WeChat within ${minutes} minutes.`,
  qrCode: 'QR code of WeChat',
  leaving: 'On the way to WeChat…',
  finishing: 'Signing in…',
  signedIn: 'Signed in.',
  signedOut: 'Signed out.',
  signedOutHere: 'Signed out in this browser, but the service did not answer: the session ends there a while later.',

  ended: 'Your session has ended: please sign in again.',
  replaced: 'This browser’s session became another account’s. To be safe you were signed out: please sign in again.',
  remembered: 'The service does not answer at the moment; this is what was known last.',
  notBegunHere: 'This login was not begun in this tab, and to be safe it was not finished. Please begin again.',
  qrCodeExpired: 'The QR code has expired: please show it again.',
  scriptFailed: 'WeChat’s script could not be loaded: no network, or it was blocked. You can sign in on WeChat’s page.',
  elsewhere: (origin) => `The service is set up for ${origin}: please open this page there.`,

  denied: 'You cancelled. You can begin again whenever you like.',
  expired: 'This login has expired or was used already. Please begin again.',
  codeRefused: 'This scan has expired or was used already. Please scan again.',
  blocked: 'WeChat considers this account a risk: it cannot be used for now.',
  snapshot: 'WeChat gave a temporary identity only. Open the whole page and sign in again.',
  disabled: 'This account is disabled. Please ask the owner of the site.',
  conflict: 'Your ways to sign in belong to different accounts: the owner of the site has to mend that.',
  limited: 'Too many logins: please try again a little later.',
  limitedFor: (seconds) => `Too many logins: please try again in ${seconds} seconds.`,
  unavailable: 'The service does not answer at the moment: please try again later. Articles can be read all the same.',
  failed: 'Something went wrong at the service. Please try again later.',
  failedAs: (request) =>
    `Something went wrong at the service. Please try again later; if it stays so, tell the owner of the site this number: ${request}`,
};

export const loginWordsOf = (site: Pick<Site, 'language'>): LoginWords =>
  isChinese(site) ? chineseLogin : englishLogin;
