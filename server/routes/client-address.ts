// The IP address of a client, and the networks by which rate limits count it.
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';

/**
 * The key under which rate limits count a client: the address that the outermost trusted proxy saw or, without a
 * proxy, the address of the peer. An IPv6 customer gets a /64, so a /64 counts as one address.
 */
export const limitKeyOf = (ctx: Context): string => prefixOf(ctx, 64);

/** The /48 network of the address, which belongs to one company or is shared by thousands of customers. */
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
