// Writes to standard output. If standard output is full or closed, this neither crashes nor blocks: the texts are
// dropped and counted.
import type { Writable } from 'node:stream';

export type Output = {
  write(text: string): void;
  /** How many texts have been dropped. The log writes one text per line. */
  readonly droppedCount: () => number;
};

/** How many characters may wait for a slow reader: about five thousand lines. */
const maxWaiting = 1024 ** 2;

/**
 * Combines the writes of one turn of the event loop, because a write per request would take a tenth of the time of a
 * short request. A process that crashes still writes the texts of its last turn; a process that is killed loses at most
 * these texts. Node writes to pipes and sockets asynchronously, and to files synchronously.
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
    // After a failure the next write is tried anyway: the disk may have space again.
    else stream.write(piece, (error) => (dropped += error ? length : 0));
  };
  // Errors are handled per write; without a listener the event would crash the process.
  stream.on('error', () => {});
  process.on('exit', flush);
  return {
    write(text) {
      if (texts.push(text) === 1) setImmediate(flush);
    },
    droppedCount: () => dropped,
  };
}
