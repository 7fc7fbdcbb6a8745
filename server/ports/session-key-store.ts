// The store of WeChat session keys.

/**
 * The `session_key` of each mini-program user's latest login: encrypted, for 30 minutes. `openid` is stored as a
 * digest.
 */
export type SessionKeyStore = {
  put(openid: string, sessionKey: string): Promise<void>;
  get(openid: string): Promise<string | undefined>;
  remove(openid: string): Promise<void>;
};
