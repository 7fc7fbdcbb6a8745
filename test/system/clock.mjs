// Sets the clock of a running process: on SIGUSR2 it reads the difference in milliseconds from CLOCK_FILE.
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
