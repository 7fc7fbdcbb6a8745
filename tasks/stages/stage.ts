// The factory of all stages: a stage is one named function, one thing in, one out.
import { objectTransform } from 'through2';

/** A Transform over objects. What the function throws ends the stream with that error. Only a promise is waited for. */
export function stage<In, Out>(work: (one: In) => Out | Promise<Out>): NodeJS.ReadWriteStream {
  return objectTransform(
    { highWaterMark: 1 },
    (one: In, _encoding: BufferEncoding, done: (error: Error | null, out?: Out) => void) => {
      let out: Out | Promise<Out>;
      try {
        out = work(one);
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
