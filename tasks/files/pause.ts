// Pauses long work, so that an interrupt or a request is handled soon.
import { setImmediate as macrotask } from 'node:timers/promises';

/** The maximum time without a pause, in milliseconds. */
const maxStretch = 20;

/** Call it between two pieces of long work, and await the promise if it returns one. */
export type Pause = () => Promise<void> | undefined;

/**
 * Returns a function that pauses if 20 ms have passed since the last pause. After each pause it throws if the signal is
 * aborted, and calls `throwIfSuperseded`, which may throw to end the work.
 */
export function createPause(signal: AbortSignal, throwIfSuperseded: () => void = () => {}): Pause {
  let last = performance.now();
  const takePause = async (): Promise<void> => {
    await macrotask();
    signal.throwIfAborted();
    throwIfSuperseded();
    last = performance.now();
  };
  return () => (performance.now() - last < maxStretch ? undefined : takePause());
}
