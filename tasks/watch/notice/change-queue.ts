// The queue of changed paths that the watchers fill and the rounds empty.
import { setTimeout as sleep } from 'node:timers/promises';

export type ChangeQueue = {
  /** Adds a changed path; without one, the change may be anywhere. */
  readonly add: (path?: string) => void;
  /** Whether there are changes: work that can wait gives way to them. */
  readonly isPending: () => boolean;
  /**
   * Waits for a change, and then until there are no more. Gives the paths that changed, undefined where they are not
   * known, and an empty set where none changed for `timeout` milliseconds.
   */
  readonly nextBurst: (timeout?: number) => Promise<ReadonlySet<string> | undefined>;
};

/** Milliseconds without a change that end a burst. Writing a file is two changes: it is emptied, then filled. */
const quietTime = 5;

export function createChangeQueue(signal: AbortSignal): ChangeQueue {
  let hasChanges = false;
  let everywhere = false;
  let paths = new Set<string>();
  let wake = (): void => {};
  signal.addEventListener('abort', () => wake());
  return {
    add(path) {
      hasChanges = true;
      if (path === undefined) everywhere = true;
      else paths.add(path);
      wake();
    },
    isPending: () => hasChanges,
    async nextBurst(timeout) {
      if (!hasChanges && !signal.aborted) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (timeout !== undefined) timer = setTimeout(resolve, timeout);
        });
        clearTimeout(timer);
      }
      while (hasChanges && !signal.aborted) {
        hasChanges = false;
        await sleep(quietTime);
      }
      const burst = everywhere ? undefined : paths;
      everywhere = false;
      paths = new Set();
      return burst;
    },
  };
}
