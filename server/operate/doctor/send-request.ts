// Sends a request to an address from the settings. Returns the response, or the reason why it is missing.

export type RequestResult =
  { readonly status: number; readonly text: string; readonly headers: Headers } | { readonly reason: string };

export type RequestOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  /** By default redirects are not followed, because they are often what is checked. */
  readonly redirect?: 'follow';
};

/** Sends no secrets. Never rejects. */
export async function sendRequest(
  address: string,
  { headers = {}, redirect }: RequestOptions = {},
): Promise<RequestResult> {
  try {
    const signal = AbortSignal.timeout(5_000);
    const response = await fetch(address, { headers, redirect: redirect ?? 'manual', signal });
    return { status: response.status, text: await response.text(), headers: response.headers };
  } catch (failure) {
    const { cause, message } = failure as Error & { cause?: Partial<AggregateError & NodeJS.ErrnoException> };
    // If a name has several addresses, there is an error for each; the first one is reported.
    const { code } = ((cause?.errors?.[0] as typeof cause) ?? cause ?? {}) as NodeJS.ErrnoException;
    return { reason: code ?? message };
  }
}
