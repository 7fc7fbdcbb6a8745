// The client of the WeChat platform: exchanges codes, and fetches profiles and phone numbers.
import { Problem } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import type { Clock } from '../ports/clock.ts';
import type { App, CircuitCalls, Provider } from '../ports/identity-provider.ts';
import type { Observe } from '../ports/metric-events.ts';
import * as answers from './provider-answers.ts';
import { createAsk, createReport } from './provider-call.ts';
import type { ProviderEvent, Question } from './provider-call.ts';
import { createCircuit } from './circuit-breaker.ts';
import type { Circuit, CircuitState } from './circuit-breaker.ts';
import { ProviderRefusal, tokenErrcodes } from './errcodes.ts';
import { createGlobalToken } from './global-token.ts';
import { createWire } from './wire.ts';

export type { ProviderEvent } from './provider-call.ts';

export type ProviderParts = {
  readonly web: App;
  readonly mini: App;
  /** Without a slash at the end. */
  readonly apiUrl: string;
  /** Milliseconds for an operation, including all its requests. */
  readonly deadlineMs?: number;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly log: (event: ProviderEvent) => void;
  /** An additional certificate authority, for tests. */
  readonly ca?: string | undefined;
};

/** Failures of the provider: no response, a 5xx, or a malformed response. A well-formed refusal is not a failure. */
const failures: readonly ProblemCode[] = ['idp_unreachable', 'idp_timeout', 'idp_bad_response'];
const isFailure = (error: unknown): boolean =>
  error instanceof Problem && failures.includes(error.code) && !(error instanceof ProviderRefusal);

const profileMs = 1_000;

/** Creates the client. It rejects only with Problems, without a cause. */
export function createProvider(parts: ProviderParts): Provider {
  const { web, mini, apiUrl, deadlineMs = 5_000, clock, observe, log, ca } = parts;
  // A provider at an http address is a stand-in, whose pictures are http too.
  const plainHosts = apiUrl.startsWith('http:') ? /./ : undefined;
  const report = createReport(log);
  const ask = createAsk({ wire: createWire({ apiUrl, ca }), observe, report });
  const createBreaker = (calls: CircuitCalls): Circuit =>
    createCircuit({
      clock,
      isFailure,
      onChange(state) {
        observe({ kind: 'circuit', calls, state });
        log({ ...circuitEvents[state], calls });
      },
    });
  // Separate, so that failing phone calls do not block logins, and vice versa.
  const [logins, phones] = [createBreaker('logins'), createBreaker('phone_numbers')];
  const askFor = <T>(circuit: Circuit, question: Question<T>): Promise<T> => circuit.run(() => ask(question));

  const globalToken = createGlobalToken({
    clock,
    fetchToken: () =>
      askFor(phones, {
        call: 'global_token',
        method: 'POST',
        // Not `/cgi-bin/token`, and never with `force_refresh`: either would invalidate the token of the other
        // instances.
        path: '/cgi-bin/stable_token',
        query: {},
        body: { grant_type: 'client_credential', appid: mini.appId, secret: mini.secret, force_refresh: false },
        deadline: performance.now() + deadlineMs,
        readAnswer: answers.readGlobalToken,
      }),
  });

  return {
    exchangeWebCode: async (code) => {
      const { sessionKey: _, ...grant } = await askFor(logins, {
        call: 'web_code',
        method: 'GET',
        path: '/sns/oauth2/access_token',
        query: { appid: web.appId, secret: web.secret, code, grant_type: 'authorization_code' },
        deadline: performance.now() + deadlineMs,
        readAnswer: (answer) => answers.readGrant(answer, 'web'),
      });
      return grant;
    },

    exchangeMiniCode: async (code) => {
      const { accessToken: _, ...grant } = await askFor(logins, {
        call: 'mini_code',
        method: 'GET',
        path: '/sns/jscode2session',
        query: { appid: mini.appId, secret: mini.secret, js_code: code, grant_type: 'authorization_code' },
        deadline: performance.now() + deadlineMs,
        readAnswer: (answer) => answers.readGrant(answer, 'mini'),
      });
      return grant;
    },

    /** Not counted by the circuit breaker, because a login does not need a profile. Skipped while logins are paused. */
    async fetchProfile({ accessToken, openid }) {
      if (accessToken === '' || logins.state() !== 'closed') return {};
      const question: Question<ReturnType<typeof answers.readProfile>> = {
        call: 'profile',
        method: 'GET',
        path: '/sns/userinfo',
        query: { access_token: accessToken, openid },
        deadline: performance.now() + Math.min(profileMs, deadlineMs),
        readAnswer: (answer) => answers.readProfile(answer, { openid, plainHosts }),
      };
      return ask(question).catch(() => ({}));
    },

    async fetchPhone(code) {
      const deadline = performance.now() + deadlineMs;
      const send = (token: string, isReported: (error: Problem) => boolean): Promise<string> =>
        askFor(phones, {
          call: 'phone',
          method: 'POST',
          path: '/wxa/business/getuserphonenumber',
          query: { access_token: token },
          body: { code },
          deadline,
          readAnswer: (answer) => answers.readPhone(answer, mini.appId),
          isReported,
        });
      const getToken = (): Promise<string> => within(deadline, globalToken.get());
      const token = await getToken().catch((error: unknown) => {
        // The code was not sent, even if the request for the token was.
        throw mark(error, { unsent: true });
      });
      const answer = await send(token, (error) => !isStaleToken(error)).catch(passStaleToken);
      if (typeof answer === 'string') return answer;
      try {
        globalToken.drop(token);
        const next = await getToken();
        // The only case in which a code is sent again: a call that is refused because of its token has not used the
        // code.
        if (next !== token) return await send(next, () => true);
      } catch (error) {
        // The code was sent by the first attempt, even if the second one was not sent.
        throw mark(toPhoneProblem(error), { unsent: false });
      }
      report({ call: 'phone', problem: answer, error: answer });
      throw answer;
    },
  };
}

/** Limits the wait for a token that another call has requested. */
function within<T>(deadline: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Problem('idp_timeout')), Math.max(0, deadline - performance.now()));
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const isStaleToken = (error: unknown): error is ProviderRefusal =>
  error instanceof ProviderRefusal && tokenErrcodes.includes(error.errcode);

function passStaleToken(error: unknown): ProviderRefusal {
  if (isStaleToken(error)) return error;
  throw toPhoneProblem(error);
}

/** For the phone button all invalid codes are the same: the person taps again and gets a new code. */
function toPhoneProblem(error: unknown): unknown {
  const isBadCode = error instanceof Problem && ['idp_code_invalid', 'idp_code_used'].includes(error.code);
  return isBadCode ? new Problem('phone_rejected') : error;
}

function mark(error: unknown, { unsent }: { readonly unsent: boolean }): unknown {
  return error instanceof Problem ? new Problem(error.code, { retryAfter: error.retryAfter, unsent }) : error;
}

const circuitEvents: Record<CircuitState, ProviderEvent> = {
  open: { level: 'error', message: 'the provider is failing: calls are paused for 5 s' },
  'half-open': { level: 'info', message: 'one call tests the provider' },
  closed: { level: 'info', message: 'the provider responds again' },
};
