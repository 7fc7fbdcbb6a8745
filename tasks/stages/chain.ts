// How streams are joined: a source through its stages.
import { pipeline, Readable } from 'node:stream';

/** A source through stages. An error of any of them reaches whoever reads the last. */
export function chain(
  source: Iterable<unknown> | AsyncIterable<unknown>,
  ...stages: NodeJS.ReadWriteStream[]
): Readable {
  const readable = source instanceof Readable ? source : Readable.from(source);
  if (stages.length === 0) return readable;
  return pipeline([readable, ...stages], () => {}) as unknown as Readable;
}
