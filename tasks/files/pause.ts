// Long work that lets others have their turn: an interrupt and a request wait no longer than a moment.
import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds at a stretch. */
const stretch = 20;

/** Long work lets others have their turn: to be asked between two pieces of it, and awaited where it gives a promise. */
export type Pause = () => Promise<void> | undefined;

/**
 * To be asked again and again within the work, and awaited where it gives a promise. Throws when the signal came; `givesWay`,
 * asked at each turn, throws to end the work that is being done.
 */
export function createPause(signal: AbortSignal, givesWay: () => void = () => {}): Pause {
  let last = performance.now();
  const takeTurn = async (): Promise<void> => {
    await turn();
    signal.throwIfAborted();
    givesWay();
    last = performance.now();
  };
  return () => (performance.now() - last < stretch ? undefined : takeTurn());
}
