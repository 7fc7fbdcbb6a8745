// The store of values that can be taken once, and the values: states and login codes.

/** Values that are taken once: on memory and Redis exactly one of any number of takers gets it. */
export type OneTimeStore<T> = {
  put(key: string, value: T): Promise<void>;
  take(key: string): Promise<T | undefined>;
  /** Whether a value of this key was put or taken within 15 minutes. */
  recognizes(key: string): Promise<boolean>;
};

/** A stored `state` remembers whose browser began the login. */
export type StateRecord = { /** Digest of the flow cookie. */ readonly flow: string };

/** A login code stands for this until the page redeems it: no token is stored. */
export type LoginCodeRecord = {
  readonly userId: string;
  readonly created: boolean;
  /** Digest of the state. */
  readonly state: string;
  readonly confirmed: Confirmation;
};

/**
 * An account at the moment in which a login was confirmed: its endings since a while before, in milliseconds. Counted and
 * not compared by time, because clocks of instances differ. Absent in what an older version wrote.
 */
export type Confirmation = { readonly since: number; readonly endings: number } | undefined;
