// Splits a byte stream into lines.
import { join } from '../limited-body.ts';
import { maxMessageBytes } from './json-rpc-messages.ts';

const lineFeed = 0x0a;

/** Yields the lines that are not blank, without line ends, and undefined for a line longer than a message may be. */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      take(chunk.subarray(start, end));
      yield* finish();
      start = end + 1;
    }
    take(chunk.subarray(start));
  }
  yield* finish();

  function take(part: Uint8Array): void {
    length += part.length;
    if (length > maxMessageBytes) parts = [];
    else parts.push(part);
  }

  function* finish(): Generator<Uint8Array | undefined> {
    const line = length > maxMessageBytes ? undefined : join(parts, length);
    parts = [];
    length = 0;
    if (line === undefined || line.some((byte) => byte > 0x20)) yield line;
  }
}
