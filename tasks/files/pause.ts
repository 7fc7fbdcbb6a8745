// Pauses in long work, so that an interrupt or a request waits only a moment.
import { setImmediate as macrotask } from 'node:timers/promises';

/** Milliseconds of work without a pause. */
const longestStretch = 20;

/** To be called between two pieces of long work, and awaited where it gives a promise. */
export type Pause = () => Promise<void> | undefined;

/**
 * Pauses when 20 ms of work have passed since the last pause. Throws when the signal came; `throwIfSuperseded` is called at
 * each pause, and may throw to end the work.
 */
export function createPause(signal: AbortSignal, throwIfSuperseded: () => void = () => {}): Pause {
  let last = performance.now();
  const takePause = async (): Promise<void> => {
    await macrotask();
    signal.throwIfAborted();
    throwIfSuperseded();
    last = performance.now();
  };
  return () => (performance.now() - last < longestStretch ? undefined : takePause());
}
