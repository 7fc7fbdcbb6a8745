// What most stages are: one named function that waits for nothing, one thing in, one out.
import { objectTransform } from 'through2';

/** A Transform over objects. What the function throws ends the stream with that error. */
export function stage<In, Out>(work: (one: In) => Out): NodeJS.ReadWriteStream {
  return objectTransform((one: In, _encoding: BufferEncoding, done: (error: Error | null, out?: Out) => void) => {
    let out: Out;
    try {
      out = work(one);
    } catch (error) {
      return void done(error as Error);
    }
    done(null, out);
  });
}
