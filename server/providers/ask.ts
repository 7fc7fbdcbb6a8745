// One question to the provider and its answer: measured, and reported where it concerns the operator.
import { Problem } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import type { CircuitCalls, ProviderCall } from '../ports/identity-provider.ts';
import type { Observe } from '../ports/metric-events.ts';
import { parseAnswer } from './answers.ts';
import { ProviderRefusal, describeErrcode } from './errcodes.ts';
import { WireError } from './wire.ts';
import type { Outgoing, Wire } from './wire.ts';

/** Trouble that an operator should know of. Words and numbers of ours and of Node's, never the provider's. */
export type ProviderEvent = {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly call?: ProviderCall;
  /** Of a circuit: the calls that it guards. */
  readonly calls?: CircuitCalls;
  readonly problem?: ProblemCode;
  /** The provider's error number. */
  readonly errcode?: number;
  /** Why there was no answer: an error code of Node's, or a word of ours. */
  readonly reason?: string;
};

export type Question<T> = Outgoing & {
  readonly call: ProviderCall;
  readonly read: (answer: Readonly<Record<string, unknown>>) => T;
  /** False for what the caller mends or reports itself; everything is reported without it. */
  readonly isReported?: (error: Problem) => boolean;
};

type Failure = { readonly call: ProviderCall; readonly problem: Problem; readonly error: unknown };

/** Rejects with a Problem and nothing else. */
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
  return async ({ call, read, isReported = () => true, ...outgoing }) => {
    const began = performance.now();
    const finish = (result: string): void =>
      observe({ kind: 'provider', call, result, seconds: (performance.now() - began) / 1000 });
    try {
      const answer = read(parseAnswer(await wire(outgoing), call));
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

/** People cause these, and could fill a log with them. */
const ofPeople: readonly ProblemCode[] = [
  'idp_code_invalid',
  'idp_code_used',
  'idp_user_blocked',
  'idp_user_snapshot',
  'phone_rejected',
];

/** Makes what tells the log of failed calls. */
export function createReport(log: (event: ProviderEvent) => void): (failure: Failure) => void {
  return ({ call, problem, error }) => {
    if (ofPeople.includes(problem.code)) return;
    const facts = { call, problem: problem.code };
    if (error instanceof ProviderRefusal) {
      const { errcode } = error;
      const { level, message } = describeErrcode(errcode);
      // No login fails for want of a name.
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
