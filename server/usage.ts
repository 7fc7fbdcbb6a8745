// Commands check arguments before they do anything: `--help`, and one that they do not take.
import { Failure } from './failure.ts';

/** Whether only help was asked for: then it is told. */
export function printedHelp(usage: string, argv: readonly string[] = process.argv.slice(2)): boolean {
  if (!argv.includes('--help')) return false;
  process.stdout.write(`${usage}\n`);
  return true;
}

/** Answers `--help` of a command that takes no arguments. Throws a Failure that names one which is there. */
export function printedHelpOnly(usage: string, argv: readonly string[] = process.argv.slice(2)): boolean {
  if (printedHelp(usage, argv)) return true;
  const [unknown] = argv;
  if (unknown === undefined) return false;
  throw new Failure(`unknown argument ${JSON.stringify(unknown)}: this command takes none but --help`, { exitCode: 2 });
}
