// HTTP trouble: every error that may leave, in one table, and the one function that gives it its outward shape (RFC 9457).

type Row = { readonly status: number; readonly error: string; readonly title: string };

const row = (status: number, error: string, title: string): Row => ({ status, error, title });

/** Contract section 6, "Errors": our stable code, its status, the word of RFC 6749. */
export const problems = {
  missing_parameter: row(400, 'invalid_request', 'A parameter is missing'),
  duplicate_parameter: row(400, 'invalid_request', 'A parameter was given more than once'),
  malformed_parameter: row(400, 'invalid_request', 'A parameter has the wrong form'),
  malformed_body: row(400, 'invalid_request', 'The body is not a JSON object'),
  state_unknown: row(400, 'invalid_state', 'This login is unknown, over, or was begun elsewhere'),
  idp_code_invalid: row(400, 'invalid_grant', 'The code is not valid, or no longer'),
  idp_code_used: row(400, 'invalid_grant', 'The code was used before'),
  login_code_invalid: row(400, 'invalid_grant', 'The login code is not valid, or no longer'),
  refresh_token_invalid: row(400, 'invalid_grant', 'The refresh token is not valid'),
  refresh_token_expired: row(400, 'invalid_grant', 'The refresh token has expired'),
  refresh_token_revoked: row(400, 'invalid_grant', 'The session of this refresh token has ended'),
  refresh_token_reused: row(400, 'invalid_grant', 'The refresh token was used before, so its session was ended'),
  phone_rejected: row(400, 'invalid_grant', 'The phone number could not be read'),
  session_key_stale: row(400, 'invalid_grant', 'The session key is gone: sign in again, then ask again'),
  access_token_missing: row(401, 'invalid_token', 'An access token is needed'),
  access_token_invalid: row(401, 'invalid_token', 'The access token is not valid'),
  access_token_expired: row(401, 'invalid_token', 'The access token has expired'),
  session_revoked: row(401, 'invalid_token', 'The session has ended'),
  user_denied: row(403, 'access_denied', 'The login was declined'),
  idp_user_blocked: row(403, 'access_denied', 'The provider refuses this user'),
  idp_user_snapshot: row(403, 'access_denied', 'A snapshot user cannot sign in'),
  account_disabled: row(403, 'access_denied', 'The account is disabled'),
  not_found: row(404, 'not_found', 'There is nothing here'),
  method_not_allowed: row(405, 'method_not_allowed', 'The method is not allowed here'),
  identity_conflict: row(409, 'identity_conflict', 'The identifiers belong to different accounts'),
  too_large: row(413, 'too_large', 'The body is too large'),
  unsupported_media_type: row(415, 'unsupported_media_type', 'The body must be JSON'),
  rate_limited_address: row(429, 'rate_limited', 'Too many logins from this address'),
  rate_limited_user: row(429, 'rate_limited', 'Too many requests of this user'),
  rate_limited_session: row(429, 'rate_limited', 'Too many refreshes of this session'),
  idp_misconfigured: row(500, 'server_error', 'The service is not set up correctly'),
  internal: row(500, 'server_error', 'Something went wrong here'),
  idp_bad_response: row(502, 'bad_gateway', 'The provider gave a bad answer'),
  idp_busy: row(503, 'temporarily_unavailable', 'The provider is busy'),
  idp_quota: row(503, 'temporarily_unavailable', "The provider's quota is used up"),
  idp_unreachable: row(503, 'temporarily_unavailable', 'The provider cannot be reached'),
  idp_circuit_open: row(503, 'temporarily_unavailable', 'The provider is failing and is given a rest'),
  store_unavailable: row(503, 'temporarily_unavailable', 'A store cannot be reached'),
  shutting_down: row(503, 'temporarily_unavailable', 'This instance is stopping'),
  idp_timeout: row(504, 'gateway_timeout', 'The provider did not answer in time'),
} as const satisfies Record<string, Row>;

export type ProblemCode = keyof typeof problems;

export type ProblemOptions = {
  /** What is wrong here and what to do; ours alone, never a word of the provider's, of a token or of an identifier. */
  readonly detail?: string | undefined;
  /** Whole seconds. */
  readonly retryAfter?: number | undefined;
  /** For `method_not_allowed`. */
  readonly allow?: string | undefined;
  /** The provider's code verifiably never left this machine, so that it may be sent another time. */
  readonly unsent?: boolean | undefined;
  /** For the log, never for the answer. */
  readonly cause?: unknown;
};

/** Trouble with a place in the contract's table. Throw it anywhere; only `toAnswer` decides what leaves. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly retryAfter: number | undefined;
  readonly allow: string | undefined;
  readonly unsent: boolean;

  constructor(code: ProblemCode, { detail, retryAfter, allow, unsent = false, cause }: ProblemOptions = {}) {
    super(detail ?? problems[code].title, { cause });
    this.code = code;
    this.detail = detail;
    this.retryAfter = retryAfter;
    this.allow = allow;
    this.unsent = unsent;
  }

  get status(): number {
    return problems[this.code].status;
  }

  get error(): string {
    return problems[this.code].error;
  }
}

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string | number>>;
};

const secondsToWait = 5;

/** What of an error may leave: a Problem's own words; of anything else only that it happened. */
export function toAnswer(error: unknown, requestId: string): Answer {
  const problem = error instanceof Problem ? error : new Problem('internal');
  const { status, error: word, title } = problems[problem.code];
  const headers: Record<string, string> = { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' };
  if (status === 429 || status === 503) headers['Retry-After'] = String(problem.retryAfter ?? secondsToWait);
  if (status === 401) headers['WWW-Authenticate'] = challenge(problem.code);
  if (problem.allow !== undefined) headers.Allow = problem.allow;
  const body = {
    type: `urn:duplex:problem:${problem.code}`,
    title,
    status,
    detail: problem.detail ?? `${title}.`,
    error: word,
    code: problem.code,
    request_id: requestId,
  };
  return { status, headers, body };
}

/** RFC 6750 section 3: a request without a token is only asked for one. */
function challenge(code: ProblemCode): string {
  return code === 'access_token_missing' ? 'Bearer' : 'Bearer error="invalid_token"';
}
