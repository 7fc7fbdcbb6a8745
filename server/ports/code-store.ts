// The store of provider codes that this service has sent.

/** Provider codes that any instance has claimed, so that each code is sent at most once. */
export type CodeStore = {
  /** True for exactly one caller. `key` is a digest: the code itself is not stored. */
  claim(claim: { readonly key: string; readonly now: Date }): Promise<boolean>;
  /** Releases the claim of a code that was certainly not sent. */
  release(key: string): Promise<void>;
  removeClaimed(cutoff: Date): Promise<number>;
};
