// Reads the files of a published site over HTTP.
import { encodePath } from '#pdc/site/paths';
import { decodeUtf8 } from '#pdc/text/utf8';
import { readBody } from '../limited-body.ts';
import { NotText, Unavailable } from '../adapter-failures.ts';
import { isPlain, maxFileBytes } from './read-text.ts';
import type { ReadText, ReadResult } from './read-text.ts';

/** The timeout for a file, including its body, in milliseconds. */
const timeoutMs = 5_000;

/** Whether a text is a valid base URL. */
export function isBaseUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url !== undefined && /^https?:$/.test(url.protocol) && !/[?#]/.test(text) && url.username + url.password === ''
  );
}

/** Reads files below a base URL. Redirects are not followed. */
export function createHttpReader(address: string): ReadText {
  const baseUrl = address.replace(/\/+$/, '');
  return async function fetchFile(path, cachedVersion) {
    if (!isPlain(path)) return { kind: 'absent' };
    const url = baseUrl + encodePath(path);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      // A redirect could lead to any host, also inside a private network.
      return await toReadResult(
        await fetch(url, { signal, redirect: 'manual', headers: toHeaders(cachedVersion) }),
        url,
      );
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      const { message, cause } = error as Error;
      throw new Unavailable(`${url} cannot be fetched (${(cause as { code?: string } | undefined)?.code ?? message})`);
    }
  };
}

async function toReadResult(response: Response, url: string): Promise<ReadResult> {
  if (response.status === 200) {
    const bytes = await readBody(response, maxFileBytes);
    if (bytes === undefined) throw new Unavailable(`${url} is larger than ${maxFileBytes} bytes`);
    const text = decodeUtf8(bytes);
    if (text === undefined) throw new NotText(`${url} is not UTF-8`);
    return { kind: 'text', text, version: versionOf(response.headers) };
  }
  await response.body?.cancel();
  if (response.status === 304) return { kind: 'same' };
  if (response.status === 404 || response.status === 410) return { kind: 'absent' };
  throw new Unavailable(`${url} answers HTTP ${response.status}`);
}

/** The ETag, or else Last-Modified. The first character says which of the two it is. */
function versionOf(headers: Headers): string | undefined {
  const etag = headers.get('etag');
  if (etag) return `e${etag}`;
  const modified = headers.get('last-modified');
  return modified ? `m${modified}` : undefined;
}

function toHeaders(cachedVersion: string | undefined): Record<string, string> {
  const headers = { 'user-agent': 'duplex-mcp' };
  if (cachedVersion === undefined) return headers;
  return {
    ...headers,
    [cachedVersion.startsWith('e') ? 'if-none-match' : 'if-modified-since']: cachedVersion.slice(1),
  };
}
