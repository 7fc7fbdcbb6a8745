// Rate limits: what is counted, the settings, and the counters.

/**
 * Limits count logins of an address, those that fail, those of an IPv6 network that fail, bad mini-program codes of
 * all, logins of an openid, refreshes of a session, signed-in calls of a user, those among them that ask the provider, and
 * introspections of a service.
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

/** How many in a minute, or an hour; 0: no limit. */
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

/** Counters that all instances share. */
export type Limits = {
  /**
   * Counts one. Throws `rate_limited_*` with the seconds to wait where it is one too many, but not for an address from
   * which somebody signed in within a day: of what strangers share, it is given.
   */
  hit(kind: LimitKind, key: string, address?: string): Promise<void>;
  /** Throws as `hit` does where nothing is left, and counts nothing. */
  check(kind: LimitKind, key: string, address?: string): Promise<void>;
  /** Takes back one that was counted. */
  giveBack(kind: LimitKind, key: string): Promise<void>;
  /** Somebody signed in from an address. */
  remember(address: string): Promise<void>;
};
