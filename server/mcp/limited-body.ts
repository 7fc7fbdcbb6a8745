// Reads the body of a request or a response, up to a limit.

/** The bytes of a body; undefined if there are more than `limit`. */
export async function readBody(
  { body }: { readonly body: ReadableStream<Uint8Array> | null },
  limit: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Counted while reading, because Content-Length may be absent, wrong, or the length of the compressed body.
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
