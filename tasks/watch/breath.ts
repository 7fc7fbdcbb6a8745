// Long work that lets others have their turn: an interrupt and a request wait no longer than a moment.
import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds at a stretch. */
const stretch = 30;

/** To be awaited again and again within the work. Throws when the signal came. */
export type Breath = () => Promise<void>;

/** `givesWay`, asked at each turn, throws to end the work that is being done. */
export function createBreath(signal: AbortSignal, givesWay: () => void = () => {}): Breath {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < stretch) return;
    await turn();
    signal.throwIfAborted();
    givesWay();
    last = performance.now();
  };
}
