// Requests are read strictly: parameters, bodies, cookies, who sent them and from where.
import { randomBytes } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Context, Middleware } from 'koa';
import bodyParser from 'koa-bodyparser';
import { textOf } from '../openapi/describe.ts';
import type { Form } from '../openapi/describe.ts';
import { Problem } from '../problem.ts';

/** RFC 3986's unreserved characters. */
export const stateForm: Form = { pattern: /^[A-Za-z0-9._~-]{1,128}$/, description: '1 to 128 of A-Z a-z 0-9 . _ ~ -' };
/** Codes are the provider's to shape: visible ASCII of a sane length. */
export const codeForm: Form = { pattern: /^[\x21-\x7e]{1,512}$/, description: '1 to 512 visible ASCII characters' };
export const code = textOf(codeForm, "The provider's, one use");
export const tokenForm: Form = { pattern: /^[\x21-\x7e]{1,4096}$/, description: 'a token' };

/** The value of a query parameter, or nothing where it is absent or empty. Throws `duplicate_parameter`. */
export function readQuery(ctx: Context, name: string): string | undefined {
  const value = ctx.query[name];
  if (Array.isArray(value)) throw new Problem('duplicate_parameter', { detail: `${name} was given more than once.` });
  return value === '' ? undefined : value;
}

/** Throws `missing_parameter` or `malformed_parameter`, with the parameter's name and never its value. */
export function demand(value: unknown, { name, form }: { name: string; form: Form }): string {
  if (value === undefined || value === null || value === '') {
    throw new Problem('missing_parameter', { detail: `${name} is missing.` });
  }
  if (typeof value === 'string' && form.pattern.test(value)) return value;
  throw new Problem('malformed_parameter', { detail: `${name} must be ${form.description}.` });
}

export type Body = Readonly<Record<string, unknown>>;

/** The members of a JSON body: {} where there is none. */
export function bodyOf(ctx: Context): Body {
  return (ctx.request as { body?: Body }).body ?? {};
}

const mediaTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

/** Reads a JSON object, or a form, of at most 8 KiB: 413, 415 or `malformed_body` for anything else. */
export function readBody(kind: keyof typeof mediaTypes = 'json'): Middleware {
  const parse = bodyParser({
    enableTypes: [kind],
    jsonLimit: '8kb',
    formLimit: '8kb',
    onerror: (error) => {
      const { status } = error as { status?: number };
      if (status === 413) throw new Problem('too_large', { detail: 'A body may have 8 KiB.' });
      if (status === 415) throw new Problem('unsupported_media_type', { detail: 'The body must be UTF-8.' });
      throw new Problem('malformed_body', { detail: detailOf(error) });
    },
  });
  return async function readBody(ctx, next) {
    if (isEmpty(ctx)) return next();
    if (!isPlain(ctx, mediaTypes[kind])) {
      throw new Problem('unsupported_media_type', { detail: `Send the body as ${mediaTypes[kind]} in UTF-8.` });
    }
    // It calls what follows itself; here it only fills the body, so that its own failures stay apart.
    await parse(ctx, () => Promise.resolve());
    if (Array.isArray(bodyOf(ctx))) throw new Problem('malformed_body');
    await next();
  };
}

/** The parser refuses names by which a later copy of the object would change what every object has. */
const detailOf = ({ message }: Error): string | undefined =>
  message.includes('prototype') ? 'The body has a member __proto__, which no request has: leave it out.' : undefined;

function isEmpty(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') === '' && (ctx.request.length ?? 0) === 0;
}

function isPlain(ctx: Context, mediaType: string): boolean {
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  const charset = ctx.request.charset.toLowerCase();
  return (
    ctx.is(mediaType) !== false &&
    (encoding === '' || encoding === 'identity') &&
    (charset === '' || charset === 'utf-8' || charset === 'utf8')
  );
}

/**
 * Whether a browser made this request: it says where from, or wants a page. Node's own fetch says neither
 * (it sends Sec-Fetch-Mode alone).
 */
export function isBrowser(ctx: Context): boolean {
  return ctx.get('Sec-Fetch-Site') !== '' || ctx.get('Accept').toLowerCase().includes('text/html');
}

/**
 * Whether a browser fetches this by itself, for a page of another site: as a picture or a frame, for a script, or ahead of
 * time. Nobody went there. A document is always navigated to; browsers before 2020 name no destination, and a frame's
 * navigation is another mode of theirs.
 */
export function isForeignFetch(ctx: Context): boolean {
  // Chromium says `none` of the site whose page asks for a document ahead of time.
  if (ctx.get('Sec-Purpose') !== '') return true;
  if (ctx.get('Sec-Fetch-Site') !== 'cross-site') return false;
  const dest = ctx.get('Sec-Fetch-Dest');
  return dest === '' ? ctx.get('Sec-Fetch-Mode') !== 'navigate' : dest !== 'document';
}

/**
 * The address that limits count: what the outermost trusted proxy saw, or the peer. An IPv6 customer has a whole /64,
 * so that is one address.
 */
export const addressOf = (ctx: Context): string => prefixOf(ctx, 64);

/** The /48 around it is a company's, or of some thousand customers. */
export const networkOf = (ctx: Context): string => prefixOf(ctx, 48);

function prefixOf(ctx: Context, bits: number): string {
  const ip = readAddress(ctx.ip);
  if (ip === undefined) return 'unknown';
  if (isIPv4(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const bytes = address.toByteArray().slice(0, bits / 8);
  return `${bytes.join('.')}/${bits}`;
}

/** An IP address without the port that some proxies write behind it; undefined for anything else. */
export function readAddress(text: string): string | undefined {
  const ip = text.replace(/^(\d+(?:\.\d+){3}):\d+$|^\[([^\]]*)\](?::\d+)?$/, '$1$2');
  return isIP(ip) === 0 ? undefined : ip;
}

/** The Bearer token of a request, or nothing. Throws `access_token_invalid` for another scheme or two tokens. */
export function bearerOf(ctx: Context): string | undefined {
  const header = ctx.get('Authorization');
  if (header === '') return undefined;
  const match = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header);
  if (!match) throw new Problem('access_token_invalid', { detail: 'Send `Authorization: Bearer <access token>`.' });
  return match[1];
}

/** 256 random bits for a cookie or a code. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}
