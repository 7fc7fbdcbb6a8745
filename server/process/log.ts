// Structured logs without secrets.
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { Problem } from '../problem.ts';

export type { Logger } from 'pino';

/**
 * Writes JSON lines. Callers pass no query, no body and no header except X-Request-Id; known secret fields are
 * redacted.
 */
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
 * An error without its message: the message of a database driver may quote values, and that of a failed request may
 * contain the URL with the secret in its query. Only name, code and stack lines are logged.
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

/** The stack without the message at its start. */
function stackOf(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
}
