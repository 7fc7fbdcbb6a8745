// Mistakes in requests to the stand-in's own pages and control API, with what would be right.

export type RequestErrorOptions = {
  readonly status?: number;
  /** These values would be right. */
  readonly allowed?: readonly unknown[];
};

/** Answered as `{error, message, allowed?}`. The message never quotes the request. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly allowed: readonly unknown[] | undefined;

  constructor(message: string, { status = 400, allowed }: RequestErrorOptions = {}) {
    super(message);
    this.status = status;
    this.allowed = allowed;
  }
}
