// Access and refresh tokens (JWT), computed from a session and not stored. A token is accepted if jsonwebtoken verifies
// it and its bytes equal those that this service would sign. After a change of the format, tokens in the old format
// must be accepted for 30 days.
import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { isId } from '../query-values.ts';
import { deriveKey } from '../derived-key.ts';
import { Problem } from '../problem.ts';
import type { Clock } from '../ports/clock.ts';
import type { IssuedSession } from '../ports/session-store.ts';

/** Lifetimes of the tokens. */
export const accessSeconds = 7_200;
export const refreshSeconds = 2_592_000;
/** Clocks of instances differ slightly. No instance issues a token with a time further in the future than this. */
const skewSeconds = 60;
/** Real tokens have about 500 characters. */
const maxCharacters = 4_096;

/** An access and a refresh token; lifetimes in seconds. */
export type TokenPair = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly refreshExpiresIn: number;
};

export type Tokens = {
  /** The tokens of a session's generation. The same session always gives the same bytes. */
  issue(grant: { readonly session: IssuedSession['session']; readonly userId: string }): TokenPair;
  /** Throws `access_token_invalid`, `access_token_expired`. */
  verifyAccess(token: string): { readonly userId: string; readonly sessionId: string };
  /** Throws `refresh_token_invalid`, `refresh_token_expired`. */
  verifyRefresh(token: string): {
    readonly userId: string;
    readonly sessionId: string;
    readonly generation: number;
  };
};

export type TokenParts = {
  /** JWT_SECRET. Its UTF-8 bytes are the key of access tokens, so that other services can verify them. */
  readonly secret: string;
  /** Previous secrets, which verify tokens but sign none. */
  readonly previous: readonly string[];
  /** BASE_URL, without a slash at the end. */
  readonly issuer: string;
  readonly clock: Clock;
};

/** Creates the token service: HS256, with `typ` and `kid` in the header (RFC 7519, 8725). */
export function createTokens({ secret, previous, issuer, clock }: TokenParts): Tokens {
  const toAccessKey = (keySecret: string): SigningKey =>
    toSigningKey(keySecret, { mark: 'at', key: createSecretKey(keySecret, 'utf8') });
  // Refresh tokens have a separate key, so that an access token is never valid as a refresh token, or vice versa.
  const toRefreshKey = (keySecret: string): SigningKey =>
    toSigningKey(keySecret, { mark: 'rt', key: deriveKey(keySecret, 'refresh token') });
  const access = createKind({
    mark: 'at',
    issuer,
    audience: issuer,
    seconds: accessSeconds,
    ring: [toAccessKey(secret), ...previous.map(toAccessKey)],
  });
  const refresh = createKind({
    mark: 'rt',
    issuer,
    audience: `${issuer}/api/auth/refresh`,
    seconds: refreshSeconds,
    ring: [toRefreshKey(secret), ...previous.map(toRefreshKey)],
  });

  return {
    issue({ session, userId }) {
      const { id: sessionId, generation, rotatedAt } = session;
      const payload = { userId, sessionId, generation, issuedAt: Math.floor(rotatedAt.getTime() / 1000) };
      return {
        accessToken: access.write(payload),
        refreshToken: refresh.write(payload),
        expiresIn: accessSeconds,
        refreshExpiresIn: refreshSeconds,
      };
    },

    verifyAccess(token) {
      const payload = access.read(token, clock());
      if (payload === 'invalid' || payload === 'expired') throw new Problem(`access_token_${payload}`);
      return { userId: payload.userId, sessionId: payload.sessionId };
    },

    verifyRefresh(token) {
      const payload = refresh.read(token, clock());
      if (payload === 'invalid' || payload === 'expired') throw new Problem(`refresh_token_${payload}`);
      return { userId: payload.userId, sessionId: payload.sessionId, generation: payload.generation };
    },
  };
}

/** The variable data of a token. The other claims follow from it. */
type TokenPayload = {
  readonly userId: string;
  readonly sessionId: string;
  readonly generation: number;
  /** Seconds since 1970. */
  readonly issuedAt: number;
};

type Mark = 'at' | 'rt';
/** A key with the header and start of every token that it signs. */
type SigningKey = { readonly header: Header; readonly start: string; readonly key: KeyObject };
type Header = { readonly alg: 'HS256'; readonly typ: string; readonly kid: string };

