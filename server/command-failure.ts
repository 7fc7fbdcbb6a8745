// Errors of commands. For a Failure only the message is printed, for any other error the stack.
import { Problem } from './problem.ts';

/**
 * An error that the user can fix: the message says what is wrong and what to do. `exitCode` is the exit code of the
 * command.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, cause }: { readonly exitCode?: number; readonly cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** Runs the work. A file or folder below DATA_DIR that cannot be read or written becomes a Failure with a remedy. */
export function belowDataDir<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, path: file } = error as NodeJS.ErrnoException;
    if (code === undefined || file === undefined) throw error;
    const remedy = 'set DATA_DIR to a folder that this user may read and write';
    throw new Failure(`${file} cannot be used (${code}): ${remedy}`, { cause: error });
  }
}

/** The text that a command prints for an error. */
export function formatFailure(error: unknown): string {
  if (error instanceof Problem && error.code === 'store_unavailable') {
    const reason = error.cause instanceof Error ? error.cause.message : 'no answer';
    return `The database or Redis cannot be reached: ${reason}. Check DATABASE_URL, KEYV_URL and the servers.`;
  }
  return error instanceof Failure ? error.message : ((error as Error).stack ?? String(error));
}

/**
 * Runs a command and ends the process. The exit code is the number that `main` returns, or 0. If `main` throws, the
 * error is printed to stderr, and the exit code is that of the Failure, or 1. `process.exit` is needed because open
 * database connections would keep the process alive.
 */
export async function runCommand(main: () => Promise<unknown>): Promise<never> {
  let code: number;
  let writeError: string | undefined;
  // EPIPE is not an error: the reader has closed the pipe (`npm run user -- sessions ID | head`). A full disk is an
  // error.
  process.stdout.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') writeError = code;
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
  if (writeError !== undefined) process.stderr.write(`The output could not be written (${writeError}).\n`);
  await new Promise((resolve) => process.stderr.write('', resolve));
  process.exit(writeError === undefined ? code : code || 1);
}
