// /api/auth/me: who is signed in, what of it they change, and how they leave.
import type { Context, Middleware } from 'koa';
import { component, json, object, orNull, problemsOf, requests, text, time, uuid } from '../openapi/describe.ts';
import { Problem } from '../problem.ts';
import { maskPhone } from '../services/account.ts';
import { channels } from '../types.ts';
import type { User } from '../types.ts';
import { signOut } from './cookies.ts';
import type { Endpoint } from './endpoint.ts';
import type { Parts } from './parts.ts';
import { profile, profileChange, readNickname, readPicture } from './person.ts';
import { bodyOf, callerOf, readBody } from './request.ts';
import { authenticate, countUser, signedIn } from './steps.ts';

const path = '/api/auth/me';

const me = component(
  'Me',
  object({
    id: uuid('Stable'),
    ...profile,
    phone: orNull(text('Masked: the first three and the last two digits')),
    channels: {
      type: 'array',
      items: text('A way in that this account knows', { enum: channels }),
      description: 'Known ways in',
    },
    created_at: time('When the account was made'),
    last_login_at: orNull(time('The latest login')),
    last_login_src: { type: ['string', 'null'], enum: [...channels, null], description: 'Its channel' },
  }),
);

function describe(user: User): Record<string, unknown> {
  return {
    id: user.id,
    nickname: user.nickname,
    avatar_url: user.avatarUrl,
    phone: user.phone === null ? null : maskPhone(user.phone),
    channels: [...(user.webOpenid === null ? [] : ['web']), ...(user.miniOpenid === null ? [] : ['mini'])],
    created_at: user.createdAt.toISOString(),
    last_login_at: user.lastLoginAt?.toISOString() ?? null,
    last_login_src: user.lastLoginSrc,
  };
}

export const showMe: Endpoint = {
  method: 'GET',
  path,
  id: 'showMe',
  summary: 'Who is signed in',
  tag: 'account',
  secured: true,
  answers: { 200: json(me, 'The account') },
  problems: [...problemsOf.counted, ...problemsOf.store],
  steps: (parts) => [
    authenticate(parts),
    countUser(parts),
    function showMe(ctx: Context) {
      ctx.body = describe(signedIn(ctx).user);
    },
  ],
};

const toChange = (method: 'PATCH' | 'PUT', id: string): Endpoint => ({
  method,
  path,
  id,
  summary: 'Change name or picture',
  tag: 'account',
  secured: true,
  description:
    'null takes one away; a member that is absent stays. PUT does what PATCH does: wx.request knows no PATCH.',
  body: {
    schema: object(profileChange, { optional: ['nickname', 'avatar_url'] }),
    examples: { both: requests.profile, away: { avatar_url: null } },
  },
  answers: { 200: json(me, 'The account as it is now') },
  problems: [...problemsOf.body, ...problemsOf.counted, ...problemsOf.store],
  steps: (parts) => [readBody(), authenticate(parts), countUser(parts), change(parts)],
});
export const changeMe = toChange('PATCH', 'changeMe');
/** wx.request knows no PATCH, and mini-programs are those that bring no name. */
export const changeMeFromMiniProgram = toChange('PUT', 'changeMeFromMiniProgram');

/** `{nickname?, avatar_url?}`; null takes one away. */
function change({ account }: Pick<Parts, 'account'>): Middleware {
  return async function changeMe(ctx) {
    const { nickname, avatar_url: avatarUrl, ...others } = bodyOf(ctx);
    if (Object.keys(others).length > 0) {
      throw new Problem('malformed_parameter', { detail: 'Only nickname and avatar_url can be changed.' });
    }
    const patch = {
      ...(nickname === undefined ? {} : { nickname: readNickname(nickname) }),
      ...(avatarUrl === undefined ? {} : { avatarUrl: readPicture(avatarUrl) }),
    };
    const { requestId } = callerOf(ctx);
    ctx.body = describe(await account.change({ userId: signedIn(ctx).user.id, patch, requestId }));
  };
}

export const leave: Endpoint = {
  method: 'DELETE',
  path,
  id: 'leave',
  summary: 'Leave: identifiers, phone, names and sessions go',
  tag: 'account',
  secured: true,
  answers: { 204: { description: 'Gone' } },
  problems: [...problemsOf.counted, ...problemsOf.store],
  steps: (parts) => [
    authenticate(parts),
    countUser(parts),
    async function leave(ctx) {
      await parts.account.remove({ userId: signedIn(ctx).user.id, requestId: callerOf(ctx).requestId });
      signOut(ctx, parts);
    },
  ],
};
