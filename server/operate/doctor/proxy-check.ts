// Checks the path from a browser to this service by a request to BASE_URL, which passes every proxy. While the service
// is stopped, the doctor listens in its place and checks the headers that the proxies set.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Config } from '../../login-config.ts';
import { sendRequest } from './send-request.ts';
import type { RequestResult } from './send-request.ts';
import { judgeCookies, makeTrialCookie, toPair, toSetCookie } from './cookie-check.ts';
import type { TrialCookie } from './cookie-check.ts';
import { about, error, ok } from './doctor-report.ts';
import type { Report, Remark } from './doctor-report.ts';

/** A reserved address (RFC 5737) that a client could claim to have. */
const claimedAddress = '192.0.2.77';
/** How many requests are sent at most: with several instances behind a proxy, not every request arrives here. */
const maxTries = 10;

/** Listens in place of the service, or checks the running service. */
export async function checkProxyPath(config: Config): Promise<readonly Report[]> {
  const { host, port } = config;
  const word = randomUUID();
  const cookie = makeTrialCookie(config);
  let arrival: Arrival | undefined;
  const server = createServer(({ url, headers, socket }, response) => {
    if (!url?.endsWith(word)) {
      // A real request: close the connection, so that the proxy tries another instance.
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
        { en: `cannot listen on ${at} (${code ?? 'unknown'})`, zh: `无法监听 ${at}（${code ?? 'unknown'}）` },
        {
          en: 'set HOST and PORT to an address and a free port of this machine',
          zh: '请把 HOST 和 PORT 设成本机的地址和空闲端口',
        },
      ),
    ]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Checks that the running service can be reached. It cannot check which headers arrive. */
async function examineRunning(config: Config): Promise<readonly Report[]> {
  const { baseUrl, port, trustedProxyHops } = config;
  const answer = await sendRequest(`${baseUrl}/api/auth/me`);
  const isOurs = 'status' in answer && answer.status === 401 && answer.text.includes('"access_token_missing"');
  if (!isOurs) return about('proxy', [reportUnreachable(baseUrl, answer)]);
  const reachedRemark = ok({
    en: `${baseUrl}/api/auth leads to the running service; to check TRUSTED_PROXY_HOPS=${trustedProxyHops}, stop the program that listens on port ${port}`,
    zh: `${baseUrl}/api/auth 转发到正在运行的服务；要核对 TRUSTED_PROXY_HOPS=${trustedProxyHops}，请停掉监听 ${port} 端口的程序`,
  });
  return [...about('proxy', [reachedRemark]), ...about('cookies', await examineFlow(config))];
}

/** Starts a login that is never finished: if the flow cookie arrives, the service sets it again with the same value. */
async function examineFlow({ baseUrl }: Config): Promise<readonly Remark[]> {
  const cookie = makeTrialCookie({ baseUrl });
  const headers = { Accept: 'application/json', Cookie: toPair(cookie) };
  const answer = await sendRequest(`${baseUrl}/api/auth/idp/web/login?state=doctor-${randomUUID()}`, { headers });
  // Without Redis, or above the rate limit, no login starts. Unreachable Redis has its own report.
  if ('reason' in answer || answer.status !== 200) return [];
  const broughtAlong = answer.headers.getSetCookie().some((text) => text.startsWith(`${toPair(cookie)};`));
  return [judgeCookies(cookie, { broughtAlong, answer: answer.headers })];
}

/** A request that the doctor received in place of the service: its X-Forwarded-For, and whether it had the cookie. */
type Arrival = { readonly forwarded: string; readonly broughtAlong: boolean };
type Listening = { readonly word: string; readonly cookie: TrialCookie; readonly arrival: () => Arrival | undefined };

async function examineProxies(
  { baseUrl, trustedProxyHops }: Config,
  { word, cookie, arrival }: Listening,
): Promise<readonly Report[]> {
  let answer: RequestResult = { reason: 'no answer' };
  for (let time = 0; time < maxTries && arrival() === undefined; time += 1) {
    const headers = { 'X-Forwarded-For': claimedAddress, Cookie: toPair(cookie) };
    answer = await sendRequest(`${baseUrl}/api/auth/${word}`, { headers });
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

/** The number of proxies that appended an address. A proxy that replaces the list removes the claimed address. */
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
          en: 'clients can choose the address that rate limits count',
          zh: '客户端可以自己选择限流所用的地址',
        }
      : {
          en: 'all clients have the address of a proxy and share one rate limit',
          zh: '所有客户端都显示为代理的地址，共用一个限额',
        };
  return error(
    {
      en: `${proxyCount.en}, but TRUSTED_PROXY_HOPS is ${hops}: ${harm.en}`,
      zh: `${proxyCount.zh}，而 TRUSTED_PROXY_HOPS 是 ${hops}：${harm.zh}`,
    },
    proxies === 0
      ? {
          en: 'set TRUSTED_PROXY_HOPS=0; or, if there is a proxy, make it set X-Forwarded-For',
          zh: '请设 TRUSTED_PROXY_HOPS=0；如果有代理，请让它写 X-Forwarded-For',
        }
      : { en: `set TRUSTED_PROXY_HOPS=${proxies}`, zh: `请设 TRUSTED_PROXY_HOPS=${proxies}` },
  );
}

function reportUnreachable(baseUrl: string, answer: RequestResult): Remark {
  const at = `${baseUrl}/api/auth`;
  if ('reason' in answer) {
    return error(
      {
        en: `BASE_URL cannot be reached from here (${answer.reason}): ${at}`,
        zh: `从这里访问不到 BASE_URL（${answer.reason}）：${at}`,
      },
      {
        en: 'check the domain, the certificate and the web server',
        zh: '请检查域名、证书和 Web 服务器',
      },
    );
  }
  return error(
    {
      en: `${at} does not lead to this service (it answers ${answer.status})`,
      zh: `${at} 没有转发到本服务（返回 ${answer.status}）`,
    },
    {
      en: 'set BASE_URL to the final address in the browser, and forward /api/auth/ to HOST and PORT as in server/deploy/nginx.conf',
      zh: '请把 BASE_URL 设成浏览器里最终的地址，并像 server/deploy/nginx.conf 那样，把 /api/auth/ 转发到 HOST 和 PORT',
    },
  );
}
