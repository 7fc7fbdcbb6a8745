// Who may speak to the stand-in: this machine alone, and of the pages in its browsers only its own.
import type { Context } from 'koa';
import { isLoopback, isLoopbackHost } from '#pdc/site/loopback';
import { RequestError } from './request-error.ts';

/** IPv6 sockets write the address of an IPv4 peer as `::ffff:127.0.0.1`. */
const isOwnAddress = (address = ''): boolean => isLoopback(address.replace(/^::ffff:/i, ''));

/** Throws a RequestError (403) for anybody else. */
export function refuseStrangers(ctx: Context): void {
  const { req } = ctx;
  if (!isOwnAddress(req.socket.remoteAddress)) throw stranger('only this machine may use the stand-in');
  // A proxy on this machine would make the whole world local.
  const forwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded'].filter((name) => !isLocal(name, ctx.get(name)));
  if (forwarded.length > 0) throw stranger('the stand-in serves nobody behind a proxy');
  // DNS rebinding: a stranger's page whose name was made to point here is of our origin to the browser, but still
  // says its own name.
  const { host = '' } = req.headers;
  if (!isLoopbackHost(host)) throw stranger('the stand-in is called localhost');
  // A stranger's page can send requests here without reading the answers: nothing may come of them. Programs that are
  // no browsers send neither header.
  if (!['GET', 'HEAD'].includes(ctx.method) && !isSameOrigin(ctx, host)) {
    throw stranger('only pages of the stand-in itself may change anything');
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
