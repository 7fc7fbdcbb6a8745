// /api/auth/me: shows, changes and deletes the account of the signed-in person.
import type { Context, Next } from 'koa';
import { json, object, requests } from '../openapi/describe.ts';
import { maskPhone } from '../services/account-service.ts';
import type { User } from '../ports/user-store.ts';
import { answerSignOut } from './token-answer.ts';
import type { Endpoint } from './endpoint.ts';
import type { Parts } from './endpoint-parts.ts';
import { profileChange, readChange } from './profile-change.ts';
import { bodyOf, readBody } from './read-body.ts';
import { authenticate, countUser, signedIn } from './steps.ts';
import { callerOf } from './request-trace.ts';

const path = '/api/auth/me';

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
  summary: 'Show the account',
  tag: 'account',
  secured: true,
  answers: { 200: json('Me', 'The account') },
  steps: [authenticate(), countUser, { problems: [], run: answerMe }],
};

function answerMe(ctx: Context): void {
  ctx.body = describe(signedIn(ctx).user);
}

const toChange = (method: 'PATCH' | 'PUT', id: string): Endpoint => ({
  method,
  path,
  id,
  summary: 'Change nickname or picture',
  tag: 'account',
  secured: true,
  description:
    'null removes a value; absent members are not changed. PUT does the same as PATCH, because wx.request does not support PATCH.',
  body: {
    // Other members are rejected, because a client could believe that an ignored member was changed.
    schema: { ...object(profileChange, { optional: ['nickname', 'avatar_url'] }), additionalProperties: false },
    examples: { both: requests.profile, away: { avatar_url: null } },
  },
  answers: { 200: json('Me', 'The changed account') },
  steps: [readBody(), authenticate(), countUser, { problems: ['malformed_parameter'], run: changeProfile }],
});
export const changeMe = toChange('PATCH', 'changeMe');
/** wx.request does not support PATCH, and the provider does not give mini-programs a name. */
export const changeMeFromMiniProgram = toChange('PUT', 'changeMeFromMiniProgram');

/** `{nickname?, avatar_url?}`; null removes a value. */
async function changeProfile(ctx: Context, _next: Next, { account, config }: Parts): Promise<void> {
  const { user } = signedIn(ctx);
  const patch = readChange(bodyOf(ctx), user);
  const { trace } = callerOf(ctx, { config });
  ctx.body = describe(await account.change({ ...trace, userId: user.id, patch }));
}

export const leave: Endpoint = {
  method: 'DELETE',
  path,
  id: 'leave',
  summary: 'Delete the account: identifiers, phone number, names and sessions',
  tag: 'account',
  secured: true,
  answers: { 204: { description: 'Deleted' } },
  steps: [authenticate(), countUser, { problems: [], run: deleteAccount }],
};

async function deleteAccount(ctx: Context, _next: Next, parts: Parts): Promise<void> {
  await parts.account.remove({ userId: signedIn(ctx).user.id });
  answerSignOut(ctx, parts);
}
