// Access control: allowed Host headers (against DNS rebinding) and allowed origins (CORS).
import { isLoopback, isLoopbackHost } from '#pdc/site/loopback';
import { Failure } from './adapter-failures.ts';

export type Access = {
  /** `loopback`: the adapter only listens on this machine, so the Host must be loopback. */
  readonly hosts: 'loopback' | 'any';
  /** Allowed origins besides the site's own and loopback; `*` allows any. */
  readonly origins: readonly string[];
};

/** Whether the Host header of a request is allowed. */
export function isHostAllowed(host: string | null, { hosts }: Pick<Access, 'hosts'>): boolean {
  return hosts === 'any' || (host !== null && isLoopbackHost(host));
}

/** Whether pages of an origin may call. `siteOrigin` is only called if necessary. */
export async function isOriginAllowed(
  origin: string,
  { origins, siteOrigin }: Pick<Access, 'origins'> & { siteOrigin: () => Promise<string | undefined> },
): Promise<boolean> {
  if (origins.includes('*') || origins.includes(origin)) return true;
  // A page without an origin sends "null", which is not allowed.
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false;
  return isLoopback(new URL(origin).hostname) || origin === (await siteOrigin());
}

/** Reads a list such as `https://a.example, https://b.example`. Throws a Failure if an entry is not an origin. */
export function readOrigins(text = ''): string[] {
  const origins = text
    .split(',')
    .map((origin) => origin.trim().replace(/\/+$/, ''))
    .filter((origin) => origin !== '');
  const invalidOrigin = origins.find((origin) => !isOrigin(origin));
  if (invalidOrigin === undefined) return origins.map(asSent);
  throw new Failure(
    `ALLOWED_ORIGINS: list each origin, such as https://a.example,https://b.example, or use * for any; "${invalidOrigin.slice(0, 200)}" is not an origin`,
  );
}

/** Whether a page can have this origin. The parser accepts an empty port, and refuses one above 65535. */
const isOrigin = (text: string): boolean =>
  text === '*' ||
  text.toLowerCase() === 'null' ||
  (/^(?!(?:file|ftp|wss?):)[a-z][a-z\d+.-]*:\/\/[^\s/?#*@\\]*[^\s/?#*@\\:]$/i.test(text) && URL.canParse(text));

/**
 * An origin as browsers send it: in lower case, and on the web without the default port and with its host in Punycode.
 * Only Safari sends upper case, in the host of an extension.
 */
function asSent(origin: string): string {
  const lowerCase = origin.toLowerCase();
  const [scheme] = lowerCase.split(':', 1);
  if (scheme === 'http' || scheme === 'https') return new URL(origin).origin;
  return scheme === 'safari-web-extension' ? scheme + origin.slice(scheme.length) : lowerCase;
}

/** The CORS headers, without which browsers do not let a page of another origin read the response. */
export const corsHeaders = (origin: string | null): Record<string, string> =>
  origin === null
    ? {}
    : {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers':
          'content-type, accept, authorization, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id',
        'access-control-max-age': '86400',
        vary: 'origin',
      };
