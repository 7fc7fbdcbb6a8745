// POST /api/auth/idp/mini/phone: stores the phone number for `{code}`, or in the deprecated `{encrypted_data, iv}`.
import type { Context, Next } from 'koa';
import { json, object, problemsOf, requests, text } from '../../../openapi/describe.ts';
import type { Form } from '../../../openapi/describe.ts';
import type { Endpoint } from '../../endpoint.ts';
import type { Parts } from '../../endpoint-parts.ts';
import { bodyOf, readBody } from '../../read-body.ts';
import { codeForm, isAbsent, requireText } from '../../request-parameters.ts';
import { authenticate, countUser, signedIn } from '../../steps.ts';
import { callerOf } from '../../request-trace.ts';

const base64Form: Form = { pattern: /^[A-Za-z0-9+/]{1,4096}={0,2}$/, description: 'base64' };

export const addPhone: Endpoint = {
  method: 'POST',
  path: '/api/auth/idp/mini/phone',
  id: 'addPhone',
  summary: 'Store the phone number from the mini-program',
  description: 'If there is a code, `encrypted_data` and `iv` are ignored.',
  tag: 'account',
  secured: true,
  body: {
    schema: {
      anyOf: [
        { ...object({ code: text('From the phone button; valid for 5 minutes, once') }), title: 'Recommended' },
        {
          ...object({ encrypted_data: text('base64'), iv: text('base64') }),
          title: 'Deprecated',
          deprecated: true,
        },
      ],
    },
    examples: { recommended: requests.phone_code, deprecated: requests.phone_data },
  },
  answers: { 200: json('Phone', 'The number') },
  steps: [
    readBody(),
    authenticate(),
    countUser,
    { problems: ['phone_rejected', 'session_key_stale', ...problemsOf.provider], run: readAndKeepPhone },
  ],
};

async function readAndKeepPhone(ctx: Context, _next: Next, parts: Parts): Promise<void> {
  const { code, encrypted_data: encryptedData, iv } = bodyOf(ctx);
  const { user } = signedIn(ctx);
  // The event of the button contains all three values. The code is better because it does not depend on a session key.
  const isDeprecated = isAbsent(code) && !(isAbsent(encryptedData) && isAbsent(iv));
  const source = isDeprecated
    ? {
        encryptedData: requireText(encryptedData, { name: 'encrypted_data', form: base64Form }),
        iv: requireText(iv, { name: 'iv', form: base64Form }),
      }
    : { code: requireText(code, { name: 'code', form: codeForm }) };
  // The provider charges for each code, and all users share one quota.
  if ('code' in source) await parts.limits.hit('phone', user.id);
  const number = await parts.phone.read({ user, ...source });
  const { trace } = callerOf(ctx, parts);
  await parts.account.change({ ...trace, userId: user.id, patch: { phone: number } });
  ctx.body = { phone: number };
}
