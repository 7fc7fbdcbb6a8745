// Structured logs without secrets: what may be written of a request and of an error is decided here.
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { Problem } from '../problem.ts';

export type { Logger } from 'pino';

/** JSON lines. No query, no body, no header but X-Request-Id is ever handed in; what slips in by name is redacted. */
export function createLog(level: string, destination: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: [...secretNames, ...secretNames.map((name) => `*.${name}`)], censor: '[redacted]' },
  };
  return pino(options, destination);
}

const secretNames = [
  'secret',
  'password',
  'js_code',
  'state',
  'openid',
  'unionid',
  'session_key',
  'sessionKey',
  'access_token',
  'accessToken',
  'refresh_token',
  'refreshToken',
  'login_code',
  'authorization',
  'cookie',
  'phone',
];

/**
 * An error as a log may hold it. The text of a driver's error may quote values of a row, and that of a fetch its
 * address with the secret in its query: of foreign errors only name, code and the lines of their stack are kept.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  if (error instanceof Problem) {
    return {
      type: 'Problem',
      problem: error.code,
      ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
    };
  }
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.name,
    ...(typeof code === 'string' ? { errorCode: code } : {}),
    stack: stackOf(error),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Where it happened, without the message that begins a stack. */
function stackOf(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
}
