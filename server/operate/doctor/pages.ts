// The pages where a login ends, asked for as a browser asks.
import type { Config } from '../../config.ts';
import type { Words } from '../../words.ts';
import { ask } from './ask.ts';
import type { Answer } from './ask.ts';
import { about, error, ok, warn } from './finding.ts';
import type { Finding, Remark } from './finding.ts';

/** The page after a redirect, and the one within the QR code's frame; mostly they are one. */
export async function examinePages(config: Config): Promise<readonly Finding[]> {
  const { loginReturnUrl: back, web } = config;
  const embedded = web.embedRedirectUri;
  const [ofReturn, ofFrame] = await Promise.all([
    back === undefined ? undefined : askForPage(back),
    askForPage(embedded),
  ]);
  return about('pages', [
    ...(back !== undefined && ofReturn ? [judgeReturn(back, ofReturn)] : []),
    ...(back === embedded && troubleOf(ofFrame) !== undefined ? [] : [judgeFrame(embedded, ofFrame)]),
  ]);
}

const askForPage = (address: string): Promise<Answer> =>
  ask(address, { headers: { Accept: 'text/html' }, redirect: 'follow' });

/** What keeps an answer from being a page. */
function troubleOf(answer: Answer): Words | undefined {
  if ('reason' in answer)
    return { en: `cannot be reached from here (${answer.reason})`, zh: `从这里访问不到（${answer.reason}）` };
  if (answer.status !== 200) return { en: `answers ${answer.status}`, zh: `返回 ${answer.status}` };
  return /^text\/html\b/i.test(answer.headers.get('content-type') ?? '')
    ? undefined
    : { en: 'is no HTML page', zh: '不是 HTML 页面' };
}

const makeOne = {
  en: 'set `auth: /api/auth` in content/_site.yml, which makes /login/, and publish the site',
  zh: '请在 content/_site.yml 里设 `auth: /api/auth`，它会生成 /login/，然后发布站点',
};

function judgeReturn(address: string, answer: Answer): Remark {
  const trouble = troubleOf(answer);
  if (trouble === undefined)
    return ok({ en: `LOGIN_RETURN_URL is a page: ${address}`, zh: `LOGIN_RETURN_URL 是网页：${address}` });
  return error(
    {
      en: `LOGIN_RETURN_URL ${trouble.en}: ${address}. Each login by redirect ends there`,
      zh: `LOGIN_RETURN_URL ${trouble.zh}：${address}。每次跳转登录都在那里结束`,
    },
    {
      en: `${makeOne.en}; or name your own page that ends a login`,
      zh: `${makeOne.zh}；或写出您自己的登录结束页面`,
    },
  );
}

function judgeFrame(address: string, answer: Answer): Remark {
  const trouble = troubleOf(answer) ?? framingTroubleOf(answer);
  if (trouble === undefined)
    return ok({ en: `WEB_EMBED_REDIRECT_URI is a page: ${address}`, zh: `WEB_EMBED_REDIRECT_URI 是网页：${address}` });
  return warn(
    {
      en: `WEB_EMBED_REDIRECT_URI ${trouble.en}: ${address}. No login by a QR code in the page comes to its end`,
      zh: `WEB_EMBED_REDIRECT_URI ${trouble.zh}：${address}。页内二维码登录都无法完成`,
    },
    {
      en: `${makeOne.en}; or name your own relay page in WEB_EMBED_REDIRECT_URI, and let pages of its origin frame it`,
      zh: `${makeOne.zh}；或在 WEB_EMBED_REDIRECT_URI 里写出您自己的中转页面，并允许同源页面把它放进 iframe`,
    },
  );
}

/** It stands in a frame of the page that shows the QR code, which has its origin. */
function framingTroubleOf(answer: Answer): Words | undefined {
  if ('reason' in answer) return undefined;
  const policy = answer.headers.get('content-security-policy') ?? '';
  const [, ancestors] = /(?:^|[;,])\s*frame-ancestors\s+([^;,]*)/i.exec(policy) ?? [];
  const isDenied =
    ancestors === undefined
      ? /^deny$/i.test((answer.headers.get('x-frame-options') ?? '').trim())
      : ancestors.trim() === "'none'";
  return isDenied ? { en: 'lets nobody frame it', zh: '不允许被放进 iframe' } : undefined;
}
