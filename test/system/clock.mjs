// A machine whose clock is set while a process runs: SIGUSR2 makes it read, in CLOCK_FILE, by how many milliseconds.
import { readFileSync } from 'node:fs';

const Real = Date;
let stepMs = 0;
process.on('SIGUSR2', () => (stepMs = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'))));
globalThis.Date = class extends Real {
  constructor(...parts) {
    super(...(parts.length === 0 ? [Real.now() + stepMs] : parts));
  }
  static now() {
    return Real.now() + stepMs;
  }
};
