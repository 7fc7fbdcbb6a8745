// The messages for readers when a login fails: one for each kind of failure. It says what the reader can do.
import { loginLabels as labels } from './labels.ts';

/** The members of the service's problem documents that are used here. */
type Problem = { readonly error?: string; readonly code?: string; readonly request_id?: string };

/** The service's `code` is more specific than the standard `error`. */
const byCode: ReadonlyMap<string, string> = new Map(
  Object.entries({
    idp_user_blocked: labels.blocked,
    idp_user_snapshot: labels.snapshot,
    account_disabled: labels.disabled,
    idp_code_invalid: labels.codeRefused,
    idp_code_used: labels.codeRefused,
  }),
);

const byError: ReadonlyMap<string, string> = new Map(
  Object.entries({
    access_denied: labels.denied,
    invalid_state: labels.expired,
    invalid_grant: labels.expired,
    identity_conflict: labels.conflict,
    rate_limited: labels.limited,
    bad_gateway: labels.unavailable,
    temporarily_unavailable: labels.unavailable,
    gateway_timeout: labels.unavailable,
  }),
);

/** The message for the `error` that a callback puts into the address. */
export const explainError = (error: string): string => byError.get(error) ?? labels.failed;

/** The message for a failed response; `undefined` means that the service did not respond. */
export async function explain(response: Response | undefined): Promise<string> {
  if (!response) return labels.unavailable;
  const { error = '', code = '', request_id: request } = await readProblem(response);
  const wait = Number(response.headers.get('Retry-After') ?? NaN);
  if (error === 'rate_limited' && wait > 0) return labels.limitedFor(wait);
  const explanation =
    byCode.get(code) ?? byError.get(error) ?? (response.status >= 502 ? labels.unavailable : undefined);
  return explanation ?? (request === undefined ? labels.failed : labels.failedAs(request));
}

/** When the service is down, the proxy in front of it may respond in another format. */
const readProblem = (response: Response): Promise<Problem> => response.json().catch(() => ({})) as Promise<Problem>;
