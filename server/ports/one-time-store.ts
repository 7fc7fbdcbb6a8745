// The store of values that can be taken once, and the values: states and login codes.

/** Values that can be taken once: exactly one of several concurrent callers gets the value. */
export type OneTimeStore<T> = {
  put(key: string, value: T): Promise<void>;
  take(key: string): Promise<T | undefined>;
  /** Whether this key was put or taken within the last 15 minutes. */
  recognizes(key: string): Promise<boolean>;
};

/** The value that is stored under a `state`. */
export type StateRecord = {
  /** Digest of the flow cookie of the browser that started the login. */
  readonly flow: string;
};

/** The value that is stored under a login code until a page redeems the code. Tokens are not stored. */
export type LoginCodeRecord = {
  readonly userId: string;
  readonly created: boolean;
  /** Digest of the state. */
  readonly state: string;
  readonly confirmed: Confirmation;
};

/**
 * Recorded when a login is confirmed: `endings` is how often all sessions of the account had been ended after `since`,
 * a time in milliseconds. When the login code is redeemed, this count is compared with a new count. Times are not
 * compared, because the clocks of instances differ. Undefined in records of older versions.
 */
export type Confirmation = { readonly since: number; readonly endings: number } | undefined;
