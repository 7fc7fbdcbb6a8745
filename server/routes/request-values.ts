// Reads requests strictly: parameters, the sender and its address.
import { randomBytes } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import { textOf } from '../openapi/describe.ts';
import type { Form } from '../openapi/describe.ts';
import { Problem } from '../problem.ts';

/** RFC 3986's unreserved characters. */
export const stateForm: Form = { pattern: /^[A-Za-z0-9._~-]{1,128}$/, description: '1 to 128 of A-Z a-z 0-9 . _ ~ -' };
/** The provider decides the format of codes: any visible ASCII of a reasonable length. */
export const codeForm: Form = { pattern: /^[\x21-\x7e]{1,512}$/, description: '1 to 512 visible ASCII characters' };
export const codeSchema = textOf(codeForm, 'From the provider; valid once');
export const tokenForm: Form = { pattern: /^[\x21-\x7e]{1,4096}$/, description: '1 to 4096 visible ASCII characters' };

/** A query parameter; undefined if it is absent or empty. Throws `duplicate_parameter`. */
export function readQuery(ctx: Context, name: string): string | undefined {
  const value = ctx.query[name];
  if (Array.isArray(value)) throw new Problem('duplicate_parameter', { detail: `${name} must be sent only once.` });
  return value === '' ? undefined : value;
}

/**
 * Whether a member of the body is missing or empty. Generated clients send null, and some mini-programs an empty text.
 */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Throws `missing_parameter` or `malformed_parameter`, with the name of the parameter but not its value. */
export function requireText(value: unknown, { name, form }: { name: string; form: Form }): string {
  if (isAbsent(value)) throw new Problem('missing_parameter', { detail: `${name} is missing.` });
  if (typeof value === 'string' && form.pattern.test(value)) return value;
  throw new Problem('malformed_parameter', { detail: `${name} must be ${form.description}.` });
}

/** Whether a browser sent this: it has Sec-Fetch-Site or accepts HTML. Node's fetch sends only Sec-Fetch-Mode. */
export function isBrowser(ctx: Context): boolean {
  return ctx.get('Sec-Fetch-Site') !== '' || ctx.get('Accept').toLowerCase().includes('text/html');
}

/**
 * Whether a page of another site made a browser fetch this without a navigation: as an image, in a frame, by a script
 * or as a prefetch. The destination of a top-level navigation is `document`. Browsers before 2020 send no destination,
 * and for them the mode `navigate` excludes frames.
 */
export function isForeignFetch(ctx: Context): boolean {
  // For a prefetch Chromium sends `Sec-Fetch-Site: none`.
  if (ctx.get('Sec-Purpose') !== '') return true;
  if (ctx.get('Sec-Fetch-Site') !== 'cross-site') return false;
  const dest = ctx.get('Sec-Fetch-Dest');
  return dest === '' ? ctx.get('Sec-Fetch-Mode') !== 'navigate' : dest !== 'document';
}

/**
 * The key under which rate limits count a client: the address that the outermost trusted proxy saw or, without a
 * proxy, the address of the peer. An IPv6 customer gets a /64, so a /64 counts as one address.
 */
export const limitKeyOf = (ctx: Context): string => prefixOf(ctx, 64);

/** The /48 network of the address, which belongs to one company or to some thousand customers. */
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

/** An IP address without the port that some proxies append; undefined if it is not an address. */
export function readAddress(text: string): string | undefined {
  const ip = text.replace(/^(\d+(?:\.\d+){3}):\d+$|^\[([^\]]*)\](?::\d+)?$/, '$1$2');
  return isIP(ip) === 0 ? undefined : ip;
}

/** The Bearer token; undefined without an Authorization header. Throws `access_token_invalid` if it is malformed. */
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
