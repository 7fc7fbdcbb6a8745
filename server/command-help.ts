// Handles `--help` and rejects unknown arguments.
import { Failure } from './command-failure.ts';

/** Prints the usage if `--help` is among the arguments, and returns whether it is. */
export function printedHelp(usage: string, argv: readonly string[] = process.argv.slice(2)): boolean {
  if (!argv.includes('--help')) return false;
  process.stdout.write(`${usage}\n`);
  return true;
}

/** Like `printedHelp`, for a command that takes no other argument. Throws a Failure if it gets one. */
export function printedHelpOnly(usage: string, argv: readonly string[] = process.argv.slice(2)): boolean {
  if (printedHelp(usage, argv)) return true;
  const [unknown] = argv;
  if (unknown === undefined) return false;
  throw new Failure(`unknown argument ${JSON.stringify(unknown)}: this command only takes --help`, { exitCode: 2 });
}
