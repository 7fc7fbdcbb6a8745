// The way from a browser to this service: BASE_URL asked from here, through every proxy, and the pages that a login needs.
// While the service is stopped the doctor listens in its place, and sees what the proxies write.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Config } from '../../config.ts';
import { about, error, ok } from './finding.ts';
import type { Finding, Remark } from './finding.ts';
import { visit } from './visit.ts';
import type { Unreached, Visit } from './visit.ts';

/** An address of RFC 5737 that is nobody's: what a client would claim to be. */
const claimed = '192.0.2.77';
/** Where several instances stand behind one proxy, not every request comes here. */
const mostTries = 10;

export async function checkProxyPath(config: Config): Promise<readonly Finding[]> {
  const probe = await openProbe(config);
  try {
    const findings = 'remark' in probe ? about('proxy', [probe.remark]) : await probe.examine();
    return [...findings, ...about('origins', await examinePages(config))];
  } finally {
    if ('server' in probe) {
      probe.server.closeAllConnections();
      probe.server.close();
    }
  }
}

type ProxyProbe =
  { readonly examine: () => Promise<readonly Finding[]>; readonly server?: Server } | { readonly remark: Remark };

/** Listens where the service would, or finds it there. */
async function openProbe(config: Config): Promise<ProxyProbe> {
  const { host, port } = config;
  const word = randomUUID();
  let forwarded: string | undefined;
  const server = createServer((request, response) => {
    if (!request.url?.endsWith(word)) {
      // Somebody else's: as of an instance that is gone, so that a proxy asks the next.
      request.socket.destroy();
      return;
    }
    const header = request.headers['x-forwarded-for'];
    forwarded = Array.isArray(header) ? header.join(',') : (header ?? '');
    response.setHeader('Set-Cookie', `doctor=${word}; Path=/; Max-Age=0`);
    response.setHeader('Cache-Control', 'no-store');
    response.end(word);
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (failure) {
    const { code = 'unknown' } = failure as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return { examine: () => examineRunning(config) };
    return {
      remark: error(`nobody can listen on ${host}:${port} (${code})`, 'set HOST and PORT to what this machine has'),
    };
  }
  return { server, examine: () => examineProxies(config, { word, forwarded: () => forwarded }) };
}

/** The service itself answers: it says that it is reached, and not what it was told on the way. */
async function examineRunning({ baseUrl, port, trustedProxyHops }: Config): Promise<readonly Finding[]> {
  const answer = await visit(`${baseUrl}/api/auth/me`);
  const isOurs = 'status' in answer && answer.status === 401 && answer.text.includes('"access_token_missing"');
  if (!isOurs) return about('proxy', [tellLost(baseUrl, answer)]);
  return about('proxy', [
    ok(
      `${baseUrl}/api/auth leads to the service that runs; stop what listens on port ${port}, and TRUSTED_PROXY_HOPS=${trustedProxyHops} is measured`,
    ),
  ]);
}

type Listening = { readonly word: string; readonly forwarded: () => string | undefined };

async function examineProxies({ baseUrl, trustedProxyHops: hops }: Config, { word, forwarded }: Listening) {
  let answer: Visit | Unreached | undefined;
  for (let time = 0; time < mostTries && forwarded() === undefined; time += 1) {
    answer = await visit(`${baseUrl}/api/auth/${word}`, { 'X-Forwarded-For': claimed });
    if ('reason' in answer || (answer.status >= 300 && answer.status < 400)) break;
  }
  const header = forwarded();
  if (header === undefined || answer === undefined || 'reason' in answer) {
    return about('proxy', [tellLost(baseUrl, answer ?? { reason: 'no answer' })]);
  }
  return [
    ...about('proxy', [compareHops(countProxies(header), hops)]),
    ...(answer.headers.get('set-cookie')?.includes(word)
      ? []
      : about('cookies', [
          error('a proxy on the way takes Set-Cookie away', 'let it pass below /api/auth, and keep caches off there'),
        ])),
  ];
}

/** The proxies that wrote down whom they saw. One that begins the list anew has taken our claim away. */
function countProxies(header: string): number {
  const entries = header
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return entries.length - 1 - entries.indexOf(claimed);
}

function compareHops(proxies: number, hops: number): Remark {
  if (proxies === hops) return ok(`${tellProxies(proxies)} in front of this service, as TRUSTED_PROXY_HOPS says`);
  const harm =
    hops > proxies
      ? 'whoever likes can choose the address that limits count'
      : 'everybody has the address of a proxy, and shares ten logins a minute';
  return error(
    `${tellProxies(proxies)} in front of this service, and TRUSTED_PROXY_HOPS is ${hops}: ${harm}`,
    proxies === 0
      ? 'set TRUSTED_PROXY_HOPS=0; or, if there is a proxy, let it set X-Forwarded-For'
      : `set TRUSTED_PROXY_HOPS=${proxies}`,
  );
}

const tellProxies = (count: number): string => (count === 1 ? '1 proxy' : `${count} proxies`);

function tellLost(baseUrl: string, answer: Visit | Unreached): Remark {
  const at = `${baseUrl}/api/auth`;
  if ('reason' in answer) {
    return error(
      `BASE_URL cannot be reached from here (${answer.reason}): ${at}`,
      'check its name, its certificate and the web server behind it',
    );
  }
  if (answer.status >= 300 && answer.status < 400) {
    return error(`${at} is sent elsewhere (${answer.status})`, 'set BASE_URL to the address that browsers end at');
  }
  return error(
    `${at} does not lead to this service (it answers ${answer.status})`,
    'forward /api/auth/ to its HOST and PORT, as server/deploy/nginx.conf does',
  );
}

async function examinePages({ baseUrl, loginReturnUrl, web }: Config): Promise<readonly Remark[]> {
  const returned = loginReturnUrl === undefined ? [] : [await examinePage('LOGIN_RETURN_URL', loginReturnUrl)];
  if (loginReturnUrl === web.embedRedirectUri) return [...returned, ...(await examineFraming(web.embedRedirectUri))];
  const embedded = await examinePage('WEB_EMBED_REDIRECT_URI', web.embedRedirectUri);
  // Unsaid, it is a default that only a site with the QR code in its page needs.
  const isDefault = web.embedRedirectUri === `${baseUrl}/login/`;
  return [
    ...returned,
    embedded.verdict === 'error' && isDefault ? { ...embedded, verdict: 'warn' } : embedded,
    ...(await examineFraming(web.embedRedirectUri)),
  ];
}

async function examinePage(name: string, address: string): Promise<Remark> {
  const page = await visit(address, { Accept: 'text/html' });
  const type = 'headers' in page ? (page.headers.get('content-type') ?? '') : '';
  if ('status' in page && page.status === 200 && type.startsWith('text/html')) return ok(`${name} is a page`);
  const reason = 'reason' in page ? page.reason : page.status === 200 ? 'not HTML' : `status ${page.status}`;
  return error(
    `${name} is no page (${reason}): ${address}`,
    'publish it: a site with `auth: /api/auth` in its _site.yml has one at /login/',
  );
}

/** The page that the platform leads the frame of the QR code to must stand in a frame of its own origin. */
async function examineFraming(address: string): Promise<readonly Remark[]> {
  const page = await visit(address, { Accept: 'text/html' });
  if (!('headers' in page)) return [];
  const policy = page.headers.get('content-security-policy') ?? '';
  const denied =
    /frame-ancestors\s+'none'/i.test(policy) || /^deny$/i.test(page.headers.get('x-frame-options')?.trim() ?? '');
  if (!denied) return [];
  return [
    error(
      `WEB_EMBED_REDIRECT_URI may stand in no frame: ${address}`,
      "let its web server send frame-ancestors 'self', and no X-Frame-Options: DENY",
    ),
  ];
}
