// Checks ids and secrets of both applications, and the access to phone numbers, by calling the platform with invalid
// codes. The platform checks id and secret before the code, so this signs nobody in and uses nothing up.
import { randomUUID } from 'node:crypto';
import type { Config } from '../../login-config.ts';
import { Problem } from '../../problem.ts';
import type { ProblemCode } from '../../problem.ts';
import { meaningOf } from '../../providers/errcodes.ts';
import { createProvider } from '../../providers/wechat.ts';
import type { ProviderEvent } from '../../providers/wechat.ts';
import type { Words } from '../../bilingual-text.ts';
import { about, error, ok, warn } from './doctor-report.ts';
import type { Report, Remark } from './doctor-report.ts';

type ProbeResult = { readonly code: ProblemCode | 'ok'; readonly event: ProviderEvent | undefined };

/** Calls the platform's API through the client of this service. */
export async function examinePlatform({ web, mini, idp }: Config): Promise<readonly Report[]> {
  /** Each call uses a separate client, so that its log events can be attributed. */
  const ask = async (call: 'exchangeWebCode' | 'exchangeMiniCode' | 'fetchPhone'): Promise<ProbeResult> => {
    let event: ProviderEvent | undefined;
    const provider = createProvider({
      web,
      mini,
      apiUrl: idp.apiUrl,
      clock: () => new Date(),
      observe() {},
      log: (logged) => (event = logged),
    });
    const code = await provider[call](`doctor-${randomUUID()}`).then(
      () => 'ok' as const,
      (failure: unknown) => (failure instanceof Problem ? failure.code : 'internal'),
    );
    return { code, event };
  };
  const answers = [ask('exchangeWebCode'), ask('exchangeMiniCode'), ask('fetchPhone')] as const;
  const [webAnswer, miniAnswer, phoneAnswer] = await Promise.all(answers);
  const missingAnswer = [webAnswer, miniAnswer, phoneAnswer].find(
    ({ code }) => code === 'idp_unreachable' || code === 'idp_timeout',
  );
  if (missingAnswer) {
    const reason = missingAnswer.event?.reason ?? 'no answer';
    return about('platform', [
      error(
        {
          en: `IDP_API_URL cannot be reached (${reason}): ${idp.apiUrl}`,
          zh: `访问不到 IDP_API_URL（${reason}）：${idp.apiUrl}`,
        },
        {
          en: "check the address, this machine's DNS and its firewall",
          zh: '请检查地址、本机的 DNS 和防火墙',
        },
      ),
    ]);
  }
  return about('platform', [judge(webAnswer, 'WEB_APP'), judge(miniAnswer, 'MINI_APP'), judgePhones(phoneAnswer)]);
}

/**
 * Checks the app token, which `stable_token` issues only to addresses on the IP list, and the call for phone numbers,
 * which needs the token. Logins need neither, so most failures are only warnings.
 */
function judgePhones({ code, event }: ProbeResult): Remark {
  if (code === 'phone_rejected')
    return ok({ en: 'issues the app token and returns phone numbers', zh: '能取得应用令牌，也能查到手机号' });
  const reason = event?.errcode === undefined ? (event?.reason ?? code) : `errcode ${event.errcode}`;
  if (event?.call === 'phone')
    return warn({ en: `does not return phone numbers (${reason})`, zh: `查不到手机号（${reason}）` }, remedyOf(event));
  const remark = event?.level === 'error' ? error : warn;
  return remark(
    {
      en: `does not issue the app token, so it returns no phone numbers (${reason})`,
      zh: `无法取得应用令牌，所以查不到手机号（${reason}）`,
    },
    remedyOf(event),
  );
}

const remedyOf = (event: ProviderEvent | undefined): Words =>
  event?.errcode === undefined ? tryAgain : meaningOf(event.errcode);

const tryAgain = { en: 'try again in a minute', zh: '请过一分钟再试' };

/** The codes are invalid, so the platform is expected to reject them. */
function judge({ code, event }: ProbeResult, name: 'WEB_APP' | 'MINI_APP'): Remark {
  if (code === 'idp_code_invalid' || code === 'idp_code_used') {
    return ok({ en: `accepts ${name}_ID and ${name}_SECRET`, zh: `接受 ${name}_ID 和 ${name}_SECRET` });
  }
  const errcode = event?.errcode;
  const [number, inChinese] = errcode === undefined ? ['', ''] : [` (errcode ${errcode})`, `（errcode ${errcode}）`];
  const reason = errcode === undefined ? (event?.reason ?? code) : `errcode ${errcode}`;
  switch (code) {
    case 'idp_misconfigured':
      return errcode === 40013 || errcode === 41002
        ? error(
            { en: `does not know ${name}_ID${number}`, zh: `不认识 ${name}_ID${inChinese}` },
            { en: `copy the AppID from ${consoles[name]}`, zh: `请从 ${consoles[name]} 复制 AppID` },
          )
        : error(
            { en: `refuses ${name}_SECRET${number}`, zh: `不接受 ${name}_SECRET${inChinese}` },
            {
              en: `copy the AppSecret from ${consoles[name]}; was it reset there?`,
              zh: `请从 ${consoles[name]} 复制 AppSecret；是不是在那里重置过？`,
            },
          );
    case 'idp_busy':
    case 'idp_quota':
      return warn(
        {
          en: `could not check ${name}_ID and ${name}_SECRET${number}`,
          zh: `没能检查 ${name}_ID 和 ${name}_SECRET${inChinese}`,
        },
        tryAgain,
      );
    default:
      return errcode !== undefined && event?.level === 'error'
        ? error({ en: `refuses ${name}_ID${number}`, zh: `不接受 ${name}_ID${inChinese}` }, remedyOf(event))
        : error(
            {
              en: `returns an unexpected response for ${name}_ID (${reason})`,
              zh: `对 ${name}_ID 返回了意外的响应（${reason}）`,
            },
            {
              en: 'check IDP_API_URL, and that no proxy responds in place of WeChat',
              zh: '请检查 IDP_API_URL，并确认返回响应的是微信，而不是代理',
            },
          );
  }
}

const consoles = {
  WEB_APP: 'open.weixin.qq.com, 管理中心 > 网站应用',
  MINI_APP: 'mp.weixin.qq.com, 开发管理 > 开发设置',
};
