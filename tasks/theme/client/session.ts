// The session of this browser: its tokens, its user, and requests with the token.
// Only one tab refreshes at a time; the others use its new tokens.

export type Tokens = {
  readonly access_token: string;
  /** Absent if the login service keeps it in a cookie that no script can read. */
  readonly refresh_token?: string;
};

/** The signed-in reader as the corner of the header shows them, without a request. It holds no secret. */
export type Account = {
  readonly id: string;
  readonly name: string;
  /** The address of the picture, and a small copy as a `data:` address, so that pages load it from no other host. */
  readonly address?: string;
  readonly picture?: string;
  /** When the session expires unused, in milliseconds. */
  readonly ends: number;
};

export type Session = {
  readonly tokens: () => Tokens | undefined;
  readonly account: () => Account | undefined;
  readonly keep: (tokens: Tokens) => void;
  readonly show: (account: Account) => void;
  readonly forget: () => void;
  /** A request without a token. Rejects if a response does not arrive. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** A request with the access token. After a 401 it renews the token and repeats the request once. */
  readonly call: (path: string, init?: RequestInit) => Promise<Response>;
  /** Why the session ended without a sign-out: the service refused it, or it belongs to another person. */
  readonly lost: () => Loss | undefined;
  /** Forgets everything; resolves to whether the service ended the session too. */
  readonly signOut: () => Promise<boolean>;
};

export type Loss = 'ended' | 'replaced';

/** `api` is the base address of the login service's endpoints. */
export function createSession(api: string): Session {
  const ask: Session['ask'] = (path, init) => fetch(api + path, init);
  const tokens = (): Tokens | undefined => readStored('login tokens');
  const account = (): Account | undefined => readStored('login account');
  let loss: Loss | undefined;

  const keep = (value: Tokens): void => {
    loss = undefined;
    localStorage.setItem('login tokens', JSON.stringify(value));
  };

  const show = (value: Account | undefined): void => {
    if (value) localStorage.setItem('login account', JSON.stringify(value));
    else localStorage.removeItem('login account');
    dispatchEvent(new Event('account'));
  };

  const forget = (): void => {
    localStorage.removeItem('login tokens');
    show(undefined);
  };

  const lose = (reason: Loss): void => {
    loss = reason;
    forget();
  };

  const endSession = (proof: Tokens): Promise<Response | undefined> =>
    ask('/logout', jsonOf(proofOf(proof))).catch(() => undefined);

  const send = (path: string, { access_token: token }: Tokens, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${token}`);
    return ask(path, { ...init, headers });
  };

  const renew = (stale: Tokens): Promise<Tokens | undefined> =>
    alone(async () => {
      const current = tokens();
      // Another request or tab has refreshed already, or the reader signed out.
      if (current?.access_token !== stale.access_token) return current;
      const response = await ask('/refresh', jsonOf(proofOf(current)));
      // Only a refusal of the service ends the session, not a failed request.
      if (response.status === 400) lose('ended');
      if (!response.ok) return undefined;
      const next = (await response.json()) as TokenAnswer;
      const currentAccount = account();
      // An attacker may have put another session into this browser, to see what the reader does next. A merge of two
      // accounts of one person looks the same, so that person must sign in again too.
      if (currentAccount && currentAccount.id !== next.user.id) {
        lose('replaced');
        await endSession(next);
        return undefined;
      }
      keep(toTokens(next));
      if (currentAccount) show({ ...currentAccount, ends: endOf(next) });
      return next;
    });

  return {
    tokens,
    account,
    keep,
    show,
    forget,
    lost: () => loss,
    ask,
    async call(path, init) {
      const current = tokens();
      if (!current) return ask(path, init);
      const response = await send(path, current, init);
      if (response.status !== 401) return response;
      const next = await renew(current);
      return next ? send(path, next, init) : response;
    },
    signOut: () =>
      alone(async () => {
        const current = tokens();
        forget();
        if (!current) return true;
        // The refresh token is valid longer than the access token, so it ends the session even after hours of sleep.
        const response = await endSession(current);
        return response !== undefined && response.status < 429;
      }),
  };
}

export type TokenAnswer = Tokens & {
  readonly refresh_expires_in: number;
  readonly user: { readonly id: string; readonly nickname: string | null; readonly avatar_url: string | null };
};

export const toTokens = ({ access_token, refresh_token }: TokenAnswer): Tokens => ({
  access_token,
  ...(refresh_token === undefined ? {} : { refresh_token }),
});

export const endOf = ({ refresh_expires_in: seconds }: TokenAnswer): number => Date.now() + seconds * 1000;

export const jsonOf = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** If no refresh token is stored, it is in the cookie, which the browser sends. */
const proofOf = ({ refresh_token }: Tokens): object => (refresh_token === undefined ? {} : { refresh_token });

/**
 * Runs `work` in one tab at a time. Browsers have locks only on https and on localhost; elsewhere the service accepts a
 * used refresh token for a short time.
 */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('login', work) : work();

/** The stored value may come from another version of this page, so it may be malformed. */
function readStored<T>(key: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}
