// The WeChat platform as this service sees it: who holds a code, what they are called, what their number is.
import { Problem } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import type { Clock } from '../ports/clock.ts';
import type { CircuitCalls, Provider } from '../ports/identity-provider.ts';
import type { Observe } from '../ports/metric-events.ts';
import * as answers from './answers.ts';
import { createAsk, createReport } from './ask.ts';
import type { ProviderEvent, Question } from './ask.ts';
import { createCircuit } from './circuit.ts';
import type { Circuit, CircuitState } from './circuit.ts';
import { ProviderRefusal, tokenErrcodes } from './errcodes.ts';
import { createGlobalToken } from './global-token.ts';
import { createWire } from './wire.ts';

export type { ProviderEvent } from './ask.ts';

export type App = { readonly appId: string; readonly secret: string };

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

/** Failures: no answer, a 5xx, an answer that cannot be read. A refusal in good form is an answer, whatever its number. */
const failures: readonly ProblemCode[] = ['idp_unreachable', 'idp_timeout', 'idp_bad_response'];
const isFailure = (error: unknown): boolean =>
  error instanceof Problem && failures.includes(error.code) && !(error instanceof ProviderRefusal);

const profileMs = 1_000;

/** Makes the provider's client. Every rejection is a Problem without a cause. */
export function createProvider(parts: ProviderParts): Provider {
  const { web, mini, apiUrl, deadlineMs = 5_000, clock, observe, log, ca } = parts;
  // Who is asked over http is a stand-in, and so are its pictures.
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
  // Apart: a phone button that fails takes no login away, and the other way round.
  const [logins, phones] = [createBreaker('logins'), createBreaker('phone_numbers')];
  const askFor = <T>(circuit: Circuit, question: Question<T>): Promise<T> => circuit.run(() => ask(question));

  const globalToken = createGlobalToken({
    clock,
    fetchToken: () =>
      askFor(phones, {
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
      const { sessionKey: _, ...grant } = await askFor(logins, {
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
      const { accessToken: _, ...grant } = await askFor(logins, {
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
      if (accessToken === '' || logins.state() !== 'closed') return {};
      const question: Question<ReturnType<typeof answers.readProfile>> = {
        call: 'profile',
        method: 'GET',
        path: '/sns/userinfo',
        query: { access_token: accessToken, openid },
        deadline: performance.now() + Math.min(profileMs, deadlineMs),
        read: (answer) => answers.readProfile(answer, { openid, plainHosts }),
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
          read: (answer) => answers.readPhone(answer, mini.appId),
          isReported,
        });
      const getToken = (): Promise<string> => within(deadline, globalToken.get());
      const token = await getToken().catch((error: unknown) => {
        // Without the token the code stayed here, whatever became of the request for the token.
        throw mark(error, { unsent: true });
      });
      const answer = await send(token, (error) => !isStaleToken(error)).catch(passStaleToken);
      if (typeof answer === 'string') return answer;
      try {
        globalToken.drop(token);
        const next = await getToken();
        // The one code that goes out again: a call that is refused for its token has not looked at the code.
        if (next !== token) return await send(next, () => true);
      } catch (error) {
        // The code has left, whatever became of the second attempt.
        throw mark(toPhoneProblem(error), { unsent: false });
      }
      report({ call: 'phone', problem: answer, error: answer });
      throw answer;
    },
  };
}

/** Who waits for a token that somebody else asked for waits no longer than its own deadline. */
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

/** To somebody who tapped the phone button every code that does not serve is alike: the next tap brings another. */
function toPhoneProblem(error: unknown): unknown {
  const isBadCode = error instanceof Problem && ['idp_code_invalid', 'idp_code_used'].includes(error.code);
  return isBadCode ? new Problem('phone_rejected') : error;
}

function mark(error: unknown, { unsent }: { readonly unsent: boolean }): unknown {
  return error instanceof Problem ? new Problem(error.code, { retryAfter: error.retryAfter, unsent }) : error;
}

const circuitEvents: Record<CircuitState, ProviderEvent> = {
  open: { level: 'error', message: 'the provider fails: calls are held back for 5 s' },
  'half-open': { level: 'info', message: 'one call tries the provider' },
  closed: { level: 'info', message: 'the provider answers again' },
};
