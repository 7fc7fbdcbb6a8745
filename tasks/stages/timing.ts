// Measures where a command spends its time, for `--verbose`. A command is a sequence of parts, such as the branches of
// the flow. A step is one kind of work in a part, such as a stage. Before `startTiming`, nothing is measured and
// functions are not wrapped.

/** In milliseconds. CPU time is that of all threads of the process. */
type Cost = { wall: number; cpu: number };
/** The time of a step in milliseconds. Its CPU time is not measured, because that took 9 % of the CPU of a build. */
type Step = { wall: number };
type Part = Cost & { readonly steps: Map<string, Step> };

let parts: Map<string, Part> | undefined;
let running: Part | undefined;

/** Begins to measure. The first part is the time since the start of the process. */
export function startTiming(): void {
  parts = new Map([['start', { ...now(), steps: new Map() }]]);
}

/** Runs a part of the command. Parts with the same name are added up. */
export async function timePart<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  if (!parts) return work();
  const part = parts.get(name) ?? { wall: 0, cpu: 0, steps: new Map<string, Step>() };
  parts.set(name, part);
  const outerPart = running;
  running = part;
  const start = now();
  try {
    return await work();
  } finally {
    const end = now();
    part.wall += end.wall - start.wall;
    part.cpu += end.cpu - start.cpu;
    running = outerPart;
  }
}

/**
 * Wraps a function so that each call is measured as a step of the running part. Returns the function itself while
 * nothing is measured. A step that returns a promise lasts until the promise settles. Other steps may run meanwhile, so
 * the steps of a part may take more time in sum than the part.
 */
export function timed<A extends unknown[], R>(name: string, work: (...args: A) => R): (...args: A) => R {
  if (!parts) return work;
  return (...args) => {
    const step = stepOf(name);
    const start = performance.now();
    const end = (): void => void (step.wall += performance.now() - start);
    const result = work(...args);
    if (result instanceof Promise) return result.finally(end) as R;
    end();
    return result;
  };
}

/**
 * Returns the times since the start or the last call as a table. Times below a millisecond are left out. Returns an
 * empty text while nothing is measured.
 */
export function takeTimingText(): string {
  if (!parts || parts.size === 0) return '';
  const measured = [...parts];
  parts = new Map();
  const total = measured.reduce((sum, [, { wall, cpu }]) => ({ wall: sum.wall + wall, cpu: sum.cpu + cpu }), zero);
  const line = (name: string, { wall, cpu = 0 }: Step & Partial<Cost>): string[] =>
    Math.max(wall, cpu) < 1
      ? []
      : [toLine(name, [wall.toFixed(0), cpu ? cpu.toFixed(0) : '', `${((wall / total.wall) * 100).toFixed(0)} %`])];
  return [
    toLine('', ['wall ms', 'CPU ms', 'share']),
    ...measured.flatMap(([name, part]) => [
      ...line(name, part),
      ...[...part.steps].flatMap(([name, step]) => line(`  ${name}`, step)),
    ]),
    ...line('total', total),
    '',
  ].join('\n');
}

const toLine = (name: string, cells: readonly string[]): string =>
  name.padEnd(16) + cells.map((cell) => cell.padStart(9)).join('');

const zero: Cost = { wall: 0, cpu: 0 };

/** The cost since the start of the process. */
function now(): Cost {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now(), cpu: (user + system) / 1000 };
}

function stepOf(name: string): Step {
  const step = running?.steps.get(name) ?? { wall: 0 };
  running?.steps.set(name, step);
  return step;
}
