// What a command spends its time on, for `--verbose`. A command is a sequence of parts, such as the branches of the flow; a step
// is one kind of work within a part, such as a stage. Nothing is measured, and nothing is called more, until `startTiming`.

/** Milliseconds. CPU is that of all threads of the process. */
type Cost = { wall: number; cpu: number };
type Part = Cost & { readonly steps: Map<string, Cost> };

let parts: Map<string, Part> | undefined;
let running: Part | undefined;

/** Begins to measure. The first part is the start of the process up to here. */
export function startTiming(): void {
  parts = new Map([['start', { ...now(), steps: new Map() }]]);
}

/** Runs a part of the command. A part that runs again is added to the first. */
export async function timePart<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  if (!parts) return work();
  const part = parts.get(name) ?? { wall: 0, cpu: 0, steps: new Map<string, Cost>() };
  parts.set(name, part);
  running = part;
  const before = now();
  try {
    return await work();
  } finally {
    add(part, before);
    running = undefined;
  }
}

/**
 * The function as a step of whichever part runs when it is called; the function itself while nothing is measured. A step
 * that waits counts until its promise settles: other steps may run meanwhile, so the sum of steps may exceed their part.
 */
export function timed<A extends unknown[], R>(name: string, work: (...args: A) => R): (...args: A) => R {
  if (!parts) return work;
  return (...args) => {
    const cost = stepOf(name);
    const before = now();
    const result = work(...args);
    if (result instanceof Promise) return result.finally(() => add(cost, before)) as R;
    add(cost, before);
    return result;
  };
}

/**
 * What was measured since the start or the last call, as a table for a terminal, without what took less than a millisecond.
 * Empty while nothing is measured.
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

/** Since the start of the process. */
function now(): Cost {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now(), cpu: (user + system) / 1000 };
}

function add(cost: Cost, before: Cost): void {
  const after = now();
  cost.wall += after.wall - before.wall;
  cost.cpu += after.cpu - before.cpu;
}

function stepOf(name: string): Cost {
  const cost = running?.steps.get(name) ?? { ...zero };
  running?.steps.set(name, cost);
  return cost;
}
