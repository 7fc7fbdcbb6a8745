// The errors of the API: one table of all problems, and the function that makes the HTTP response (RFC 9457).

import table from './problems.json' with { type: 'json' };

type ProblemType = { readonly status: number; readonly error: string; readonly title: string; readonly remedy: string };

/**
 * Problems by their stable code: the HTTP status, the error code of RFC 6749, and a remedy for the developer of the
 * client.
 */
export const problems = table satisfies Record<string, ProblemType>;

export type ProblemCode = keyof typeof problems;

/** Whether an error comes from the provider. Its client has already logged it, with the provider's error number. */
export const isOfProvider = (error: unknown): boolean => error instanceof Problem && error.code.startsWith('idp_');

export type ProblemOptions = {
  /** The fault and its remedy. It must not contain text from the provider, a token or an identifier. */
  readonly detail?: string | undefined;
  /** Whole seconds. */
  readonly retryAfter?: number | undefined;
  /** The value of the `Allow` header, for `method_not_allowed`. */
  readonly allow?: string | undefined;
  /** The provider's code was certainly not sent, so it may be sent again. */
  readonly unsent?: boolean | undefined;
  /** An audit record was already written. */
  readonly audited?: boolean | undefined;
  /** The state or code is not a guess: this service issued it, or already sent it to the provider. */
  readonly recognized?: boolean | undefined;
  /** For the log only. */
  readonly cause?: unknown;
};

/** An error from the table. It may be thrown anywhere; `toAnswer` decides what the client sees. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly retryAfter: number | undefined;
  readonly allow: string | undefined;
  readonly unsent: boolean;
  readonly audited: boolean;
  readonly recognized: boolean;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    const { detail, retryAfter, allow, cause, unsent = false, audited = false, recognized = false } = options;
    super(detail ?? problems[code].title, { cause });
    this.code = code;
    this.detail = detail;
    this.retryAfter = retryAfter;
    this.allow = allow;
    this.unsent = unsent;
    this.audited = audited;
    this.recognized = recognized;
  }

  get status(): number {
    return problems[this.code].status;
  }

  get error(): string {
    return problems[this.code].error;
  }
}

export type ErrorResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string | number>> & { readonly code: ProblemCode };
};

const secondsToWait = 5;

/** The response to an error. An error that is not a Problem becomes `internal`, without details. */
export function toAnswer(error: unknown, requestId: string): ErrorResponse {
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

/**
 * The challenge of a 401. For a request without a token, it leaves out the error code (RFC 6750 section 3). Services
 * authenticate by HTTP Basic.
 */
function challenge(code: ProblemCode): string {
  if (code === 'service_unknown') return 'Basic realm="introspection", charset="UTF-8"';
  return code === 'access_token_missing' ? 'Bearer' : 'Bearer error="invalid_token"';
}
