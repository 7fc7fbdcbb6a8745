// Standard output, which may be full, closed, or read by nobody: the service neither ends nor waits for it. What it does not
// take is dropped, and counted.
import type { Writable } from 'node:stream';

export type Output = {
  write(text: string): void;
  /** How many texts were dropped so far: lines, where the log writes them. */
  readonly dropped: () => number;
};

/** Characters that wait for a slow reader: some five thousand lines. */
const maxWaiting = 1024 ** 2;

/**
 * Writes of one turn of the event loop leave at its end in one piece: a write for each request is a tenth of what a
 * short one costs. A crash still writes them, and a kill loses no more than that turn's lines. Node writes to pipes and
 * sockets without waiting, and to files at once.
 */
export function openOutput(stream: Writable = process.stdout): Output {
  let texts: string[] = [];
  let dropped = 0;
  const flush = (): void => {
    const { length } = texts;
    const piece = texts.join('');
    texts = [];
    if (length === 0) return;
    if (stream.writableLength + piece.length > maxWaiting) dropped += length;
    // The next piece is tried again all the same: a disk may have room again.
    else stream.write(piece, (error) => (dropped += error ? length : 0));
  };
  // Each write hears of its own failure; as an event without a listener it would end the process.
  stream.on('error', () => {});
  process.on('exit', flush);
  return {
    write(text) {
      if (texts.push(text) === 1) setImmediate(flush);
    },
    dropped: () => dropped,
  };
}
