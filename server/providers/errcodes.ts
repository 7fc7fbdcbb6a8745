// The provider's error numbers: what each means to a client, and to the operator who reads the log.
import { Problem } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import type { ProviderCall } from '../ports/identity-provider.ts';
import type { Words } from '../words.ts';
import table from './errcodes.json' with { type: 'json' };

/**
 * `busy`, `quota`: too much at this moment. `code`, `person`: somebody's own trouble. `settings`: the operator mends it, here
 * or at the provider. `token`: the app's token at the provider has ended. `request`: something on the way changes requests.
 */
type Kind = 'busy' | 'quota' | 'code' | 'person' | 'settings' | 'token' | 'request';
const kinds = new Map(
  Object.entries(table as Readonly<Record<string, { class: string; message: string; zh: string }>>),
);

const busySeconds = 5;
const minuteSeconds = 60;

/** What a client is answered. Every other number is a bad answer to it, however well the operator is told. */
const answers = new Map<number, { readonly code: ProblemCode; readonly retryAfter?: number }>([
  [-1, { code: 'idp_busy', retryAfter: busySeconds }],
  [40029, { code: 'idp_code_invalid' }],
  [42003, { code: 'idp_code_invalid' }],
  [41008, { code: 'idp_code_invalid' }],
  [40163, { code: 'idp_code_used' }],
  [40226, { code: 'idp_user_blocked' }],
  [45009, { code: 'idp_quota', retryAfter: minuteSeconds }],
  [45011, { code: 'idp_quota', retryAfter: minuteSeconds }],
  [40001, { code: 'idp_misconfigured' }],
  [40013, { code: 'idp_misconfigured' }],
  [40125, { code: 'idp_misconfigured' }],
  [41002, { code: 'idp_misconfigured' }],
  [41004, { code: 'idp_misconfigured' }],
]);

/** "The app token is not valid": the phone call answers these before it looks at the code. */
export const tokenErrcodes: readonly number[] = [40001, 40014, 42001];

/** A refusal in good form: the provider works, and says no. Its texts are never looked at: they may quote what was sent. */
export class ProviderRefusal extends Problem {
  readonly errcode: number;

  constructor(errcode: number, call: ProviderCall) {
    const { code, retryAfter } = answerTo(errcode, call);
    super(code, { retryAfter });
    this.errcode = errcode;
  }
}

function answerTo(errcode: number, call: ProviderCall): { readonly code: ProblemCode; readonly retryAfter?: number } {
  // The phone call names no app, its token does: the code is another app's. Anybody can send such a code.
  if (call === 'phone' && errcode === 40013) return { code: 'phone_rejected' };
  return answers.get(errcode) ?? { code: 'idp_bad_response' };
}

/** The meaning of an error number, and what an operator can do. */
export function meaningOf(errcode: number): Words {
  const row = kinds.get(String(errcode));
  return row
    ? { en: row.message, zh: row.zh }
    : {
        en: 'WeChat refused a call with a number that this service does not know',
        zh: '微信拒绝时给的编号，本服务不认识',
      };
}

/** What the log says of a number, and how loud. */
export function describeErrcode(errcode: number): {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
} {
  const row = kinds.get(String(errcode));
  const { en } = meaningOf(errcode);
  return row
    ? { level: levels[row.class as Kind], message: `WeChat refused a call: ${en}` }
    : { level: 'warn', message: en };
}

const levels = {
  busy: 'warn',
  quota: 'warn',
  code: 'info',
  person: 'info',
  settings: 'error',
  token: 'error',
  request: 'error',
} as const satisfies Record<Kind, string>;
