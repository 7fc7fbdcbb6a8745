// What a client does about each problem: for the API's description and the table of the integrators' guide.
import type { ProblemCode } from '../problem.ts';

const beginAgain = 'Begin a new login.';
const retryLater = 'Wait for `Retry-After`, then try again; a login begins anew, with a new code.';
const signIn = 'Forget the tokens and sign in again.';

/** One sentence or two for each code, to be read by the developer who meets it. */
export const remedies: Readonly<Record<ProblemCode, string>> = {
  missing_parameter: 'Send the parameter that `detail` names.',
  duplicate_parameter: 'Send it once.',
  malformed_parameter: 'Send it in the form that `detail` asks for.',
  malformed_body: 'Send one JSON object.',
  state_unknown:
    'Begin a new login with a new state: each lives 5 minutes, serves one callback, and only the browser that began it. To somebody who is signed in say nothing: the callback came twice. Where nothing was begun yet, a page of another site asked: let it navigate, or name its origin in CORS_ORIGINS.',
  idp_code_invalid: beginAgain,
  idp_code_used:
    'Nothing, if the request that used it succeeded; otherwise begin a new login. A code is never sent twice.',
  login_code_invalid:
    'Begin a new login: the code lives 60 seconds, serves once, only with its own state, and ends with all sessions of its account.',
  refresh_token_invalid: signIn,
  refresh_token_expired: signIn,
  refresh_token_revoked: signIn,
  refresh_token_reused: `${signIn} If it happens often, the client refreshes in two places at once.`,
  phone_rejected: 'Let the person tap the button again: its code lives 5 minutes and serves once.',
  session_key_stale: 'Sign in from the mini-program again, then let the person tap the button once more.',
  access_token_missing: 'Send `Authorization: Bearer <access_token>`.',
  access_token_invalid: 'Refresh once, then repeat the request.',
  access_token_expired: 'Refresh once, then repeat the request.',
  session_revoked: signIn,
  user_denied: 'Offer to begin again.',
  idp_user_blocked: 'Tell the person: the provider takes the account for a risk.',
  idp_user_snapshot: 'Ask the person to open the whole page or mini-program, and sign in there.',
  account_disabled: 'Tell the person to ask the operator.',
  not_found: 'Check the path, or the id in it.',
  method_not_allowed: 'Use a method that `Allow` names.',
  identity_conflict: 'Tell the person to ask the operator: the accounts need a human decision.',
  too_large: 'Send less: a body may have 8 KiB.',
  unsupported_media_type: 'Send `Content-Type: application/json` in UTF-8, not compressed.',
  rate_limited_address:
    'Wait for `Retry-After`. Where nobody signed in from the address within a day, failures of its IPv6 network and bad mini-program codes of everybody count too.',
  rate_limited_user: 'Wait for `Retry-After`; a login begins anew, with a new code.',
  rate_limited_session: 'Wait for `Retry-After`, and look for a loop: one refresh in two hours is usual.',
  idp_misconfigured: 'Tell the operator, with `request_id`.',
  internal: 'Tell the operator, with `request_id`.',
  idp_bad_response: beginAgain,
  idp_busy: retryLater,
  idp_quota: retryLater,
  idp_unreachable: retryLater,
  idp_circuit_open: retryLater,
  store_unavailable: retryLater,
  shutting_down: 'Try again after `Retry-After`: another instance answers.',
  idp_timeout: beginAgain,
};
