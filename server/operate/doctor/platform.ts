// The platform, asked what it thinks of our two applications: by codes that nobody was given, so nobody signs in and nothing
// is spent. A wrong id or secret is told before a wrong code.
import { randomUUID } from 'node:crypto';
import type { Config } from '../../config.ts';
import { Problem } from '../../problem.ts';
import type { ProblemCode } from '../../problem.ts';
import { createProvider } from '../../providers/wechat.ts';
import type { ProviderEvent } from '../../providers/wechat.ts';
import { authorizeUrl } from '../../routes/idp/web/login.ts';
import { about, error, ok, warn } from './finding.ts';
import type { Finding, Remark } from './finding.ts';
import { visit } from './visit.ts';

/** Asks the platform's API by this service's own client, and looks at the two things that browsers load from it. */
export async function examinePlatform(config: Config): Promise<readonly Finding[]> {
  const [applications, qrCodes, script] = await Promise.all([
    examineApplications(config),
    examineQrCodes(config),
    examineScript(config),
  ]);
  return about('platform', [...applications, ...qrCodes, script]);
}

type ProbeResult = { readonly code: ProblemCode | 'ok'; readonly event: ProviderEvent | undefined };

async function examineApplications({ web, mini, idp }: Config): Promise<readonly Remark[]> {
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
  const [webAnswer, miniAnswer] = await Promise.all([ask('exchangeWebCode'), ask('exchangeMiniCode')]);
  const unreached = [webAnswer, miniAnswer].find(({ code }) => code === 'idp_unreachable' || code === 'idp_timeout');
  if (unreached) {
    const reason = unreached.event?.reason ?? 'no answer';
    return [
      error(
        `IDP_API_URL cannot be reached (${reason}): ${idp.apiUrl}`,
        "check the address, this machine's name server and what its firewall lets out",
      ),
    ];
  }
  const remarks = [judge(webAnswer, 'WEB_APP'), judge(miniAnswer, 'MINI_APP')];
  if (remarks[1]!.verdict !== 'ok') return remarks;
  return [...remarks, judgePhone(await ask('fetchPhone'))];
}

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
    case 'ok':
      return warn(
        'takes a code that nobody was given for a person: this is no platform, but a test of one',
        'set IDP_API_URL=https://api.weixin.qq.com, or leave it out',
      );
    default:
      return errcode === 40164
        ? error(`does not let this machine ask (errcode 40164)`, `add its address to the IP list in ${consoles[name]}`)
        : error(
            `answers ${name}_ID as WeChat never does (${errcode === undefined ? (event?.reason ?? 'no JSON') : `errcode ${errcode}`})`,
            'check IDP_API_URL, and that no proxy on the way answers in its place',
          );
  }
}

const consoles = {
  WEB_APP: 'open.weixin.qq.com, 管理中心 > 网站应用',
  MINI_APP: 'mp.weixin.qq.com, 开发管理 > 开发设置',
};

/** A number is paid for when it is told; a refused code costs nothing. Sites that ask for no numbers live without it. */
function judgePhone({ code, event }: ProbeResult): Remark {
  if (code === 'phone_rejected') return ok('gives the global token, and lets the mini-program ask for phone numbers');
  const reason = event?.errcode === undefined ? (event?.reason ?? code) : `errcode ${event.errcode}`;
  return warn(
    `does not let the mini-program ask for phone numbers (${reason})`,
    event?.errcode === 40164
      ? `add this machine's address to the IP list in ${consoles.MINI_APP}`
      : 'the mini-program must be verified for it (认证); without it everything else works',
  );
}

/** The page of the QR code says in words, to people, what it does not like. */
const complaints: readonly (readonly [pattern: RegExp, message: string, mend: (origin: string) => string])[] = [
  [
    /redirect_uri\s*(?:域名|参数)/i,
    'shows no QR code: the domain is not registered',
    (origin) =>
      `register ${new URL(origin).hostname} as 授权回调域 of the website application (a domain, without https://, port and path)`,
  ],
  [/AppID\s*参数错误/i, 'shows no QR code: it does not know WEB_APP_ID', () => `copy it from ${consoles.WEB_APP}`],
  [
    /Scope\s*参数错误/i,
    'shows no QR code: the application may not sign people in',
    () => 'apply for 微信登录 in the console of the website application',
  ],
];

/** For each origin that the platform sends browsers to. */
async function examineQrCodes(config: Config): Promise<readonly Remark[]> {
  const { redirectUri, embedRedirectUri } = config.web;
  const addresses = new Map([embedRedirectUri, redirectUri].map((address) => [new URL(address).origin, address]));
  return Promise.all(
    [...addresses].map(async ([origin, address]): Promise<Remark> => {
      const page = await visit(authorizeUrl(config, { state: randomUUID(), redirectUri: address }));
      if ('reason' in page) {
        return warn(
          `its page for QR codes was not reached from here (${page.reason}): ${config.idp.authorizeUrl}`,
          'people need it, this machine does not: open it in a browser, and check IDP_AUTHORIZE_URL',
        );
      }
      const complaint = complaints.find(([pattern]) => pattern.test(page.text));
      if (complaint) return error(`${complaint[1]} (${origin})`, complaint[2](origin));
      return page.status === 200
        ? ok(`shows a QR code for ${origin}`)
        : error(`its page for QR codes answers ${page.status}: ${config.idp.authorizeUrl}`, 'check IDP_AUTHORIZE_URL');
    }),
  );
}

async function examineScript({ idp }: Config): Promise<Remark> {
  const script = await visit(idp.staticUrl);
  if ('status' in script && script.status === 200 && script.text.includes('WxLogin')) {
    return ok('serves its script for QR codes in pages');
  }
  const reason = 'reason' in script ? script.reason : `status ${script.status}`;
  return warn(
    `its script for QR codes in pages was not found from here (${reason}): ${idp.staticUrl}`,
    'open it in a browser, and check IDP_STATIC_URL; login by redirect needs none',
  );
}
