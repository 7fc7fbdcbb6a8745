// `npm run bench`: the benchmarks by name, in the order in which they run by default.
import * as build from './build.ts';
import * as count from './count.ts';
import * as linear from './linear.ts';
import * as login from './login.ts';
import * as peers from './peers.ts';
import * as search from './search.ts';
import * as watch from './watch.ts';

type Subject = {
  usage: string;
  /** Throws for wrong flags; the returned function runs the benchmark. */
  plan: (args: string[]) => () => Promise<void>;
};

const subjects: readonly (readonly [name: string, subject: Subject])[] = [
  ['build', build],
  ['watch', watch],
  ['search', search],
  ['login', login],
  ['count', count],
  ['linear', linear],
];

const usage = [
  'usage:',
  'npm run bench',
  ...subjects.map(([, subject]) => `npm run bench -- ${subject.usage}`),
  `npm run bench -- ${peers.usage}`,
].join('\n  ');

function planAll([name, ...args]: string[]): (() => Promise<void>)[] {
  if (name === 'peers') return [peers.plan(args)];
  if (name === undefined) return subjects.map(([, subject]) => subject.plan([]));
  const found = subjects.find(([known]) => known === name);
  if (found === undefined) throw new TypeError(`there is no benchmark '${name}'`);
  return [found[1].plan(args)];
}

function planOrExplain(args: string[]): (() => Promise<void>)[] {
  try {
    return planAll(args);
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

if (process.argv.includes('--help')) {
  console.log(usage);
  process.exit();
}
for (const bench of planOrExplain(process.argv.slice(2))) await bench();
