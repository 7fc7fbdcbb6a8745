// The way from a browser to this service: BASE_URL asked from here, through every proxy.
// While the service is stopped the doctor listens in its place, and sees what the proxies write.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Config } from '../../config.ts';
import { ask } from './ask.ts';
import type { Answer } from './ask.ts';
import { judgeCookies, makeTrialCookie, toPair, toSetCookie } from './cookies.ts';
import type { TrialCookie } from './cookies.ts';
import { about, error, ok } from './finding.ts';
import type { Finding, Remark } from './finding.ts';

/** An address of RFC 5737 that is nobody's: what a client would claim to be. */
const claimedAddress = '192.0.2.77';
/** Where several instances stand behind one proxy, not every request comes here. */
const maxTries = 10;

/** Listens where the service would, or finds it there. */
export async function checkProxyPath(config: Config): Promise<readonly Finding[]> {
  const { host, port } = config;
  const word = randomUUID();
  const cookie = makeTrialCookie(config);
  let arrival: Arrival | undefined;
  const server = createServer(({ url, headers, socket }, response) => {
    if (!url?.endsWith(word)) {
      // Somebody else's: as of an instance that is gone, so that a proxy asks the next.
      socket.destroy();
      return;
    }
    arrival = {
      forwarded: [headers['x-forwarded-for'] ?? []].flat().join(','),
      broughtAlong: headers.cookie?.includes(toPair(cookie)) ?? false,
    };
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Set-Cookie', toSetCookie(cookie));
    response.end(word);
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
    return await examineProxies(config, { word, cookie, arrival: () => arrival });
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return examineRunning(config);
    const at = `${host}:${port}`;
    return about('proxy', [
      error(
        { en: `nobody can listen on ${at} (${code ?? 'unknown'})`, zh: `无法监听 ${at}（${code ?? 'unknown'}）` },
        { en: 'set HOST and PORT to what this machine has', zh: '请把 HOST 和 PORT 设成本机有的' },
      ),
    ]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The service itself answers: it says that it is reached, and not what it was told on the way. */
async function examineRunning(config: Config): Promise<readonly Finding[]> {
  const { baseUrl, port, trustedProxyHops } = config;
  const answer = await ask(`${baseUrl}/api/auth/me`);
  const isOurs = 'status' in answer && answer.status === 401 && answer.text.includes('"access_token_missing"');
  if (!isOurs) return about('proxy', [reportUnreachable(baseUrl, answer)]);
  const reached = ok({
    en: `${baseUrl}/api/auth leads to the service that runs; stop what listens on port ${port}, and TRUSTED_PROXY_HOPS=${trustedProxyHops} is measured`,
    zh: `${baseUrl}/api/auth 通到正在运行的服务；停掉监听 ${port} 端口的程序，就能核对 TRUSTED_PROXY_HOPS=${trustedProxyHops}`,
  });
  return [...about('proxy', [reached]), ...about('cookies', await examineFlow(config))];
}

/** Begins a login that nobody finishes: a flow cookie that arrives is set again with its value. */
async function examineFlow({ baseUrl }: Config): Promise<readonly Remark[]> {
  const cookie = makeTrialCookie({ baseUrl });
  const headers = { Accept: 'application/json', Cookie: toPair(cookie) };
  const answer = await ask(`${baseUrl}/api/auth/idp/web/login?state=doctor-${randomUUID()}`, { headers });
  // Without Redis, or after many logins from here, none begins: that is another finding, or none.
  if ('reason' in answer || answer.status !== 200) return [];
  const broughtAlong = answer.headers.getSetCookie().some((text) => text.startsWith(`${toPair(cookie)};`));
  return [judgeCookies(cookie, { broughtAlong, answer: answer.headers })];
}

/** What arrived at the place of the service. */
type Arrival = { readonly forwarded: string; readonly broughtAlong: boolean };
type Listening = { readonly word: string; readonly cookie: TrialCookie; readonly arrival: () => Arrival | undefined };

async function examineProxies(
  { baseUrl, trustedProxyHops }: Config,
  { word, cookie, arrival }: Listening,
): Promise<readonly Finding[]> {
  let answer: Answer = { reason: 'no answer' };
  for (let time = 0; time < maxTries && arrival() === undefined; time += 1) {
    const headers = { 'X-Forwarded-For': claimedAddress, Cookie: toPair(cookie) };
    answer = await ask(`${baseUrl}/api/auth/${word}`, { headers });
    if ('reason' in answer) break;
  }
  const { forwarded, broughtAlong } = arrival() ?? {};
  if (forwarded === undefined || broughtAlong === undefined || 'reason' in answer) {
    return about('proxy', [reportUnreachable(baseUrl, answer)]);
  }
  return [
    ...about('proxy', [compareHops(countProxies(forwarded), trustedProxyHops)]),
    ...about('cookies', [judgeCookies(cookie, { broughtAlong, answer: answer.headers })]),
  ];
}

/** The proxies that wrote down whom they saw. One that begins the list anew has taken our claim away. */
function countProxies(header: string): number {
  const entries = header
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return entries.length - 1 - entries.indexOf(claimedAddress);
}

function compareHops(proxies: number, hops: number): Remark {
  const proxyCount = {
    en: `${proxies === 1 ? '1 proxy' : `${proxies} proxies`} in front of this service`,
    zh: `本服务前面有 ${proxies} 层代理`,
  };
  if (proxies === hops)
    return ok({
      en: `${proxyCount.en}, as TRUSTED_PROXY_HOPS says`,
      zh: `${proxyCount.zh}，与 TRUSTED_PROXY_HOPS 一致`,
    });
  const harm =
    hops > proxies
      ? {
          en: 'whoever likes can choose the address that limits count',
          zh: '任何人都能自己选择次数限制所看的地址',
        }
      : {
          en: 'everybody has the address of a proxy, and shares the limits of one',
          zh: '所有人都显示为代理的地址，共用一个地址的限额',
        };
  return error(
    {
      en: `${proxyCount.en}, and TRUSTED_PROXY_HOPS is ${hops}: ${harm.en}`,
      zh: `${proxyCount.zh}，而 TRUSTED_PROXY_HOPS 是 ${hops}：${harm.zh}`,
    },
    proxies === 0
      ? {
          en: 'set TRUSTED_PROXY_HOPS=0; or, if there is a proxy, let it set X-Forwarded-For',
          zh: '请设 TRUSTED_PROXY_HOPS=0；如果有代理，就让它写 X-Forwarded-For',
        }
      : { en: `set TRUSTED_PROXY_HOPS=${proxies}`, zh: `请设 TRUSTED_PROXY_HOPS=${proxies}` },
  );
}

function reportUnreachable(baseUrl: string, answer: Answer): Remark {
  const at = `${baseUrl}/api/auth`;
  if ('reason' in answer) {
    return error(
      {
        en: `BASE_URL cannot be reached from here (${answer.reason}): ${at}`,
        zh: `从这里访问不到 BASE_URL（${answer.reason}）：${at}`,
      },
      {
        en: 'check its name, its certificate and the web server behind it',
        zh: '请检查域名、证书，以及后面的 Web 服务器',
      },
    );
  }
  return error(
    {
      en: `${at} does not lead to this service (it answers ${answer.status})`,
      zh: `${at} 没有通到本服务（返回 ${answer.status}）`,
    },
    {
      en: 'set BASE_URL to the address that browsers end at, and forward /api/auth/ to HOST and PORT, as server/deploy/nginx.conf does',
      zh: '请把 BASE_URL 设成浏览器最终到达的地址，并像 server/deploy/nginx.conf 那样，把 /api/auth/ 转发到 HOST 和 PORT',
    },
  );
}
