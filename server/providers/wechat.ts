// The WeChat platform as this service sees it: who holds a code, what they are called, what their number is.
import { Problem } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import type { Clock, Observe, Provider, ProviderCall } from '../types.ts';
import * as answers from './answers.ts';
import { createCircuit } from './circuit.ts';
import type { CircuitState } from './circuit.ts';
import { createGlobalToken } from './global-token.ts';
import { WireError, createWire } from './wire.ts';
import type { Outgoing, Wire } from './wire.ts';

export type App = { readonly appId: string; readonly secret: string };

/** Trouble that an operator should know of. Words and numbers of ours and of Node's, never the provider's. */
export type ProviderEvent = {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly call?: ProviderCall;
  readonly problem?: ProblemCode;
  /** The provider's error number. */
  readonly errcode?: number;
  /** Why there was no answer: an error code of Node's, or a word of ours. */
  readonly reason?: string;
};

export type ProviderParts = {
  readonly web: App;
  readonly mini: App;
  /** Without a slash at its end. */
  readonly apiUrl: string;
  /** Milliseconds for an operation as a whole, all its requests included. */
  readonly deadlineMs?: number;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly log: (event: ProviderEvent) => void;
  /** A certificate authority beside the system's, for tests. */
  readonly ca?: string | undefined;
};

type ProviderAnswer = Readonly<Record<string, unknown>>;
type Question<T> = Outgoing & { readonly call: ProviderCall; readonly read: (answer: ProviderAnswer) => T };

/** The circuit counts these: unreachable, timed out, 5xx, bad answer; never a user's code. */
const failures: readonly ProblemCode[] = ['idp_unreachable', 'idp_timeout', 'idp_bad_response'];
const profileMs = 1_000;

/** Makes the provider's client. Every rejection is a Problem without a cause. */
export function createProvider(parts: ProviderParts): Provider {
  const { web, mini, apiUrl, deadlineMs = 5_000, clock, observe, log, ca } = parts;
  const wire = createWire({ apiUrl, ca });
  const ask = createAsk({ wire, observe, log });
  const circuit = createCircuit({
    clock,
    isFailure: (error) => error instanceof Problem && failures.includes(error.code),
    onChange(state) {
      observe({ kind: 'circuit', state });
      log(circuitEvents[state]);
    },
  });
  const askGuarded = <T>(question: Question<T>): Promise<T> => circuit.run(() => ask(question));

  const globalToken = createGlobalToken({
    clock,
    fetchToken: () =>
      askGuarded({
        call: 'global_token',
        method: 'POST',
        // This one and never `/cgi-bin/token`, and never by force: both take the token away from other instances.
        path: '/cgi-bin/stable_token',
        query: {},
        body: { grant_type: 'client_credential', appid: mini.appId, secret: mini.secret, force_refresh: false },
        deadline: performance.now() + deadlineMs,
        read: answers.readGlobalToken,
      }),
  });

  return {
    exchangeWebCode: async (code) => {
      const { sessionKey: _, ...grant } = await askGuarded({
        call: 'web_code',
        method: 'GET',
        path: '/sns/oauth2/access_token',
        query: { appid: web.appId, secret: web.secret, code, grant_type: 'authorization_code' },
        deadline: performance.now() + deadlineMs,
        read: (answer) => answers.readGrant(answer, 'web'),
      });
      return grant;
    },

    exchangeMiniCode: async (code) => {
      const { accessToken: _, ...grant } = await askGuarded({
        call: 'mini_code',
        method: 'GET',
        path: '/sns/jscode2session',
        query: { appid: mini.appId, secret: mini.secret, js_code: code, grant_type: 'authorization_code' },
        deadline: performance.now() + deadlineMs,
        read: (answer) => answers.readGrant(answer, 'mini'),
      });
      return grant;
    },

    /** Outside the circuit's figures: a name is no reason to hold back logins, nor to try while they are held back. */
    async fetchProfile({ accessToken, openid }) {
      if (accessToken === '' || circuit.state() !== 'closed') return {};
      const question: Question<ReturnType<typeof answers.readProfile>> = {
        call: 'profile',
        method: 'GET',
        path: '/sns/userinfo',
        query: { access_token: accessToken, openid },
        deadline: performance.now() + Math.min(profileMs, deadlineMs),
        read: (answer) => answers.readProfile(answer, openid),
      };
      return ask(question).catch(() => ({}));
    },

    async fetchPhone(code) {
      const deadline = performance.now() + deadlineMs;
      const token = await globalToken.get().catch(rethrowUnsent);
      return askGuarded({
        call: 'phone',
        method: 'POST',
        path: '/wxa/business/getuserphonenumber',
        query: { access_token: token },
        body: { code },
        deadline,
        read: (answer) => answers.readPhone(answer, mini.appId),
      }).catch((error: unknown) => {
        // For the next code: this one is paid for and goes out once.
        if (error instanceof answers.ProviderRefusal && answers.tokenErrcodes.includes(error.errcode))
          globalToken.drop(token);
        throw isBadCode(error) ? new Problem('phone_rejected') : error;
      });
    },
  };
}

/** Without the token the code stayed here, whatever became of the request for the token. */
function rethrowUnsent(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  throw new Problem(error.code, { retryAfter: error.retryAfter, unsent: true });
}

function isBadCode(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'idp_code_invalid' || error.code === 'idp_code_used');
}

/** One question and its answer, measured and, where the provider is at fault, reported. */
function createAsk({ wire, observe, log }: { wire: Wire } & Pick<ProviderParts, 'observe' | 'log'>) {
  return async <T>({ call, read, ...outgoing }: Question<T>): Promise<T> => {
    const began = performance.now();
    const finish = (result: string): void =>
      observe({ kind: 'provider', call, result, seconds: (performance.now() - began) / 1000 });
    try {
      const answer = read(answers.parseAnswer(await wire(outgoing)));
      finish('ok');
      return answer;
    } catch (error) {
      const problem = toProblem(error);
      finish(problem.code);
      report({ log, call, problem, error });
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

/** Users cause these: they are no failures of the provider, and are not logged as its. */
const ofUsers: readonly ProblemCode[] = [
  'idp_code_invalid',
  'idp_code_used',
  'idp_user_blocked',
  'idp_user_snapshot',
  'phone_rejected',
];

function report({
  log,
  call,
  problem,
  error,
}: Pick<ProviderParts, 'log'> & { call: ProviderCall; problem: Problem; error: unknown }): void {
  if (ofUsers.includes(problem.code)) return;
  const misconfigured = problem.code === 'idp_misconfigured';
  log({
    level: misconfigured ? 'error' : 'warn',
    message: misconfigured
      ? 'the provider refuses this service: check the app ids, the secrets and the addresses allowed there'
      : 'a call to the provider failed',
    call,
    problem: problem.code,
    ...(error instanceof answers.ProviderRefusal ? { errcode: error.errcode } : {}),
    ...(error instanceof WireError ? { reason: error.reason } : {}),
  });
}

const circuitEvents: Record<CircuitState, ProviderEvent> = {
  open: { level: 'error', message: 'the provider fails: calls are held back for 5 s' },
  'half-open': { level: 'info', message: 'one call tries the provider' },
  closed: { level: 'info', message: 'the provider answers again' },
};
