// The formats of settings, with the error messages for invalid values.
import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * Makes a schema from a parse function. The message that the parse function passes to `refuse` is printed after the
 * name of the variable. The message must not contain the value, which may be secret.
 */
export const fromParser = <Value>(
  parse: (text: string, refuse: (message: string) => never) => Value,
): z.ZodType<Value, string> =>
  z.string().transform((text, context) => {
    try {
      return parse(text, (message) => {
        throw new Refusal(message);
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });
class Refusal extends Error {}

export const word = z.string().regex(/^[^\s\p{Cc}]+$/u, 'must not contain spaces or control characters');
export const integer = (min: number, max: number) =>
  fromParser((text, refuse) => {
    if (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    return refuse(`must be a whole number from ${min} to ${max}`);
  });
export const toggle = z
  .enum(['1', '0', 'true', 'false'], 'must be 1 or 0')
  .transform((text) => text === '1' || text === 'true');
export const oneOf = <Word extends string>(...words: readonly Word[]) =>
  z.enum(words, `must be one of ${words.join(', ')}`) as unknown as z.ZodType<Word, string>;

function readUrl(
  text: string,
  { protocols, refuse }: { protocols: readonly string[]; refuse: (message: string) => never },
) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && !/\s/.test(text) && protocols.includes(url.protocol)) return url;
  return refuse(`must be an address that starts with ${protocols.map((name) => `${name}//`).join(' or ')}`);
}
const web = ['http:', 'https:'];

/** The address of a database or of Redis. Messages never quote the address, because it contains a password. */
function readServer(
  text: string,
  { protocols, refuse }: { protocols: readonly string[]; refuse: (message: string) => never },
): URL {
  const beginnings = protocols.map((name) => `${name}//`);
  if (!beginnings.some((beginning) => text.toLowerCase().startsWith(beginning))) {
    return refuse(`must be an address that starts with ${beginnings.join(' or ')}`);
  }
  const [, host = ''] = /^[^/]+\/\/(?:.*@)?([^/]*)/s.exec(text.replace(/\?.*$/s, '')) ?? [];
  if (host.includes(',')) return refuse('lists several servers: use the primary, or a proxy in front of them');
  const url = /[\s#]/.test(text) || !URL.canParse(text) ? undefined : new URL(text);
  // An unencoded / or ? in a password ends the host: the rest of the address, including the @, would be read as the
  // name of a database or as an option. So only some options may contain an @, and only after a path: what precedes a
  // ? without a path may be a user name.
  const isOption = (part: string): boolean =>
    !part.includes('@') || (url?.pathname !== '' && optionsWithAt.has(part.replace(/=.*/s, '')));
  const isWhole = url && !url.pathname.includes('@') && url.search.slice(1).split('&').every(isOption);
  if (isWhole && [url.username, url.password, url.pathname].every(isDecodable)) return url;
  return refuse(
    'is not a valid address: percent-encode the characters # / ? @ % and spaces in user name and password, and @ in options (%23 %2F %3F %40 %25 %20), and check host and port',
  );
}

const optionsWithAt = new Set([
  'user',
  'application_name',
  'fallback_application_name',
  'sslrootcert',
  'sslcert',
  'sslkey',
]);

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const server = (...protocols: readonly string[]) =>
  fromParser((text, refuse) => (readServer(text, { protocols, refuse }), text));
export const redis = fromParser((text, refuse) => {
  const { pathname } = readServer(text, { protocols: ['redis:', 'rediss:'], refuse });
  return /^\/?\d*$/.test(pathname)
    ? text
    : refuse('must select the database by its number, such as redis://host:6379/1');
});
/** A base URL: paths are appended to it. */
export const base = fromParser((text, refuse) => {
  const { username, password, href } = readUrl(text, { protocols: web, refuse });
  if (username !== '' || password !== '' || /[?#]/.test(text))
    return refuse('must be an address without user name, query and fragment');
  return href.replace(/\/+$/, '');
});
/** The address of a page that browsers are redirected to; the service adds the fragment. */
export const page = fromParser((text, refuse) => {
  const { username, password, href } = readUrl(text, { protocols: web, refuse });
  if (username === '' && password === '' && !text.includes('#')) return href;
  return refuse('must be an address without user name and fragment');
});
export const fragment = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{1,64}$/, 'must consist of 1 to 64 characters A-Z a-z 0-9 . _ ~ -');

export const listOf = <Item>(item: (text: string, refuse: (message: string) => never) => Item) =>
  fromParser((text, refuse): readonly Item[] =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => item(part, refuse)),
  );
/**
 * Origins exactly as browsers send them. App shells use their own scheme (`capacitor://localhost`), for which URL
 * parsers return no origin. `null` is not allowed: all files and sandboxed frames share it.
 */
export const origins = listOf((text, refuse) => {
  if (text.includes('*')) {
    return refuse('does not support wildcards: list each origin, such as https://app.example.com');
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const ofShell = /^(?!file:)[a-z][a-z0-9+.-]*:\/\/[\w.~-]+(:\d+)?$/;
  const isOrigin =
    url && (web.includes(url.protocol) ? url.origin === text : url.origin === 'null' && ofShell.test(text));
  if (isOrigin) return text;
  return refuse(
    'must be origins as browsers send them, such as https://example.com or capacitor://localhost, separated by commas: in lower case, without path, slash at the end and default port',
  );
});

/** A service's name, and the SHA-256 of its secret. */
export type RegisteredService = { readonly name: string; readonly digest: Buffer };
const digestOfNothing = createHash('sha256').digest('hex');
export const services = listOf((text, refuse): RegisteredService => {
  const [, name, hex] = /^([\w.-]{1,64}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hex === digestOfNothing) return refuse('contains the SHA-256 of an empty text: pass the secret to `printf %s`');
  if (name !== undefined && hex !== undefined) return { name, digest: Buffer.from(hex, 'hex') };
  return refuse('must be NAME:SHA256 pairs separated by commas, each SHA-256 as 64 digits 0-9 a-f');
});

/** At least 256 bits (RFC 7518 section 3.2), and not a placeholder from a tutorial. */
export function readSecret(text: string, refuse: (message: string) => never): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length < 32) return refuse('must be at least 32 bytes long: `openssl rand -base64 48` generates one');
  if (bytes.every((byte) => byte === bytes[0])) return refuse('must not repeat a single byte');
  if (placeholder.test(text)) return refuse('is a placeholder: `openssl rand -base64 48` generates a secret');
  return text;
}
/** Placeholders from READMEs and tutorials. */
const placeholder =
  /^<.*>$|change[-_ ]?(me|this)|replace[-_ ]?(me|this|with)|your[-_ ].*(secret|key)|place[-_ ]?holder|insert[-_ ].*here|^a-string-secret-at-least|^super-secret-jwt-token/i;
