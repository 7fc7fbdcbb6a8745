// Checks the pages on which a login ends.
import type { Config } from '../../login-config.ts';
import type { Words } from '../../bilingual-text.ts';
import { sendRequest } from './send-request.ts';
import type { RequestResult } from './send-request.ts';
import { about, error, ok, warn } from './doctor-report.ts';
import type { Report, Remark } from './doctor-report.ts';

/** Checks the page after a redirect, and the page in the frame of the QR code. Often both are the same page. */
export async function examinePages(config: Config): Promise<readonly Report[]> {
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

const askForPage = (address: string): Promise<RequestResult> =>
  sendRequest(address, { headers: { Accept: 'text/html' }, redirect: 'follow' });

/** Why a response is not a page; undefined if it is one. */
function troubleOf(answer: RequestResult): Words | undefined {
  if ('reason' in answer)
    return { en: `cannot be reached from here (${answer.reason})`, zh: `从这里访问不到（${answer.reason}）` };
  if (answer.status !== 200) return { en: `answers ${answer.status}`, zh: `返回 ${answer.status}` };
  return /^text\/html\b/i.test(answer.headers.get('content-type') ?? '')
    ? undefined
    : { en: 'is not an HTML page', zh: '不是 HTML 页面' };
}

const makeOne = {
  en: 'set `auth: /api/auth` in content/_site.yml, which generates /login/, and publish the site',
  zh: '请在 content/_site.yml 里设 `auth: /api/auth`（构建时会生成 /login/），再发布站点',
};

function judgeReturn(address: string, answer: RequestResult): Remark {
  const trouble = troubleOf(answer);
  if (trouble === undefined)
    return ok({ en: `LOGIN_RETURN_URL is a page: ${address}`, zh: `LOGIN_RETURN_URL 是网页：${address}` });
  return error(
    {
      en: `LOGIN_RETURN_URL ${trouble.en}: ${address}. Every login by redirect ends there`,
      zh: `LOGIN_RETURN_URL ${trouble.zh}：${address}。每次跳转登录都在那里结束`,
    },
    {
      en: `${makeOne.en}; or set LOGIN_RETURN_URL to your own page`,
      zh: `${makeOne.zh}；或设成你自己的页面`,
    },
  );
}

function judgeFrame(address: string, answer: RequestResult): Remark {
  const trouble = troubleOf(answer) ?? framingTroubleOf(answer);
  if (trouble === undefined)
    return ok({ en: `WEB_EMBED_REDIRECT_URI is a page: ${address}`, zh: `WEB_EMBED_REDIRECT_URI 是网页：${address}` });
  return warn(
    {
      en: `WEB_EMBED_REDIRECT_URI ${trouble.en}: ${address}. Logins by an embedded QR code cannot finish`,
      zh: `WEB_EMBED_REDIRECT_URI ${trouble.zh}：${address}。页内二维码登录都无法完成`,
    },
    {
      en: `${makeOne.en}; or set WEB_EMBED_REDIRECT_URI to your own relay page, and allow pages of its origin to frame it`,
      zh: `${makeOne.zh}；或把 WEB_EMBED_REDIRECT_URI 设成你自己的中转页面，并允许同源页面把它放进 iframe`,
    },
  );
}

/**
 * Why the page cannot be framed; undefined if it can be. The page with the QR code, which has the same origin, frames
 * it.
 */
function framingTroubleOf(answer: RequestResult): Words | undefined {
  if ('reason' in answer) return undefined;
  const policy = answer.headers.get('content-security-policy') ?? '';
  const [, ancestors] = /(?:^|[;,])\s*frame-ancestors\s+([^;,]*)/i.exec(policy) ?? [];
  const isDenied =
    ancestors === undefined
      ? /^deny$/i.test((answer.headers.get('x-frame-options') ?? '').trim())
      : ancestors.trim() === "'none'";
  return isDenied ? { en: 'cannot be framed', zh: '不允许被放进 iframe' } : undefined;
}
