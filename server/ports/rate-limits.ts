// Rate limits: what is counted, the settings, and the counters.

/**
 * `address`: logins per address; `failure`: failed logins per address; `network`: failed logins per IPv6 network;
 * `code`: invalid mini-program codes in total; `user`: logins per openid; `session`: refreshes per session; `account`:
 * requests per signed-in user; `phone`: the expensive ones among a user's requests; `service`: introspections per
 * service.
 */
export const limitKinds = [
  'address',
  'failure',
  'network',
  'code',
  'user',
  'session',
  'account',
  'phone',
  'service',
] as const;
export type LimitKind = (typeof limitKinds)[number];

/** How many per minute or hour; 0: no limit. */
export type LimitSettings = Readonly<
  Record<
    | 'addressPerMinute'
    | 'addressFailuresPerMinute'
    | 'userPerHour'
    | 'refreshPerMinute'
    | 'accountPerMinute'
    | 'phonePerMinute'
    | 'servicePerMinute',
    number
  >
>;

/** Counters shared by all instances. */
export type Limits = {
  /**
   * Counts one event. Throws `rate_limited_*` above the limit, with the seconds to wait. Does not throw if `address` is
   * given and somebody signed in from it during the last day: strangers must not use up the limit of such an address.
   */
  hit(kind: LimitKind, key: string, address?: string): Promise<void>;
  /** Throws like `hit` if the limit is reached, but does not count. */
  check(kind: LimitKind, key: string, address?: string): Promise<void>;
  /** Undoes one `hit`. */
  giveBack(kind: LimitKind, key: string): Promise<void>;
  /** Records that somebody signed in from this address, which is exempt for a day. */
  exempt(address: string): Promise<void>;
};
