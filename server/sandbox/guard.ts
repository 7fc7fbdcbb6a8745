// Restricts the stand-in to this machine and to its own pages.
import type { Context } from 'koa';
import { isLoopback, isLoopbackHost } from '#pdc/site/loopback';
import { RequestError } from './request-error.ts';

/** IPv6 sockets write the address of an IPv4 peer as `::ffff:127.0.0.1`. */
const isOwnAddress = (address = ''): boolean => isLoopback(address.replace(/^::ffff:/i, ''));

/** Throws a RequestError (403) for other clients. */
export function refuseStrangers(ctx: Context): void {
  const { req } = ctx;
  if (!isOwnAddress(req.socket.remoteAddress)) throw stranger('the stand-in can only be used from this machine');
  // Behind a proxy on this machine all clients would seem to be local.
  const forwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded'].filter((name) => !isLocal(name, ctx.get(name)));
  if (forwarded.length > 0) throw stranger('the stand-in cannot be used through a proxy');
  // Prevents DNS rebinding.
  const { host = '' } = req.headers;
  if (!isLoopbackHost(host)) throw stranger('the Host of the stand-in must be localhost');
  // Pages of other sites cannot read the responses, but they can send requests, which must not change anything.
  // Programs other than browsers send neither `Sec-Fetch-Site` nor `Origin`.
  if (!['GET', 'HEAD'].includes(ctx.method) && !isSameOrigin(ctx, host)) {
    throw stranger('only pages of the stand-in may make changes');
  }
}

const stranger = (message: string): RequestError => new RequestError(message, { status: 403 });

function isLocal(name: string, value: string): boolean {
  if (value === '') return true;
  if (name === 'forwarded') return false;
  return value.split(',').every((address) => isOwnAddress(address.trim()));
}

function isSameOrigin(ctx: Context, host: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '' && site !== 'same-origin' && site !== 'none') return false;
  const origin = ctx.get('Origin');
  return origin === '' || origin === `http://${host}`;
}
