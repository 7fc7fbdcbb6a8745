// The queue of changed paths: the file watchers add paths, and each round takes all of them.
import { setTimeout as sleep } from 'node:timers/promises';

export type ChangeQueue = {
  /** Adds a changed path. Without a path, any file may have changed. */
  readonly add: (path?: string) => void;
  /** Whether there are changes. If so, work that can wait stops. */
  readonly isPending: () => boolean;
  /**
   * Waits for a change, and then until changes stop. Returns the changed paths; undefined if they are unknown; an empty
   * set if nothing changes for `timeout` milliseconds.
   */
  readonly nextBurst: (timeout?: number) => Promise<ReadonlySet<string> | undefined>;
};

/** A burst ends after this many quiet milliseconds. Writing a file causes two changes: it is emptied, then filled. */
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
