// The messages for readers when a login fails: one for each kind of failure. It says what the reader can do.
import { loginWords as words } from './words.ts';

/** The members of the service's problem documents that are used here. */
type Problem = { readonly error?: string; readonly code?: string; readonly request_id?: string };

/** The service's `code` is more specific than the standard `error`. */
const byCode: ReadonlyMap<string, string> = new Map(
  Object.entries({
    idp_user_blocked: words.blocked,
    idp_user_snapshot: words.snapshot,
    account_disabled: words.disabled,
    idp_code_invalid: words.codeRefused,
    idp_code_used: words.codeRefused,
  }),
);

const byError: ReadonlyMap<string, string> = new Map(
  Object.entries({
    access_denied: words.denied,
    invalid_state: words.expired,
    invalid_grant: words.expired,
    identity_conflict: words.conflict,
    rate_limited: words.limited,
    bad_gateway: words.unavailable,
    temporarily_unavailable: words.unavailable,
    gateway_timeout: words.unavailable,
  }),
);

/** The message for the `error` that a callback puts into the address. */
export const explainError = (error: string): string => byError.get(error) ?? words.failed;

/** The message for a failed response; `undefined` means that the service did not respond. */
export async function explain(response: Response | undefined): Promise<string> {
  if (!response) return words.unavailable;
  const { error = '', code = '', request_id: request } = await readProblem(response);
  const wait = Number(response.headers.get('Retry-After') ?? NaN);
  if (error === 'rate_limited' && wait > 0) return words.limitedFor(wait);
  const explanation =
    byCode.get(code) ?? byError.get(error) ?? (response.status >= 502 ? words.unavailable : undefined);
  return explanation ?? (request === undefined ? words.failed : words.failedAs(request));
}

/** When the service is down, the proxy in front of it may respond in another format. */
const readProblem = (response: Response): Promise<Problem> => response.json().catch(() => ({})) as Promise<Problem>;
