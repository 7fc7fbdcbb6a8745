// The platform is asked what it thinks of our two applications, and whether it gives phone numbers: by codes that nobody was
// given, so that nobody signs in and nothing is spent. It names a wrong id or secret before a wrong code.
import { randomUUID } from 'node:crypto';
import type { Config } from '../../config.ts';
import { Problem } from '../../problem.ts';
import type { ProblemCode } from '../../problem.ts';
import { meaningOf } from '../../providers/errcodes.ts';
import { createProvider } from '../../providers/wechat.ts';
import type { ProviderEvent } from '../../providers/wechat.ts';
import type { Words } from '../../words.ts';
import { about, error, ok, warn } from './finding.ts';
import type { Finding, Remark } from './finding.ts';

type ProbeResult = { readonly code: ProblemCode | 'ok'; readonly event: ProviderEvent | undefined };

/** Asks the platform's API by this service's own client. */
export async function examinePlatform({ web, mini, idp }: Config): Promise<readonly Finding[]> {
  /** Each call on a client of its own: what one of them tells the log belongs to it. */
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
  const unreached = [webAnswer, miniAnswer, phoneAnswer].find(
    ({ code }) => code === 'idp_unreachable' || code === 'idp_timeout',
  );
  if (unreached) {
    const reason = unreached.event?.reason ?? 'no answer';
    return about('platform', [
      error(
        {
          en: `IDP_API_URL cannot be reached (${reason}): ${idp.apiUrl}`,
          zh: `访问不到 IDP_API_URL（${reason}）：${idp.apiUrl}`,
        },
        {
          en: "check the address, this machine's name server and what its firewall lets out",
          zh: '请检查地址、本机的 DNS，以及防火墙允许访问哪里',
        },
      ),
    ]);
  }
  return about('platform', [judge(webAnswer, 'WEB_APP'), judge(miniAnswer, 'MINI_APP'), judgePhones(phoneAnswer)]);
}

/**
 * Of the app token, which `stable_token` gives to listed addresses alone, and of the call that needs it. Logins need
 * neither: a service that asks for no phone number may leave it so.
 */
function judgePhones({ code, event }: ProbeResult): Remark {
  if (code === 'phone_rejected')
    return ok({ en: 'gives the app token, and would tell phone numbers', zh: '给出应用令牌，也能查到手机号' });
  const reason = event?.errcode === undefined ? (event?.reason ?? code) : `errcode ${event.errcode}`;
  if (event?.call === 'phone')
    return warn({ en: `would tell no phone number (${reason})`, zh: `不会给出手机号（${reason}）` }, remedyOf(event));
  const remark = event?.level === 'error' ? error : warn;
  return remark(
    {
      en: `gives no app token, so it tells no phone number (${reason})`,
      zh: `不给应用令牌，所以查不到手机号（${reason}）`,
    },
    remedyOf(event),
  );
}

const remedyOf = (event: ProviderEvent | undefined): Words =>
  event?.errcode === undefined ? tryAgain : meaningOf(event.errcode);

const tryAgain = { en: 'try again in a minute', zh: '请过一分钟再试' };

/** The codes are nobody's: that they are refused, and nothing else, is the right answer. */
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
          en: `could not say whether ${name}_ID and ${name}_SECRET are right${number}`,
          zh: `没能判断 ${name}_ID 和 ${name}_SECRET 对不对${inChinese}`,
        },
        tryAgain,
      );
    default:
      return errcode !== undefined && event?.level === 'error'
        ? error({ en: `refuses ${name}_ID${number}`, zh: `不接受 ${name}_ID${inChinese}` }, remedyOf(event))
        : error(
            {
              en: `answers ${name}_ID as WeChat never does (${reason})`,
              zh: `对 ${name}_ID 的应答不像微信的（${reason}）`,
            },
            {
              en: 'check IDP_API_URL, and that no proxy on the way answers in its place',
              zh: '请检查 IDP_API_URL，以及途中没有代理替它应答',
            },
          );
  }
}

const consoles = {
  WEB_APP: 'open.weixin.qq.com, 管理中心 > 网站应用',
  MINI_APP: 'mp.weixin.qq.com, 开发管理 > 开发设置',
};
