// What was heard since the last look, and when to look again.
import { setTimeout as sleep } from 'node:timers/promises';

export type Bell = {
  /** Something changed at a path; without one, anywhere. */
  readonly ring: (path?: string) => void;
  /** Whether there is something to look at: work that can wait gives way to it. */
  readonly isRung: () => boolean;
  /**
   * Waits for a change, and then until there are no more. Gives the paths that changed, nothing where they are not known,
   * and no path at all where none changed for as long as `patience` milliseconds.
   */
  readonly quietAfterRing: (patience?: number) => Promise<ReadonlySet<string> | undefined>;
};

/** Milliseconds without a change that end a burst. Writing a file is two changes: it is emptied, then filled. */
const quiet = 5;

export function createBell(signal: AbortSignal): Bell {
  let rung = false;
  let everywhere = false;
  let paths = new Set<string>();
  let wake = (): void => {};
  signal.addEventListener('abort', () => wake());
  return {
    ring(path) {
      rung = true;
      if (path === undefined) everywhere = true;
      else paths.add(path);
      wake();
    },
    isRung: () => rung,
    async quietAfterRing(patience) {
      if (!rung && !signal.aborted) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (patience !== undefined) timer = setTimeout(resolve, patience);
        });
        clearTimeout(timer);
      }
      while (rung && !signal.aborted) {
        rung = false;
        await sleep(quiet);
      }
      const heard = everywhere ? undefined : paths;
      everywhere = false;
      paths = new Set();
      return heard;
    },
  };
}
