// The platform is asked what it thinks of our two applications, and whether it gives phone numbers: by codes that nobody was
// given, so that nobody signs in and nothing is spent. It names a wrong id or secret before a wrong code.
import { randomUUID } from 'node:crypto';
import type { Config } from '../../config.ts';
import { Problem } from '../../problem.ts';
import type { ProblemCode } from '../../problem.ts';
import { createProvider } from '../../providers/wechat.ts';
import type { ProviderEvent } from '../../providers/wechat.ts';
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
        `IDP_API_URL cannot be reached (${reason}): ${idp.apiUrl}`,
        "check the address, this machine's name server and what its firewall lets out",
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
  if (code === 'phone_rejected') return ok('gives the app token, and would tell phone numbers');
  const reason = event?.errcode === undefined ? (event?.reason ?? code) : `errcode ${event.errcode}`;
  if (event?.call === 'phone') return warn(`would tell no phone number (${reason})`, remedyOf(event));
  const remark = event?.level === 'error' ? error : warn;
  return remark(`gives no app token, so it tells no phone number (${reason})`, remedyOf(event));
}

/** What the table of its numbers says. */
const remedyOf = (event: ProviderEvent | undefined): string =>
  event?.errcode === undefined ? 'try again in a minute' : event.message.replace(/^WeChat refused a call: /, '');

/** The codes are nobody's: that they are refused, and nothing else, is the right answer. */
function judge({ code, event }: ProbeResult, name: 'WEB_APP' | 'MINI_APP'): Remark {
  if (code === 'idp_code_invalid' || code === 'idp_code_used') {
    return ok(`accepts ${name}_ID and ${name}_SECRET`);
  }
  const errcode = event?.errcode;
  const number = errcode === undefined ? '' : ` (errcode ${errcode})`;
  switch (code) {
    case 'idp_misconfigured':
      return errcode === 40013 || errcode === 41002
        ? error(`does not know ${name}_ID${number}`, `copy the AppID from ${consoles[name]}`)
        : error(`refuses ${name}_SECRET${number}`, `copy the AppSecret from ${consoles[name]}; was it reset there?`);
    case 'idp_busy':
    case 'idp_quota':
      return warn(`could not say whether ${name}_ID and ${name}_SECRET are right${number}`, 'try again in a minute');
    default:
      return errcode !== undefined && event?.level === 'error'
        ? error(`refuses ${name}_ID${number}`, remedyOf(event))
        : error(
            `answers ${name}_ID as WeChat never does (${errcode === undefined ? (event?.reason ?? code) : `errcode ${errcode}`})`,
            'check IDP_API_URL, and that no proxy on the way answers in its place',
          );
  }
}

const consoles = {
  WEB_APP: 'open.weixin.qq.com, 管理中心 > 网站应用',
  MINI_APP: 'mp.weixin.qq.com, 开发管理 > 开发设置',
};
