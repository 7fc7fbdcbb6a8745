// Logins of both channels, from a state or a code to a signed-in user.
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '../problem.ts';
import type { Trace } from '../ports/audit-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { CodeStore } from '../ports/code-store.ts';
import type { Channel, Identity, Provider } from '../ports/identity-provider.ts';
import type { LoginCodeRecord, OneTimeStore, StateRecord } from '../ports/one-time-store.ts';
import type { Limits } from '../ports/rate-limits.ts';
import type { SessionKeyStore } from '../ports/session-key-store.ts';
import type { IssuedSession } from '../ports/session-store.ts';
import type { Database } from '../ports/sql-database.ts';
import type { ResolvedUser } from './identity-service.ts';
import type { SignedIn } from './session-service.ts';
import type { Account } from './account-service.ts';
import { sendOnce } from './send-once.ts';
import { digestOf } from './labelled-digest.ts';
import type { Identities } from './identity-service.ts';
import type { Sessions } from './session-service.ts';

export type LoginParts = {
  readonly provider: Provider;
  readonly identities: Identities;
  readonly sessions: Pick<Sessions, 'open' | 'openFor' | 'confirm' | 'openConfirmed'>;
  readonly states: OneTimeStore<StateRecord>;
  readonly loginCodes: OneTimeStore<LoginCodeRecord>;
  readonly codes: CodeStore;
  readonly sessionKeys: SessionKeyStore;
  readonly limits: Limits;
  readonly runWithDeadline: Database['runWithDeadline'];
  readonly clock: Clock;
  readonly makeToken: () => string;
  readonly account: Pick<Account, 'fillProfile'>;
  /** Called for errors that do not fail the login. */
  readonly warn: (message: string, error: unknown) => void;
};

/** The result of a login. `created` is true if the login created the account. */
export type LoginResult = SignedIn & Pick<ResolvedUser, 'created'>;

type Code = { readonly code: string };
/** `deadline` is a time of `performance.now()`. Nothing is committed after it. */
type Caller = { readonly userAgent: string; readonly trace: Trace; readonly deadline: number };

export type Login = {
  /** Stores a state for 5 minutes. `flow` is the cookie of the browser that started the login. */
  begin(login: { readonly state: string; readonly flow: string }): Promise<void>;
  /**
   * Uses up a state. Throws `state_unknown` if it is unknown, expired or used, or if `bound` is true and the flow
   * cookie of the login is not among the cookies of the browser.
   */
  takeState(login: {
    readonly state: string;
    readonly flows: readonly string[];
    readonly bound: boolean;
  }): Promise<void>;
  /** Exchanges a web code and signs the person in. */
  signInWeb(login: Code & Caller): Promise<LoginResult>;
  /**
   * Exchanges a web code and returns a login code, with which a page fetches the tokens. The login code is valid for 60
   * seconds, once, and only with this state.
   */
  announceWeb(login: Code & Omit<Caller, 'userAgent'> & { readonly state: string }): Promise<string>;
  /**
   * Signs in with a login code. Throws `login_code_invalid` if the code or the state is wrong, or if all sessions of
   * the account were ended after the code was issued.
   */
  redeemLoginCode(login: Caller & { readonly loginCode: string; readonly state: string }): Promise<LoginResult>;
  /** Exchanges a mini-program's code and signs the person in. */
  signInMini(login: Code & Caller): Promise<LoginResult>;
};

