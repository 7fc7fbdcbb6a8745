// The provider's error numbers: the problem that the client gets, and the message in the operator's log.
import { Problem } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import type { ProviderCall } from '../ports/identity-provider.ts';
import type { Words } from '../bilingual-text.ts';
import table from './errcodes.json' with { type: 'json' };

/**
 * `busy`, `quota`: too many calls. `code`, `person`: caused by the user. `settings`: the operator must change something
 * here or at the provider. `token`: the app's token has ended. `request`: something on the network changes requests.
 */
type Kind = 'busy' | 'quota' | 'code' | 'person' | 'settings' | 'token' | 'request';
const rows = new Map(Object.entries(table as Readonly<Record<string, { class: string; message: string; zh: string }>>));

const busySeconds = 5;
const minuteSeconds = 60;

/** The problem for the client. All other numbers become `idp_bad_response`. */
const problems = new Map<number, { readonly code: ProblemCode; readonly retryAfter?: number }>([
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

/** Error numbers for an invalid app token. The phone call checks the token before the code. */
export const tokenErrcodes: readonly number[] = [40001, 40014, 42001];

/** A well-formed refusal: the provider works. The provider's message is ignored because it may quote the request. */
export class ProviderRefusal extends Problem {
  readonly errcode: number;

  constructor(errcode: number, call: ProviderCall) {
    const { code, retryAfter } = problemFor(errcode, call);
    super(code, { retryAfter });
    this.errcode = errcode;
  }
}

function problemFor(errcode: number, call: ProviderCall): { readonly code: ProblemCode; readonly retryAfter?: number } {
  // Here 40013 means that the code belongs to another app, because the call for a phone number identifies our app by
  // its token. Anybody can send such a code, so the settings are not to blame.
  if (call === 'phone' && errcode === 40013) return { code: 'phone_rejected' };
  return problems.get(errcode) ?? { code: 'idp_bad_response' };
}

/** The meaning of an error number, and what the operator can do. */
export function meaningOf(errcode: number): Words {
  const row = rows.get(String(errcode));
  return row
    ? { en: row.message, zh: row.zh }
    : {
        en: 'WeChat refused a call with an error number that this service does not know',
        zh: '微信拒绝了调用，本服务不认识它返回的错误编号',
      };
}

/** The log message for an error number, and its level. */
export function describeErrcode(errcode: number): {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
} {
  const row = rows.get(String(errcode));
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
