// The pages where a login ends, asked for as a browser asks.
import type { Config } from '../../config.ts';
import { ask } from './ask.ts';
import type { Answer } from './ask.ts';
import { about, error, ok, warn } from './finding.ts';
import type { Finding, Remark } from './finding.ts';

/** The page after a redirect, and the one within the QR code's frame; mostly they are one. */
export async function examinePages(config: Config): Promise<readonly Finding[]> {
  const { loginReturnUrl: back, web } = config;
  const embedded = web.embedRedirectUri;
  const [ofReturn, ofFrame] = await Promise.all([
    back === undefined ? undefined : askForPage(back),
    askForPage(embedded),
  ]);
  return about('pages', [
    ...(back !== undefined && ofReturn ? [judgeReturn(back, ofReturn)] : []),
    ...(back === embedded && troubleOf(ofFrame) !== undefined ? [] : [judgeFrame(embedded, ofFrame)]),
  ]);
}

const askForPage = (address: string): Promise<Answer> =>
  ask(address, { headers: { Accept: 'text/html' }, redirect: 'follow' });

/** What keeps an answer from being a page. */
function troubleOf(answer: Answer): string | undefined {
  if ('reason' in answer) return `cannot be reached from here (${answer.reason})`;
  if (answer.status !== 200) return `answers ${answer.status}`;
  return /^text\/html\b/i.test(answer.headers.get('content-type') ?? '') ? undefined : 'is no HTML page';
}

const makeOne = 'set `auth: /api/auth` in content/_site.yml, which makes /login/, and publish the site';

function judgeReturn(address: string, answer: Answer): Remark {
  const trouble = troubleOf(answer);
  if (trouble === undefined) return ok(`LOGIN_RETURN_URL is a page: ${address}`);
  return error(
    `LOGIN_RETURN_URL ${trouble}: ${address}. Each login by redirect ends there`,
    `${makeOne}; or name your own page that ends a login`,
  );
}

function judgeFrame(address: string, answer: Answer): Remark {
  const trouble = troubleOf(answer) ?? framingTroubleOf(answer);
  if (trouble === undefined) return ok(`WEB_EMBED_REDIRECT_URI is a page: ${address}`);
  return warn(
    `WEB_EMBED_REDIRECT_URI ${trouble}: ${address}. No login by a QR code in the page comes to its end`,
    `${makeOne}; or name your own relay page in WEB_EMBED_REDIRECT_URI, and let pages of its origin frame it`,
  );
}

/** It stands in a frame of the page that shows the QR code, which has its origin. */
function framingTroubleOf(answer: Answer): string | undefined {
  if ('reason' in answer) return undefined;
  const policy = answer.headers.get('content-security-policy') ?? '';
  const [, ancestors] = /(?:^|[;,])\s*frame-ancestors\s+([^;,]*)/i.exec(policy) ?? [];
  const isDenied =
    ancestors === undefined
      ? /^deny$/i.test((answer.headers.get('x-frame-options') ?? '').trim())
      : ancestors.trim() === "'none'";
  return isDenied ? 'lets nobody frame it' : undefined;
}
