// One call to the provider: measured, and logged if the operator should know about it.
import { Problem } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import type { CircuitCalls, ProviderCall } from '../ports/identity-provider.ts';
import type { Observe } from '../ports/metric-events.ts';
import { parseAnswer } from './provider-answers.ts';
import { ProviderRefusal, describeErrcode } from './errcodes.ts';
import { WireError } from './wire.ts';
import type { Outgoing, Wire } from './wire.ts';

/** An event for the operator's log. It contains no text from the provider. */
export type ProviderEvent = {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly call?: ProviderCall;
  /** For a circuit breaker: the calls that it guards. */
  readonly calls?: CircuitCalls;
  readonly problem?: ProblemCode;
  /** The provider's error number. */
  readonly errcode?: number;
  /** Why the response is missing: an error code of Node or of this service. */
  readonly reason?: string;
};

export type Question<T> = Outgoing & {
  readonly call: ProviderCall;
  readonly readAnswer: (answer: Readonly<Record<string, unknown>>) => T;
  /** Returns false for errors that the caller handles or reports itself. By default every error is reported. */
  readonly isReported?: (error: Problem) => boolean;
};

type Failure = { readonly call: ProviderCall; readonly problem: Problem; readonly error: unknown };

/** Rejects only with Problems. */
export type Ask = <T>(question: Question<T>) => Promise<T>;

export function createAsk({
  wire,
  observe,
  report,
}: {
  readonly wire: Wire;
  readonly observe: Observe;
  readonly report: (failure: Failure) => void;
}): Ask {
  return async ({ call, readAnswer, isReported = () => true, ...outgoing }) => {
    const began = performance.now();
    const finish = (result: string): void =>
      observe({ kind: 'provider', call, result, seconds: (performance.now() - began) / 1000 });
    try {
      const answer = readAnswer(parseAnswer(await wire(outgoing), call));
      finish('ok');
      return answer;
    } catch (error) {
      const problem = toProblem(error);
      finish(problem.code);
      if (isReported(problem)) report({ call, problem, error });
      throw problem;
    }
  };
}

const wireProblems = {
  unreachable: 'idp_unreachable',
  timeout: 'idp_timeout',
  garbled: 'idp_bad_response',
} as const satisfies Record<WireError['kind'], ProblemCode>;

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof WireError) return new Problem(wireProblems[error.kind], { unsent: error.unsent });
  return new Problem('internal');
}

/** Problems that users cause. They are not logged, because users could fill the log with them. */
const ofPeople: readonly ProblemCode[] = [
  'idp_code_invalid',
  'idp_code_used',
  'idp_user_blocked',
  'idp_user_snapshot',
  'phone_rejected',
];

/** Creates the function that logs failed calls. */
export function createReport(log: (event: ProviderEvent) => void): (failure: Failure) => void {
  return ({ call, problem, error }) => {
    if (ofPeople.includes(problem.code)) return;
    const facts = { call, problem: problem.code };
    if (error instanceof ProviderRefusal) {
      const { errcode } = error;
      const { level, message } = describeErrcode(errcode);
      // A failed profile is only a warning, because a login does not need a profile.
      return log({ level: call === 'profile' && level === 'error' ? 'warn' : level, message, ...facts, errcode });
    }
    log({
      level: 'warn',
      message: 'a call to the provider failed',
      ...facts,
      ...(error instanceof WireError ? { reason: error.reason } : {}),
    });
  };
}
