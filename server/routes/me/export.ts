// GET /api/auth/me/export: everything stored about the person. For each identifier it only shows whether it is stored.
import { Readable } from 'node:stream';
import type { Context, Next } from 'koa';
import { json } from '../../openapi/describe.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Parts } from '../endpoint-parts.ts';
import { authenticate, countUser, signedIn } from '../steps.ts';

export const exportMe: Endpoint = {
  method: 'GET',
  path: '/api/auth/me/export',
  id: 'exportMe',
  summary: 'Export the stored data',
  description:
    'Everything stored about the person. For each identifier it only shows whether it is stored. Limited by LIMIT_PHONE_PER_MINUTE.',
  tag: 'account',
  secured: true,
  answers: { 200: json('Export', 'The stored data') },
  steps: [authenticate(), countUser, { problems: [], run: answerExport }],
};

async function answerExport(ctx: Context, _next: Next, parts: Parts): Promise<void> {
  const { id, unionid, webOpenid, miniOpenid, nickname, avatarUrl, phone, ...times } = signedIn(ctx).user;
  const { createdAt, lastLoginAt, lastLoginSrc } = times;
  // Limited because a person may have very many rows.
  await parts.limits.hit('phone', id);
  const { past, sessions, history } = await parts.account.collect(id);
  const head = {
    account: toWire({ id, nickname, avatarUrl, phone, createdAt, lastLoginAt, lastLoginSrc }),
    identifiers: { unionid: !!unionid, web_openid: !!webOpenid, mini_openid: !!miniOpenid, past },
  };
  ctx.type = 'application/json';
  ctx.body = Readable.from(write(head, { sessions, history }));
}

/** Writes the JSON one page of rows at a time, to limit the memory. */
async function* write(head: object, lists: Readonly<Record<string, AsyncIterable<readonly object[]>>>) {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, pages] of Object.entries(lists)) {
    let separator = `,"${name}":[`;
    for await (const page of pages) {
      yield separator + page.map((row) => JSON.stringify(toWire(row))).join();
      separator = page.length === 0 ? '' : ',';
    }
    yield ']';
  }
  yield '}';
}

/** Fields that are not exported, because they are redundant or internal. */
const privateFields = ['userId', 'generation', 'rotatedAt'];

const toWire = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !privateFields.includes(name))
      .map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  );
