// HTTP trouble: every error that may leave, in one table, and the one function that gives it its outward shape (RFC 9457).

import table from './problems.json' with { type: 'json' };

type ProblemType = { readonly status: number; readonly error: string; readonly title: string; readonly remedy: string };

/**
 * Problems by our stable code: the status, the error code of RFC 6749, and what a client does about it, in a sentence or
 * two for the developer who meets it.
 */
export const problems = table satisfies Record<string, ProblemType>;

export type ProblemCode = keyof typeof problems;

/** The provider's trouble, which its client has told the log already, with the provider's own number or the reason. */
export const isOfProvider = (error: unknown): boolean => error instanceof Problem && error.code.startsWith('idp_');

export type ProblemOptions = {
  /** Says what is wrong here and what to do; ours alone, never a word of the provider's, of a token or of an identifier. */
  readonly detail?: string | undefined;
  /** Whole seconds. */
  readonly retryAfter?: number | undefined;
  /** For `method_not_allowed`. */
  readonly allow?: string | undefined;
  /** The provider's code verifiably never left this machine, so that it may be sent another time. */
  readonly unsent?: boolean | undefined;
  /** The audit trail has it already. */
  readonly audited?: boolean | undefined;
  /** This service issued the state or login code, or sent the provider's code itself: nobody guessed it. */
  readonly recognized?: boolean | undefined;
  /** For the log, never for the answer. */
  readonly cause?: unknown;
};

/** An error of the table of problems. Throw it anywhere; only `toAnswer` decides what leaves. */
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

/** Makes the answer to an error: a Problem in its own words, any other error as `internal` and no more. */
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

/** RFC 6750 section 3: a request without a token is only asked for one. Services authenticate by HTTP Basic. */
function challenge(code: ProblemCode): string {
  if (code === 'service_unknown') return 'Basic realm="introspection", charset="UTF-8"';
  return code === 'access_token_missing' ? 'Bearer' : 'Bearer error="invalid_token"';
}
