// Makes a stage from one named function that takes one item and returns one item.
import { objectTransform } from 'through2';
import { timed } from './timing.ts';

/**
 * Returns a Transform of objects. An error that the function throws ends the stream. A result that is not a promise is
 * passed on at once. `--verbose` shows the time under the name of the function.
 */
export function stage<In, Out>(work: (item: In) => Out | Promise<Out>): NodeJS.ReadWriteStream {
  // The bundler adds numbers to functions with the same name: `render2`.
  const step = timed(work.name.replace(/\d+$/, ''), work);
  return objectTransform(
    { highWaterMark: 1 },
    (item: In, _encoding: BufferEncoding, done: (error: Error | null, out?: Out) => void) => {
      let out: Out | Promise<Out>;
      try {
        out = step(item);
      } catch (error) {
        return void done(error as Error);
      }
      if (out instanceof Promise)
        out.then(
          (result) => done(null, result),
          (error: unknown) => done(error as Error),
        );
      else done(null, out);
    },
  );
}
