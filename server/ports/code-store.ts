// The store of provider codes that this service has sent.

/** Codes of the provider that this service has taken to send, on all instances: each goes out at most once. */
export type CodeStore = {
  /** True for exactly one caller. `key` is a digest: no code is stored. */
  claim(claim: { readonly key: string; readonly now: Date }): Promise<boolean>;
  /** Gives a code back that verifiably never left. */
  release(key: string): Promise<void>;
  removeClaimed(cutoff: Date): Promise<number>;
};
