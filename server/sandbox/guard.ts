// Who may speak to the stand-in: this machine alone, and of the pages in its browsers only its own.
import type { Context } from 'koa';
import { RequestError } from './request-error.ts';

const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
const loopbackAddress = /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/i;

/** Whether a host, with or without a port, can only be this machine. */
const isLoopback = (host: string): boolean => loopbackName.test(host);

/** Throws a RequestError (403) for anybody else. */
export function refuseStrangers(ctx: Context): void {
  const { req } = ctx;
  if (!loopbackAddress.test(req.socket.remoteAddress ?? '')) throw stranger('only this machine may use the stand-in');
  // A proxy on this machine would make the whole world local.
  const forwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded'].filter((name) => !isLocal(name, ctx.get(name)));
  if (forwarded.length > 0) throw stranger('the stand-in serves nobody behind a proxy');
  // DNS rebinding: a stranger's page whose name was made to point here is of our origin to the browser, but still
  // says its own name.
  const { host = '' } = req.headers;
  if (!isLoopback(host)) throw stranger('the stand-in is called localhost');
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
  return value.split(',').every((address) => loopbackAddress.test(address.trim()));
}

function isSameOrigin(ctx: Context, host: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '' && site !== 'same-origin' && site !== 'none') return false;
  const origin = ctx.get('Origin');
  return origin === '' || origin === `http://${host}`;
}
