// How an answer of the provider's API leaves: as it should, or spoiled by the faults that are switched on.
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from 'koa';
import type { Call, Fault, Faults, KindOf } from './faults.ts';
import type { Answer, Platform } from './platform.ts';

export type Question = {
  readonly call: Call;
  /** Does the work: a code is spent by it, whatever becomes of the answer. */
  readonly work: () => Answer;
};

/** Answers a call. Errors are HTTP 200 like everything else. */
export function createAnswering({ faults, platform }: { faults: Faults; platform: Pick<Platform, 'refuse'> }) {
  return async function answer(ctx: Context, { call, work }: Question): Promise<void> {
    const delay = faults.take(call, 'delay');
    if (delay) await pause(delay.ms);
    const fault = faults.take(call, 'answer');
    // Refused before anything was done: the code is still good.
    if (fault?.kind === 'errcode') return send(ctx, { call, faults, body: platform.refuse(fault.errcode!) });
    const body = shape(work(), { call, faults });
    if (!fault) return send(ctx, { call, faults, body });
    spoil(ctx, { call, faults, body, fault: fault as Fault<Spoiling> });
  };
}

type Spoiling = Exclude<KindOf<'answer'>, 'errcode'>;

type Outgoing = { readonly call: Call; readonly faults: Faults; readonly body: Answer };

function send(ctx: Context, { call, faults, body }: Outgoing): void {
  ctx.status = 200;
  ctx.type = faults.take(call, 'content_type') ? 'text/plain' : 'application/json; charset=utf-8';
  ctx.body = JSON.stringify(body);
}

const unionids = { unionid_null: { unionid: null }, unionid_empty: { unionid: '' }, unionid_absent: {} };

/** What is odd about a right answer. A refusal has nothing of it, and uses up no fault. */
export function shape(body: Answer, { call, faults }: { call: Call; faults: Faults }): Answer {
  if (body.errcode) return body;
  const { unionid: _, ...others } = body;
  const unionid = faults.take(call, 'unionid');
  const shaped = unionid ? { ...others, ...unionids[unionid.kind] } : body;
  return {
    ...shaped,
    ...(faults.take(call, 'snapshot') ? { is_snapshotuser: 1 } : {}),
    ...(faults.take(call, 'errcode_zero') ? { errcode: 0, errmsg: 'ok' } : {}),
    ...(body.phone_info ? { phone_info: shapePhone(body.phone_info as Answer, { call, faults }) } : {}),
  };
}

/** What is odd about a phone number, by either method. */
export function shapePhone(phone: Answer, { call, faults }: { call: Call; faults: Faults }): Answer {
  return {
    ...phone,
    ...(faults.take(call, 'country_code') ? { countryCode: Number(phone.countryCode) } : {}),
    ...(faults.take(call, 'watermark')
      ? { watermark: { ...(phone.watermark as Answer), appid: 'wx-somebody-else' } }
      : {}),
  };
}

const page = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';
const hugeBytes = 8 * 1024 * 1024;
/** Nobody waits longer for an answer that will not come; then the connection is given up. */
const silenceMs = 120_000;

function spoil(ctx: Context, { fault, ...outgoing }: Outgoing & { readonly fault: Fault<Spoiling> }): void {
  send(ctx, outgoing);
  const text = ctx.body as string;
  switch (fault.kind) {
    case 'http_500':
      ctx.status = 500;
      ctx.type = 'text/html';
      ctx.body = page;
      return;
    case 'html':
      ctx.type = 'text/html';
      ctx.body = page;
      return;
    case 'empty':
      ctx.body = '';
      return;
    case 'truncated':
      ctx.body = text.slice(0, text.length / 2);
      return;
    case 'wrong_types':
      ctx.body = JSON.stringify(swapTypes(outgoing.body));
      return;
    case 'huge':
      ctx.body = JSON.stringify({ ...outgoing.body, padding: 'x'.repeat(hugeBytes) });
      return;
    case 'silence':
    case 'slow_drip':
    case 'reset':
    case 'broken_off':
      // From here on the socket is ours and not Koa's.
      ctx.respond = false;
      breakOff[fault.kind](ctx, { text, ms: fault.ms ?? 0 });
  }
}

const breakOff = {
  silence({ req }: Context) {
    req.socket.setTimeout(silenceMs, () => req.socket.destroy());
  },
  reset({ req }: Context) {
    req.socket.resetAndDestroy();
  },
  broken_off({ req, res }: Context, { text }: { text: string }) {
    const bytes = Buffer.from(text);
    res.setHeader('Content-Length', bytes.length);
    res.write(bytes.subarray(0, bytes.length / 2), () => req.socket.destroy());
  },
  slow_drip({ res }: Context, { text, ms }: { text: string; ms: number }) {
    const bytes = Buffer.from(text);
    res.setHeader('Content-Length', bytes.length);
    let sent = 0;
    const timer = setInterval(() => {
      sent += 1;
      res.write(bytes.subarray(sent - 1, sent));
      if (sent < bytes.length) return;
      clearInterval(timer);
      res.end();
    }, ms);
    res.once('close', () => clearInterval(timer));
  },
} satisfies Record<string, (ctx: Context, drip: { text: string; ms: number }) => void>;

/** Strings where numbers belong, and the other way round. */
function swapTypes(body: Answer): Answer {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value.length : String(value)]),
  );
}
