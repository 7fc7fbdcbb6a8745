// A request as a browser's, to addresses of the settings: what came back, or why nothing did.

export type Answer =
  { readonly status: number; readonly text: string; readonly headers: Headers } | { readonly reason: string };

export type Request = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Not unless it is said: where an address leads is often what is looked at. */
  readonly redirect?: 'follow';
};

/** No secret goes along. Never rejects. */
export async function ask(address: string, { headers = {}, redirect }: Request = {}): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(5_000);
    const response = await fetch(address, { headers, redirect: redirect ?? 'manual', signal });
    return { status: response.status, text: await response.text(), headers: response.headers };
  } catch (failure) {
    const { cause, message } = failure as Error & { cause?: Partial<AggregateError & NodeJS.ErrnoException> };
    // A name with several addresses fails with an error for each: the first speaks for all.
    const { code } = ((cause?.errors?.[0] as typeof cause) ?? cause ?? {}) as NodeJS.ErrnoException;
    return { reason: code ?? message };
  }
}
