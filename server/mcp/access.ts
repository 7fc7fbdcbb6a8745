// Who may ask: the hosts that the adapter answers to, and the origins of pages that may call it (DNS rebinding, CORS).
import { isLoopback, isLoopbackHost } from '#pdc/site/loopback';
import { Failure } from './failure.ts';

export type Access = {
  /** `loopback`: the adapter listens on this machine alone, and is called by no other name. */
  readonly hosts: 'loopback' | 'any';
  /** Origins beside the site's own and loopback; `*` is any. */
  readonly origins: readonly string[];
};

/** Whether a request's Host is one that the adapter has. */
export function isHostAllowed(host: string | null, { hosts }: Pick<Access, 'hosts'>): boolean {
  return hosts === 'any' || (host !== null && isLoopbackHost(host));
}

/** Whether a page of that origin may call. `siteOrigin` is asked only where nothing else allows it. */
export async function isOriginAllowed(
  origin: string,
  { origins, siteOrigin }: Pick<Access, 'origins'> & { siteOrigin: () => Promise<string | undefined> },
): Promise<boolean> {
  if (origins.includes('*') || origins.includes(origin)) return true;
  // A page without an origin of its own says "null": it is nobody's.
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false;
  return isLoopback(new URL(origin).hostname) || origin === (await siteOrigin());
}

/** `https://a.example, https://b.example`: a list of origins as an operator writes it. Throws a Failure for anything that is not an origin. */
export function readOrigins(text = ''): string[] {
  const origins = text
    .split(',')
    .map((origin) => origin.trim().replace(/\/+$/, '').toLowerCase())
    .filter((origin) => origin !== '');
  const wrong = origins.find((origin) => !/^(?:\*|null|[a-z][a-z\d+.-]*:\/\/[^\s/?#*@]+)$/.test(origin));
  if (wrong === undefined) return origins;
  throw new Failure(
    `ALLOWED_ORIGINS: write every origin out, such as https://a.example,https://b.example, or * alone for any; "${wrong.slice(0, 200)}" is not an origin`,
  );
}

/** Browsers demand these headers before a page of another origin may read an answer (CORS). */
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
