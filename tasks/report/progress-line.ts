// The progress line that commands show on a terminal.
import { clearLine, cursorTo } from 'node:readline';
import { printable } from '#pdc/words/printable';

/** `step` calls its argument only when it shows the text. */
export type Progress = { readonly step: (say: () => string) => void; readonly end: () => void };

/** A progress line on a terminal. A spinner would flood terminals without a width. */
export function startProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { step: () => {}, end: () => {} };
  const clear = (): void => {
    cursorTo(stream, 0);
    clearLine(stream, 0);
  };
  let lastStep = 0;
  return {
    step: (say) => {
      const now = performance.now();
      if (now - lastStep < 50) return;
      lastStep = now;
      clear();
      stream.write(printable(say()));
    },
    end: clear,
  };
}
