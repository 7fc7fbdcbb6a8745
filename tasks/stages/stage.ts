// The factory of all stages: a stage is one named function, one thing in, one out.
import { objectTransform } from 'through2';
import { timed } from './timing.ts';

/**
 * A Transform over objects. What the function throws ends the stream with that error. Only a promise is waited for. `--verbose`
 * shows the time by the function's name.
 */
export function stage<In, Out>(work: (one: In) => Out | Promise<Out>): NodeJS.ReadWriteStream {
  // The bundle numbers functions of the same name: `render2`.
  const step = timed(work.name.replace(/\d+$/, ''), work);
  return objectTransform(
    { highWaterMark: 1 },
    (one: In, _encoding: BufferEncoding, done: (error: Error | null, out?: Out) => void) => {
      let out: Out | Promise<Out>;
      try {
        out = step(one);
      } catch (error) {
        return void done(error as Error);
      }
      if (out instanceof Promise)
        out.then(
          (made) => done(null, made),
          (error: unknown) => done(error as Error),
        );
      else done(null, out);
    },
  );
}
