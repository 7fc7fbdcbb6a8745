// The way from a browser to this service: BASE_URL asked from here, through every proxy.
// While the service is stopped the doctor listens in its place, and sees what the proxies write.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Config } from '../../config.ts';
import { about, error, ok } from './finding.ts';
import type { Finding, Remark } from './finding.ts';

/** An address of RFC 5737 that is nobody's: what a client would claim to be. */
const claimed = '192.0.2.77';
/** Where several instances stand behind one proxy, not every request comes here. */
const mostTries = 10;

type Answer = { readonly status: number; readonly text: string } | { readonly reason: string };

/** Follows no redirect: where the address leads is what is looked at. No secret goes along. Never rejects. */
async function ask(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  try {
    const response = await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(5_000) });
    return { status: response.status, text: await response.text() };
  } catch (failure) {
    const { cause, message } = failure as Error & { cause?: Partial<AggregateError & NodeJS.ErrnoException> };
    // A name with several addresses fails with an error for each: the first speaks for all.
    const { code } = ((cause?.errors?.[0] as typeof cause) ?? cause ?? {}) as NodeJS.ErrnoException;
    return { reason: code ?? message };
  }
}

/** Listens where the service would, or finds it there. */
export async function checkProxyPath(config: Config): Promise<readonly Finding[]> {
  const { host, port } = config;
  const word = randomUUID();
  let forwarded: string | undefined;
  const server = createServer((request, response) => {
    if (!request.url?.endsWith(word)) {
      // Somebody else's: as of an instance that is gone, so that a proxy asks the next.
      request.socket.destroy();
      return;
    }
    forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
    response.setHeader('Cache-Control', 'no-store');
    response.end(word);
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
    return about('proxy', [await examineProxies(config, { word, forwarded: () => forwarded })]);
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return about('proxy', [await examineRunning(config)]);
    const mend = 'set HOST and PORT to what this machine has';
    return about('proxy', [error(`nobody can listen on ${host}:${port} (${code ?? 'unknown'})`, mend)]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The service itself answers: it says that it is reached, and not what it was told on the way. */
async function examineRunning({ baseUrl, port, trustedProxyHops }: Config): Promise<Remark> {
  const answer = await ask(`${baseUrl}/api/auth/me`);
  const isOurs = 'status' in answer && answer.status === 401 && answer.text.includes('"access_token_missing"');
  if (!isOurs) return tellLost(baseUrl, answer);
  return ok(
    `${baseUrl}/api/auth leads to the service that runs; stop what listens on port ${port}, and TRUSTED_PROXY_HOPS=${trustedProxyHops} is measured`,
  );
}

type Listening = { readonly word: string; readonly forwarded: () => string | undefined };

async function examineProxies({ baseUrl, trustedProxyHops }: Config, { word, forwarded }: Listening): Promise<Remark> {
  let answer: Answer = { reason: 'no answer' };
  for (let time = 0; time < mostTries && forwarded() === undefined; time += 1) {
    answer = await ask(`${baseUrl}/api/auth/${word}`, { 'X-Forwarded-For': claimed });
    if ('reason' in answer) break;
  }
  const header = forwarded();
  return header === undefined ? tellLost(baseUrl, answer) : compareHops(countProxies(header), trustedProxyHops);
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

function tellLost(baseUrl: string, answer: Answer): Remark {
  const at = `${baseUrl}/api/auth`;
  if ('reason' in answer) {
    return error(
      `BASE_URL cannot be reached from here (${answer.reason}): ${at}`,
      'check its name, its certificate and the web server behind it',
    );
  }
  return error(
    `${at} does not lead to this service (it answers ${answer.status})`,
    'set BASE_URL to the address that browsers end at, and forward /api/auth/ to HOST and PORT, as server/deploy/nginx.conf does',
  );
}
