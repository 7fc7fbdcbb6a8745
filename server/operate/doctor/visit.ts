// One look at an address as a browser's, which is the operator's own or a public page of the platform: no secret goes along.

export type Visit = {
  readonly status: number;
  readonly headers: Headers;
  /** Its beginning. */
  readonly text: string;
};
/** An error code of Node's, or a word of ours. */
export type Unreached = { readonly reason: string };

const deadlineMs = 5_000;
const mostBytes = 256 * 1024;

/** Follows no redirect: where an address leads is what is looked at. Never rejects. */
export async function visit(
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Visit | Unreached> {
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    const response = await fetch(address, { headers, redirect: 'manual', signal });
    return { status: response.status, headers: response.headers, text: await readBeginning(response) };
  } catch (failure) {
    return { reason: reasonOf(failure) };
  }
}

async function readBeginning({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop ends the answer.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= mostBytes) break;
  }
  return Buffer.concat(chunks).toString();
}

function reasonOf(failure: unknown): string {
  const { name, cause } = failure as Error;
  if (name === 'TimeoutError') return `no answer within ${deadlineMs / 1000} s`;
  // A name with several addresses fails with an error for each: the first speaks for all.
  const [first = cause] = (cause as AggregateError | undefined)?.errors ?? [];
  const { code } = (first ?? {}) as NodeJS.ErrnoException;
  return code ?? 'no answer';
}
