// Failures of commands for whoever started them: one that can be mended is a sentence, any other has its stack.
import { Problem } from './problem.ts';

/** The message says what is wrong, where, and what to do. `exitCode`: what the command ends with. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, cause }: { readonly exitCode?: number; readonly cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** The text for a terminal. */
export function formatFailure(error: unknown): string {
  if (error instanceof Problem && error.code === 'store_unavailable') {
    const reason = error.cause instanceof Error ? error.cause.message : 'no answer';
    return `The database or Redis cannot be reached: ${reason}. Check DATABASE_URL, KEYV_URL and the servers.`;
  }
  return error instanceof Failure ? error.message : ((error as Error).stack ?? String(error));
}

/**
 * Runs a command to its end: with the code that `main` returns, 0 for none, or that of its failure, which is told on
 * stderr. A database that hangs, or could not be opened, must not keep the process alive after all is said.
 */
export async function runCommand(main: () => Promise<unknown>): Promise<never> {
  let code: number;
  let lost: string | undefined;
  // Whoever reads may have read enough: `npm run user -- sessions ID | head`. That is no failure; a full disk is one.
  process.stdout.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') lost = code;
  });
  process.stderr.on('error', () => {});
  try {
    const result = await main();
    code = typeof result === 'number' ? result : 0;
  } catch (error) {
    code = error instanceof Failure ? error.exitCode : 1;
    process.stderr.write(`${formatFailure(error)}\n`);
  }
  await new Promise((resolve) => process.stdout.write('', resolve));
  if (lost !== undefined) process.stderr.write(`The output cannot be written (${lost}).\n`);
  await new Promise((resolve) => process.stderr.write('', resolve));
  process.exit(lost === undefined ? code : code || 1);
}
