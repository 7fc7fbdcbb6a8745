// Requests are read strictly: parameters, bodies, cookies, who sent them and from where.
import { randomBytes } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
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
