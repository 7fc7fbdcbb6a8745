// The store of WeChat session keys.

/** `session_key`s of mini-program users: encrypted, 30 minutes, the newest login's wins. `openid` is stored as a digest. */
export type SessionKeyStore = {
  put(openid: string, sessionKey: string): Promise<void>;
  get(openid: string): Promise<string | undefined>;
  remove(openid: string): Promise<void>;
};
