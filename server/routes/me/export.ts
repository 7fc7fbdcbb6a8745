// GET /api/auth/me/export: what is kept on a person, for that person. Identifiers are told by their presence.
import { json, problemsOf } from '../../openapi/describe.ts';
import type { Endpoint } from '../endpoint.ts';
import { authenticate, countUser, signedIn } from '../steps.ts';

export const exportMe: Endpoint = {
  method: 'GET',
  path: '/api/auth/me/export',
  id: 'exportMe',
  summary: 'What is kept on the person',
  description: 'Everything but the identifiers themselves, of which it says whether they are kept.',
  tag: 'account',
  secured: true,
  answers: { 200: json('Export', 'What is kept') },
  problems: [...problemsOf.counted, ...problemsOf.store],
  steps: (parts) => [
    authenticate(parts),
    countUser(parts),
    async function exportMe(ctx) {
      const { id, unionid, webOpenid, miniOpenid, nickname, avatarUrl, phone, ...times } = signedIn(ctx).user;
      const { createdAt, lastLoginAt, lastLoginSrc } = times;
      const { past, sessions, history } = await parts.account.collect(id);
      ctx.body = {
        account: toWire({ id, nickname, avatarUrl, phone, createdAt, lastLoginAt, lastLoginSrc }),
        identifiers: { unionid: !!unionid, web_openid: !!webOpenid, mini_openid: !!miniOpenid, past },
        sessions: sessions.map(({ userId: _, generation: _count, rotatedAt: _latest, ...session }) => toWire(session)),
        history: history.map(({ userId: _, ...record }) => toWire(record)),
      };
    },
  ],
};

const toWire = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
