// Failures of a database are described in words that may be logged: never a value, for values are people's identifiers.
import { Problem } from '../problem.ts';

/** An SQLSTATE or a code of the system's, and whether it means that the database is out of reach. */
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

/** PostgreSQL's drivers throw it when the server itself refused a statement. */
type ServerError = { readonly code: string; readonly severity: string; readonly message: string; constraint?: string };

/**
 * SQLSTATEs, by their beginning, with which the database cannot serve: connection, rejected credentials, no such
 * database, resources, operator intervention (a stop, a cancelled statement), the system itself; a read-only standby;
 * and a transaction that was idle for too long.
 */
const unreachable = ['08', '28', '3D', '53', '57', '58', '25006', '25P03'];

/** Classes whose messages speak of the server, of names in the schema or of our own SQL, never of a value. */
const speakable = [...unreachable, '25', '3F', '40', '42', '55'];

const beginsWithOneOf = (code: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => code.startsWith(prefix));

/** Takes what a driver threw and keeps what may be told. The original goes: its detail quotes rows. */
export function toFailure(error: unknown): DatabaseFailure {
  if (error instanceof DatabaseFailure) return error;
  if (isServerError(error)) {
    const { code, constraint } = error;
    const message = beginsWithOneOf(code, speakable) ? error.message : `the database refuses${nameOf(constraint)}`;
    return new DatabaseFailure({
      message: `${message} (SQLSTATE ${code})`,
      code,
      constraint,
      unreachable: beginsWithOneOf(code, unreachable),
    });
  }
  // A value that no driver can send is our fault, and its text may be the value.
  if (error instanceof TypeError || error instanceof RangeError) {
    return new DatabaseFailure({ message: 'a value cannot be sent', code: error.name, unreachable: false });
  }
  // Whatever else comes from a driver is the way to the server: refused, reset, unknown host, timed out, closed.
  const { code = 'disconnected', message } = error as NodeJS.ErrnoException;
  return new DatabaseFailure({ message: message || code, code, unreachable: true });
}

/** Trouble on the way to a connection: whatever it is called, the database cannot be reached. */
export function toConnectFailure(error: unknown): DatabaseFailure {
  const { message, code, constraint } = toFailure(error);
  return new DatabaseFailure({ message: `${message}${remedyOf(message)}`, code, constraint, unreachable: true });
}

/** A pooler's refusal of what DATABASE_URL says. This service itself sends nothing that poolers refuse. */
function remedyOf(message: string): string {
  const name = /unsupported startup parameter(?: in options)?: ([\w.]+)/.exec(message)?.[1];
  if (name === undefined) return '';
  return `: take ${name} out of DATABASE_URL, or add it to ignore_startup_parameters of the pooler`;
}

/**
 * Whether running a transaction again may help: a unique violation (another login was first), a serialization
 * failure, a deadlock.
 */
export function isRetryable(error: unknown): error is DatabaseFailure {
  return error instanceof DatabaseFailure && ['23505', '40001', '40P01'].includes(error.code);
}

/** Turns a database out of reach into `store_unavailable`; any other error leaves this folder as it is. */
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