/** Creates the login service. Its methods throw Problems. */
export function createLogin(parts: LoginParts): Login {
  const { provider, identities, sessions, states, loginCodes, limits } = parts;

  /** After a timeout the client tries again, so the first attempt must not be committed later. */
  const inTime =
    <Call extends Pick<Caller, 'deadline'>, T>(work: (call: Call) => Promise<T>) =>
    (call: Call): Promise<T> =>
      parts.runWithDeadline(call.deadline, () => work(call));

  const exchange = async <T extends Identity>(
    channel: Channel,
    { code, call }: { code: string; call: (code: string) => Promise<T> },
  ): Promise<T> => {
    const grant = await sendOnce(parts, { key: digestOf(`${channel} code`, code), send: () => call(code) });
    await limits.hit('user', digestOf(channel, grant.openid));
    return grant;
  };

  /** User, session and audit record are written in one transaction. */
  const enter = (identity: Identity, { trace, userAgent }: Caller): Promise<LoginResult> =>
    identities.signIn<LoginResult>(
      {
        ...trace,
        identity,
        async signInExisting(checked) {
          const signedIn = await sessions.openFor(checked, { ...trace, userAgent });
          return signedIn && { ...signedIn, created: false };
        },
      },
      async ({ user, created }, stores) => ({
        ...(await sessions.open({ ...trace, user, channel: identity.channel, userAgent, stores })),
        created,
      }),
    );

  return {
    begin: ({ state, flow }) => states.put(digestOf('state', state), { flow: digestOf('flow', flow) }),

    async takeState({ state, flows, bound }) {
      // The state is taken before the cookie is compared, so that any callback uses up the state, even a callback in
      // another browser.
      const key = digestOf('state', state);
      const record = await states.take(key);
      if (!record) throw new Problem('state_unknown', { recognized: await states.recognizes(key) });
      if (bound && !flows.some((flow) => digestOf('flow', flow) === record.flow)) {
        throw new Problem('state_unknown', { recognized: true });
      }
    },

    signInWeb: inTime(async ({ code, ...caller }) => {
      const grant = await exchange('web', { code, call: provider.exchangeWebCode });
      const signedIn = await enter(toIdentity(grant), caller);
      return { ...signedIn, user: await fillProfile(parts, { user: signedIn.user, grant }) };
    }),

    announceWeb: inTime(async ({ code, trace, state }) => {
      const grant = await exchange('web', { code, call: provider.exchangeWebCode });
      const { user, created, confirmed } = await identities.signIn(
        { ...trace, identity: toIdentity(grant) },
        async (arrival, stores) => ({ ...arrival, confirmed: await sessions.confirm(stores, arrival.user) }),
      );
      await fillProfile(parts, { user, grant });
      const loginCode = parts.makeToken();
      const record = { userId: user.id, created, state: digestOf('state', state), confirmed };
      await loginCodes.put(digestOf('login code', loginCode), record);
      return loginCode;
    }),

    redeemLoginCode: inTime(async ({ loginCode, state, userAgent, trace }) => {
      // The code is taken before the state is compared, so that a code allows only one attempt.
      const key = digestOf('login code', loginCode);
      const record = await loginCodes.take(key);
      if (!record) throw new Problem('login_code_invalid', { recognized: await loginCodes.recognizes(key) });
      if (record.state !== digestOf('state', state)) throw new Problem('login_code_invalid', { recognized: true });
      const { userId, confirmed, created } = record;
      const signedIn = await sessions.openConfirmed({ ...trace, userId, confirmed, userAgent });
      if (!signedIn) throw new Problem('login_code_invalid', { recognized: true });
      return { ...signedIn, created };
    }),

    signInMini: inTime(async ({ code, ...caller }) => {
      const grant = await exchange('mini', { code, call: provider.exchangeMiniCode });
      await keepSessionKey(parts, grant);
      return enter(toIdentity(grant), caller);
    }),
  };
}

/**
 * Stores the session key. This happens before the user is written, so that the key is ready when the login succeeds. If
 * storing fails, the login still succeeds, and the deprecated phone method answers `session_key_stale`.
 */
async function keepSessionKey(
  { sessionKeys, warn }: Pick<LoginParts, 'sessionKeys' | 'warn'>,
  { openid, sessionKey }: { readonly openid: string; readonly sessionKey: string },
): Promise<void> {
  try {
    // If the provider sent no key, the stored key is removed, because it could not decrypt data that was encrypted with
    // the newest key.
    await (sessionKey === '' ? sessionKeys.remove(openid) : sessionKeys.put(openid, sessionKey));
  } catch (error) {
    warn('a session key could not be stored', error);
  }
}

type ProfileParts = Pick<LoginParts, 'provider' | 'account' | 'warn'>;
type Arrival = {
  readonly user: IssuedSession['user'];
  readonly grant: { readonly accessToken: string; readonly openid: string };
};

/** The time limit for the profile, including one second for the provider. */
const profileMs = 2_000;

/** Fetches the name and picture of a user who lacks either. Errors and delays do not affect the login. */
async function fillProfile(parts: ProfileParts, arrival: Arrival): Promise<IssuedSession['user']> {
  const { user } = arrival;
  if (user.nickname !== null && user.avatarUrl !== null) return user;
  return Promise.race([keepProfile(parts, arrival), wait(profileMs, user, { ref: false })]);
}

async function keepProfile(
  { provider, account, warn }: ProfileParts,
  { user, grant: { accessToken, openid } }: Arrival,
): Promise<IssuedSession['user']> {
  try {
    const profile = await provider.fetchProfile({ accessToken, openid });
    return await account.fillProfile({ userId: user.id, profile });
  } catch (error) {
    warn('a profile could not be stored', error);
    return user;
  }
}

/** Only the identifiers of a grant, without the provider's credentials. */
function toIdentity({ channel, openid, unionid }: Identity): Identity {
  return { channel, openid, ...(unionid === undefined ? {} : { unionid }) };
}
