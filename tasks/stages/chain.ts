// Joins a source and stages to one stream.
import { pipeline, Readable } from 'node:stream';

/** Pipes a source through stages. An error in any of them reaches the reader of the last one. */
export function chain(
  source: Iterable<unknown> | AsyncIterable<unknown>,
  ...stages: NodeJS.ReadWriteStream[]
): Readable {
  const readable = source instanceof Readable ? source : Readable.from(source);
  if (stages.length === 0) return readable;
  return pipeline([readable, ...stages], () => {}) as unknown as Readable;
}
