// The identity provider (WeChat): its two channels, the identifiers that it returns, and the calls to it.

/** The two ways in. Each has an application of its own at the provider, and so an openid of its own. */
export const channels = ['web', 'mini'] as const;
export type Channel = (typeof channels)[number];

/** The provider's identifiers of a person: checked for form, 1 to 64 characters each. An empty unionid is absent. */
export type Identity = { readonly channel: Channel; readonly openid: string; readonly unionid?: string | undefined };

/** The provider's profile of a person; untrusted text, cleaned of control characters and cut to our columns. */
export type Profile = { readonly nickname?: string | undefined; readonly avatarUrl?: string | undefined };

/**
 * The provider's calls. Every failure is a Problem without a word of the provider's; a code
 * that never left comes back as a Problem with `unsent`. `accessToken` and `sessionKey` are '' where none was given.
 */
export type Provider = {
  exchangeWebCode(code: string): Promise<Identity & { readonly accessToken: string }>;
  exchangeMiniCode(code: string): Promise<Identity & { readonly sessionKey: string }>;
  /** Best effort: an empty profile when anything goes wrong. */
  fetchProfile(credential: { readonly accessToken: string; readonly openid: string }): Promise<Profile>;
  /** The phone number behind a mini-program's code, E.164. */
  fetchPhone(code: string): Promise<string>;
};

/** The provider's endpoints that are called. */
export const providerCalls = ['web_code', 'mini_code', 'profile', 'global_token', 'phone'] as const;
export type ProviderCall = (typeof providerCalls)[number];

/** Calls that one circuit guards. Phone numbers include the token that they need. */
export const circuitCalls = ['logins', 'phone_numbers'] as const;
export type CircuitCalls = (typeof circuitCalls)[number];
