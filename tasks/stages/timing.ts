// Measures where a command spends its time, for `--verbose`. A command is a sequence of parts, such as the branches of
// the flow. A step is one kind of work in a part, such as a stage. Before `startTiming`, nothing is measured and
// functions are not wrapped.

/** In milliseconds. CPU time is that of all threads of the process. */
type Cost = { wall: number; cpu: number };
type Part = Cost & { readonly steps: Map<string, Cost> };

let parts: Map<string, Part> | undefined;
let running: Part | undefined;

/** Begins to measure. The first part is the time since the start of the process. */
export function startTiming(): void {
  parts = new Map([['start', { ...now(), steps: new Map() }]]);
}

/** Runs a part of the command. Parts with the same name are added up. */
export async function timePart<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  if (!parts) return work();
  const part = parts.get(name) ?? { wall: 0, cpu: 0, steps: new Map<string, Cost>() };
  parts.set(name, part);
  running = part;
  const start = now();
  try {
    return await work();
  } finally {
    add(part, start);
    running = undefined;
  }
}

/**
 * Wraps a function so that each call is measured as a step of the running part. Returns the function itself while
 * nothing is measured. A step that returns a promise lasts until it settles. Other steps may run meanwhile, so the sum
 * of the steps may be more than their part.
 */
export function timed<A extends unknown[], R>(name: string, work: (...args: A) => R): (...args: A) => R {
  if (!parts) return work;
  return (...args) => {
    const cost = stepOf(name);
    const start = now();
    const result = work(...args);
    if (result instanceof Promise) return result.finally(() => add(cost, start)) as R;
    add(cost, start);
    return result;
  };
}

/**
 * Returns the times since the start or the last call as a table, without those below a millisecond. Returns an empty
 * text while nothing is measured.
 */
export function takeTimingText(): string {
  if (!parts || parts.size === 0) return '';
  const measured = [...parts];
  parts = new Map();
  const total = measured.reduce((sum, [, { wall, cpu }]) => ({ wall: sum.wall + wall, cpu: sum.cpu + cpu }), zero);
  const line = (name: string, { wall, cpu }: Cost): string[] =>
    Math.max(wall, cpu) < 1
      ? []
      : [toLine(name, [wall.toFixed(0), cpu.toFixed(0), `${((wall / total.wall) * 100).toFixed(0)} %`])];
  return [
    toLine('', ['wall ms', 'CPU ms', 'share']),
    ...measured.flatMap(([name, part]) => [
      ...line(name, part),
      ...[...part.steps].flatMap(([step, cost]) => line(`  ${step}`, cost)),
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

function add(cost: Cost, start: Cost): void {
  const end = now();
  cost.wall += end.wall - start.wall;
  cost.cpu += end.cpu - start.cpu;
}

function stepOf(name: string): Cost {
  const cost = running?.steps.get(name) ?? { ...zero };
  running?.steps.set(name, cost);
  return cost;
}
