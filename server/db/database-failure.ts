// Database errors that are safe to log. They contain no values, because a value may identify a person.
import { Problem } from '../problem.ts';

/** `code` is an SQLSTATE or a system error code; `unreachable` means that the database cannot be reached or used. */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';
  readonly code: string;
  readonly constraint: string | undefined;
  readonly unreachable: boolean;

  constructor(failure: { message: string; code: string; unreachable: boolean; constraint?: string | undefined }) {
    super(failure.message);
    this.code = failure.code;
    this.constraint = failure.constraint;
    this.unreachable = failure.unreachable;
  }
}

/** The error that PostgreSQL's drivers throw when the server rejects a statement. */
type ServerError = { readonly code: string; readonly severity: string; readonly message: string; constraint?: string };

/**
 * Prefixes of SQLSTATEs that mean the database is unavailable: connection, invalid credentials, unknown database,
 * insufficient resources, operator intervention (shutdown, canceled statement), system error, read-only standby, and a
 * transaction that was idle for too long.
 */
const unreachable = ['08', '28', '3D', '53', '57', '58', '25006', '25P03'];

/** SQLSTATEs whose messages are about the server, the schema or our SQL, and never quote a value. */
const loggableStates = [...unreachable, '25', '3F', '40', '42', '55'];

const beginsWithOneOf = (code: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => code.startsWith(prefix));

/** Converts a driver's error. The original is dropped because its detail quotes rows. */
export function toFailure(error: unknown): DatabaseFailure {
  if (error instanceof DatabaseFailure) return error;
  if (isServerError(error)) {
    const { code, constraint } = error;
    const message = beginsWithOneOf(code, loggableStates)
      ? error.message
      : `the database rejected the statement${nameOf(constraint)}`;
    return new DatabaseFailure({
      message: `${message} (SQLSTATE ${code})`,
      code,
      constraint,
      unreachable: beginsWithOneOf(code, unreachable),
    });
  }
  // The driver cannot serialize a value. This is a bug in this service, and the message may contain the value.
  if (error instanceof TypeError || error instanceof RangeError) {
    return new DatabaseFailure({ message: 'a value cannot be sent', code: error.name, unreachable: false });
  }
  // All other errors of a driver are about the connection: refused, reset, unknown host, timeout, closed.
  const { code = 'disconnected', message } = error as NodeJS.ErrnoException;
  return new DatabaseFailure({ message: message || code, code, unreachable: true });
}

/** Converts an error that occurred while connecting. With any code, it means that the database is unreachable. */
export function toConnectFailure(error: unknown): DatabaseFailure {
  const { message, code, constraint } = toFailure(error);
  return new DatabaseFailure({ message: `${message}${remedyOf(message)}`, code, constraint, unreachable: true });
}

/** The remedy if a pooler rejects a parameter of DATABASE_URL. The service itself sends none that poolers reject. */
function remedyOf(message: string): string {
  const name = /unsupported startup parameter(?: in options)?: ([\w.]+)/.exec(message)?.[1];
  if (name === undefined) return '';
  return `: remove ${name} from DATABASE_URL, or add it to ignore_startup_parameters of the pooler`;
}

/**
 * Whether the transaction should run again: after a unique violation (another login was faster), a serialization
 * failure or a deadlock.
 */
export function isRetryable(error: unknown): error is DatabaseFailure {
  return error instanceof DatabaseFailure && ['23505', '40001', '40P01'].includes(error.code);
}

/** Converts the failure of an unreachable database to `store_unavailable`; returns other errors unchanged. */
export function toOutside(error: unknown): unknown {
  if (!(error instanceof DatabaseFailure) || !error.unreachable) return error;
  return new Problem('store_unavailable', { cause: error });
}

function isServerError(error: unknown): error is ServerError {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return false;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code);
}

function nameOf(constraint: string | undefined): string {
  return constraint === undefined ? '' : `: ${constraint}`;
}
