// Errors in requests to the stand-in's own routes.

export type RequestErrorOptions = {
  readonly status?: number;
  /** The valid values. */
  readonly allowed?: readonly unknown[];
};

/** Sent as `{error, message, allowed?}`. The message does not quote the request. */
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