type Kind = {
  readonly mark: Mark;
  readonly issuer: string;
  readonly audience: string;
  readonly seconds: number;
  /** The first key signs; all verify. */
  readonly ring: readonly [SigningKey, ...SigningKey[]];
};

/** `kid` is derived like a key, so that it reveals nothing about the secret, and differs per kind of token. */
function toSigningKey(secret: string, { mark, key }: { mark: Mark; key: KeyObject }): SigningKey {
  const kid = deriveKey(secret, `${mark} kid`).export().subarray(0, 9).toString('base64url');
  const header: Header = { alg: 'HS256', typ: `${mark}+jwt`, kid };
  return { header, start: `${encode(JSON.stringify(header))}.`, key };
}

function createKind(kind: Kind) {
  const { issuer, audience, ring } = kind;
  const toClaims = createClaims(kind);
  return {
    write(payload: TokenPayload): string {
      const [{ key, header }] = ring;
      return jwt.sign(toClaims(payload), key, { algorithm: 'HS256', header });
    },

    read(token: string, now: Date): TokenPayload | 'invalid' | 'expired' {
      // jsonwebtoken would convert other types to a string.
      if (typeof token !== 'string' || token.length > maxCharacters) return 'invalid';
      // The header is compared and not interpreted, which ensures that `typ` is right and that there are no other
      // parameters (`crit`, `b64`, `zip`, `jwk`).
      const signingKey = ring.find(({ start }) => token.startsWith(start));
      if (!signingKey) return 'invalid';
      const seconds = Math.floor(now.getTime() / 1000);
      const options = { algorithms: ['HS256' as const], issuer, audience, clockTimestamp: seconds };
      const { failure, claims } = verify(token, { key: signingKey.key, options });
      if (failure === 'invalid') return failure;
      // The claims must equal those that we would sign, byte for byte: one audience, integers, the exact lifetime and
      // `jti`, and no additional or duplicate claims.
      const payload = toPayload(claims);
      if (!payload || !says(token, { start: signingKey.start, claims: encode(toClaims(payload)) })) return 'invalid';
      return failure ?? (payload.issuedAt > seconds + skewSeconds ? 'invalid' : payload);
    },
  };
}

/** Compares in place, because joining the parts first would take as long as verifying a signature. */
const says = (token: string, { start, claims }: { start: string; claims: string }): boolean =>
  token.startsWith(claims, start.length) && token[start.length + claims.length] === '.';

type Verified = { readonly failure?: 'invalid' | 'expired'; readonly claims?: unknown };

/** Returns the claims of an expired token too, so that they are checked as well. */
function verify(token: string, { key, options }: { key: KeyObject; options: jwt.VerifyOptions }): Verified {
  try {
    return { claims: jwt.verify(token, key, options) };
  } catch (error) {
    if (!(error instanceof jwt.TokenExpiredError)) return { failure: 'invalid' };
    return { failure: 'expired', claims: jwt.decode(token, { json: true }) };
  }
}

/** The claims as JSON, always in this order. Ids and numbers need no escaping. */
function createClaims({ mark, issuer, audience, seconds }: Kind) {
  const start = JSON.stringify({ iss: issuer, aud: audience }).slice(0, -1);
  return ({ userId, sessionId, generation, issuedAt }: TokenPayload): string =>
    `${start},"sub":"${userId}","sid":"${sessionId}","iat":${issuedAt},"exp":${issuedAt + seconds},` +
    // `jti` depends only on the session and its generation, so that the same generation gives the same bytes. The
    // generation of a refresh token is read from `jti`.
    `"jti":"${mark}.${generation}.${sessionId}"}`;
}

/** Validates the claims before they are used in a query. */
function toPayload(claims: unknown): TokenPayload | undefined {
  const { sub, sid, iat, jti } = Object(claims) as Record<string, unknown>;
  const generation = typeof jti === 'string' ? Number(/^[ar]t\.(\d{1,9})\./.exec(jti)?.[1]) : NaN;
  if (!isId(sub) || !isId(sid) || !Number.isSafeInteger(iat) || Number.isNaN(generation)) return undefined;
  return { userId: sub, sessionId: sid, generation, issuedAt: iat as number };
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}
