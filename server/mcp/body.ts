// A request's or a response's body, no longer than it may be.

/** The bytes of a body; nothing where there are more than the limit. */
export async function readBody(
  { body }: { readonly body: ReadableStream<Uint8Array> | null },
  limit: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Counted while it arrives: Content-Length may be absent, wrong, or of the compressed form.
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return join(chunks, length);
}

export function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
