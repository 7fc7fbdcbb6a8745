// The identity provider (WeChat): its two channels, the identifiers that it returns, and the calls to it.

/** Each channel has its own application at the provider, and so its own openids. */
export const channels = ['web', 'mini'] as const;
export type Channel = (typeof channels)[number];

/** An application at the provider. */
export type App = { readonly appId: string; readonly secret: string };

/** The provider's identifiers of a person, validated, 1 to 64 characters each. An empty unionid counts as absent. */
export type Identity = { readonly channel: Channel; readonly openid: string; readonly unionid?: string | undefined };

/** The provider's profile of a person: untrusted text, without control characters, and cut to the maximum length. */
export type Profile = { readonly nickname?: string | undefined; readonly avatarUrl?: string | undefined };

/**
 * Every error is a Problem without text from the provider. Its `unsent` is true if the code was not sent. `accessToken`
 * and `sessionKey` are '' if the provider returned none.
 */
export type Provider = {
  exchangeWebCode(code: string): Promise<Identity & { readonly accessToken: string }>;
  exchangeMiniCode(code: string): Promise<Identity & { readonly sessionKey: string }>;
  /** Returns an empty profile if anything fails. */
  fetchProfile(credential: { readonly accessToken: string; readonly openid: string }): Promise<Profile>;
  /** The phone number for a mini-program's code, E.164. */
  fetchPhone(code: string): Promise<string>;
};

/** The provider's endpoints. */
export const providerCalls = ['web_code', 'mini_code', 'profile', 'global_token', 'phone'] as const;
export type ProviderCall = (typeof providerCalls)[number];

/** Each group has its own circuit breaker. `phone_numbers` includes the calls for the global token. */
export const circuitCalls = ['logins', 'phone_numbers'] as const;
export type CircuitCalls = (typeof circuitCalls)[number];
