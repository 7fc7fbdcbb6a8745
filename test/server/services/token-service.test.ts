// The pair of tokens: what it contains, that the same pair can be issued again, and that everything else is refused.
import { expect } from 'chai';
import fc from 'fast-check';
import { errors, jwtVerify } from 'jose';
import jwt from 'jsonwebtoken';
import crypto, {
  createHmac,
  createSecretKey,
  generateKeyPairSync,
  randomUUID,
  sign as signWith,
  timingSafeEqual,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { deriveKey } from '../../../server/derived-key.ts';
import { Problem } from '../../../server/problem.ts';
import type { ProblemCode } from '../../../server/problem.ts';
import { createTokens } from '../../../server/services/token-service.ts';
import type { Session } from '../../../server/ports/session-store.ts';
import type { Tokens } from '../../../server/services/token-service.ts';
import { cases, table } from '../../support/cases.ts';

const secret = 'the secret of the tests: more than 256 bits, 秘密';
const older = 'the secret of the year before: more than 256 bits';
const issuer = 'https://login.example/base';
const start = Date.parse('2026-11-20T10:00:00.987Z');
const iat = Math.floor(start / 1000);

let now = new Date(start);
const clock = () => now;
const make = (parts: Partial<Parameters<typeof createTokens>[0]> = {}): Tokens =>
  createTokens({ secret, previous: [older], issuer, clock, ...parts });

const userId = '0b8f7c1e-6b0e-4b6b-9d65-2f6f3f6f0001';
const session: Session = {
  id: '5a1b2c3d-0000-4000-8000-00000000abcd',
  userId,
  channel: 'web',
  generation: 7,
  userAgent: null,
  createdAt: new Date(start - 86_400_000),
  rotatedAt: new Date(start),
  lastUsedAt: new Date(start),
  expiresAt: new Date(start + 90 * 86_400_000),
  revokedAt: null,
};

const tokens = make();
const pair = tokens.issue({ session, userId });

type Json = Record<string, unknown>;
type Parts = {
  header: Json;
  claims: Json;
  key: KeyObject;
  verify: (token: string) => unknown;
  kind: 'access' | 'refresh';
};

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const decode = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json;
const split = (token: string): { header: Json; claims: Json } => {
  const [header, claims] = token.split('.');
  return { header: decode(header!), claims: decode(claims!) };
};
const macOf = (input: string, key: KeyObject, hash = 'sha256'): string =>
  createHmac(hash, key).update(input).digest('base64url');
/** A token of any content with a valid signature, as somebody with the key could make it. */
const forge = (header: unknown, claims: unknown, key: KeyObject, hash?: string): string => {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${macOf(input, key, hash)}`;
};

const accessKey = createSecretKey(secret, 'utf8');
const refreshKey = deriveKey(secret, 'refresh token');
const access: Parts = {
  ...split(pair.accessToken),
  key: accessKey,
  verify: (token) => tokens.verifyAccess(token),
  kind: 'access',
};
const refresh: Parts = {
  ...split(pair.refreshToken),
  key: refreshKey,
  verify: (token) => tokens.verifyRefresh(token),
  kind: 'refresh',
};
const kinds = [access, refresh];

const outcomeOf = (work: () => unknown): ProblemCode | 'accepted' => {
  try {
    work();
    return 'accepted';
  } catch (error) {
    expect(error).to.be.instanceOf(Problem);
    expect((error as Problem).cause).to.equal(undefined);
    return (error as Problem).code;
  }
};
/** Expects that a token is refused as an access token and as a refresh token. */
const expectRefused = (token: string, because: string): void => {
  expect(
    outcomeOf(() => tokens.verifyAccess(token)),
    because,
  ).to.equal('access_token_invalid');
  expect(
    outcomeOf(() => tokens.verifyRefresh(token)),
    because,
  ).to.equal('refresh_token_invalid');
};

const resetClock = (): void => void (now = new Date(start));

describe('the pair of tokens', () => {
  afterEach(resetClock);

  it('lives 7200 and 2592000 seconds', () => {
    expect(pair.expiresIn).to.equal(7200);
    expect(pair.refreshExpiresIn).to.equal(2_592_000);
    expect(access.claims).to.include({ iat, exp: iat + 7200 });
    expect(refresh.claims).to.include({ iat, exp: iat + 2_592_000 });
  });

  it('contains user, session, issuer and audience, and nothing else', () => {
    const shared = { iss: issuer, sub: userId, sid: session.id, iat };
    const { jti, ...claims } = access.claims;
    expect(claims).to.deep.equal({ ...shared, aud: issuer, exp: iat + 7200 });
    const { jti: other, ...claimsOfRefresh } = refresh.claims;
    expect(claimsOfRefresh).to.deep.equal({ ...shared, aud: `${issuer}/api/auth/refresh`, exp: iat + 2_592_000 });
    expect(jti).to.be.a('string').that.does.not.equal(other);
  });

  it('has headers with only alg HS256, typ and a kid, which differs for each kind of token and each secret', () => {
    const kids = [make(), make({ secret: older })].flatMap((each) => {
      const { accessToken, refreshToken } = each.issue({ session, userId });
      const headers = [split(accessToken).header, split(refreshToken).header];
      expect(headers.map(({ alg, typ }) => [alg, typ])).to.deep.equal([
        ['HS256', 'at+jwt'],
        ['HS256', 'rt+jwt'],
      ]);
      for (const header of headers) expect(Object.keys(header)).to.have.members(['alg', 'typ', 'kid']);
      return headers.map(({ kid }) => kid);
    });
    expect(new Set(kids).size).to.equal(4);
    for (const kid of kids) expect(kid).to.match(/^[\w-]{12}$/);
  });

  it('yields, when it is verified, the values from which it was made', () => {
    expect(tokens.verifyAccess(pair.accessToken)).to.deep.equal({ userId, sessionId: session.id });
    expect(tokens.verifyRefresh(pair.refreshToken)).to.deep.equal({ userId, sessionId: session.id, generation: 7 });
  });

  it('is the same to the byte for the same generation, on every instance and at any time, and differs for any other generation', () => {
    const grants = fc.record({
      id: fc.uuid(),
      user: fc.uuid(),
      generation: fc.nat({ max: 999_999_999 }),
      rotated: fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      later: fc.nat({ max: 7_199_000 }),
    });
    fc.assert(
      fc.property(grants, ({ id, user, generation, rotated, later }) => {
        const grant = { session: { ...session, id, generation, rotatedAt: rotated }, userId: user };
        now = rotated;
        const first = make().issue(grant);
        now = new Date(rotated.getTime() + later);
        const again = make({ previous: [] }).issue(grant);
        expect(again).to.deep.equal(first);
        const other = { ...grant, session: { ...grant.session, generation: generation + 1 } };
        expect(make().issue(other)).to.not.deep.equal(first);
        expect(tokens.verifyAccess(first.accessToken)).to.deep.equal({ userId: user, sessionId: id });
        expect(tokens.verifyRefresh(first.refreshToken)).to.deep.equal({ userId: user, sessionId: id, generation });
      }),
    );
  });

  it('does not reveal the fraction of the second in which its generation began', () => {
    const earlier = { ...session, rotatedAt: new Date(iat * 1000) };
    expect(tokens.issue({ session: earlier, userId })).to.deep.equal(pair);
  });
});

describe('an access token for another service', () => {
  it('can be verified with only JWT_SECRET and an HMAC (RFC 7515 section 5.2)', () => {
    const [header, claims, signature] = pair.accessToken.split('.');
    const mac = createHmac('sha256', Buffer.from(secret, 'utf8')).update(`${header}.${claims}`, 'ascii').digest();
    expect(timingSafeEqual(Buffer.from(signature!, 'base64url'), mac)).to.equal(true);
  });

  it('is verified by another library, with type, issuer and audience', async () => {
    const key = new TextEncoder().encode(secret);
    const expected = { issuer, audience: issuer, typ: 'at+jwt', algorithms: ['HS256'], currentDate: now };
    const { payload } = await jwtVerify(pair.accessToken, key, expected);
    expect(payload.sub).to.equal(userId);
    const refusal = await jwtVerify(pair.refreshToken, key, expected).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(errors.JWSSignatureVerificationFailed);
  });
});

describe('the life of a token', () => {
  afterEach(resetClock);

  const at = (seconds: number): void => void (now = new Date((iat + seconds) * 1000));

  it('ends at its exp, to the second and without tolerance', () => {
    at(7200 - 0.001);
    expect(outcomeOf(() => tokens.verifyAccess(pair.accessToken))).to.equal('accepted');
    at(7200);
    expect(outcomeOf(() => tokens.verifyAccess(pair.accessToken))).to.equal('access_token_expired');
    expect(outcomeOf(() => tokens.verifyRefresh(pair.refreshToken))).to.equal('accepted');
    at(2_592_000 - 0.001);
    expect(outcomeOf(() => tokens.verifyRefresh(pair.refreshToken))).to.equal('accepted');
    at(2_592_000);
    expect(outcomeOf(() => tokens.verifyRefresh(pair.refreshToken))).to.equal('refresh_token_expired');
  });

  it('may begin up to a minute in the future, because the clock of an instance may be ahead, but not later', () => {
    at(-60);
    for (const { verify, kind } of kinds) {
      expect(outcomeOf(() => verify(kind === 'access' ? pair.accessToken : pair.refreshToken))).to.equal('accepted');
    }
    at(-61);
    expectRefused(pair.accessToken, 'issued in the future');
    expectRefused(pair.refreshToken, 'issued in the future');
  });

  it('is reported as over only for a token of ours: an expired forgery is invalid, not expired', () => {
    at(2_592_001);
    const { header, claims } = access;
    expectRefused(forge(header, claims, createSecretKey('x'.repeat(40), 'utf8')), 'expired, another key');
    expectRefused(forge({ ...header, crit: ['exp'] }, claims, accessKey), 'expired, crit');
    expectRefused(pair.refreshToken.slice(0, -4), 'expired, cut');
  });
});

describe('rotation of JWT_SECRET', () => {
  const before = make({ secret: older, previous: [] }).issue({ session, userId });

  it('accepts older tokens while the old secret is in JWT_SECRET_PREVIOUS, at any position', () => {
    for (const previous of [[older], ['another secret, more than 256 bits long', older], [older, secret]]) {
      const rotated = make({ previous });
      expect(rotated.verifyAccess(before.accessToken).sessionId).to.equal(session.id);
      expect(rotated.verifyRefresh(before.refreshToken).generation).to.equal(7);
    }
  });

  it('refuses older tokens once the old secret is gone', () => {
    const rotated = make({ previous: [] });
    expect(outcomeOf(() => rotated.verifyAccess(before.accessToken))).to.equal('access_token_invalid');
    expect(outcomeOf(() => rotated.verifyRefresh(before.refreshToken))).to.equal('refresh_token_invalid');
  });

  it('signs only with the new secret', () => {
    expect(
      make({ previous: [older, 'a third secret, with more than 256 bits'] }).issue({ session, userId }),
    ).to.deep.equal(make({ previous: [] }).issue({ session, userId }));
    expect(pair).to.not.deep.equal(before);
  });

  it('refuses a token whose kid names one secret and whose signature was made with the other', () => {
    const { header, claims } = split(before.accessToken);
    expectRefused(forge(header, claims, accessKey), 'kid of the old, key of the new');
    expectRefused(forge(access.header, claims, createSecretKey(older, 'utf8')), 'kid of the new, key of the old');
  });
});

describe('an attack on the tokens', () => {
  it('is realistic: these tests can forge exactly the accepted tokens', () => {
    expect(forge(access.header, access.claims, accessKey)).to.equal(pair.accessToken);
    expect(forge(refresh.header, refresh.claims, refreshKey)).to.equal(pair.refreshToken);
  });

  const keyPairs = [
    ['sha256', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey],
    ['sha256', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey],
    [null, generateKeyPairSync('ed25519').privateKey],
  ] as const;
  // A key that an attacker chose, and keys that are practically empty.
  const otherKeys = ['an attacker chose this key: 256 bits or more', '\0', ' '].map((text) =>
    createSecretKey(text, 'utf8'),
  );
  /** Signatures of `input` that were not made by HS256 with our key. */
  const unsoundOf = (input: string, key: KeyObject): string[] => [
    '',
    'AA',
    ...otherKeys.map((other) => macOf(input, other)),
    ...['sha384', 'sha512'].map((hash) => macOf(input, key, hash)),
    ...keyPairs.map(([hash, by]) => signWith(hash, Buffer.from(input), by).toString('base64url')),
  ];
  const expectHeaderRefused = (changes: readonly Json[]): void => {
    for (const { header, claims, key } of kinds) {
      for (const change of changes) {
        const input = `${encode({ ...header, ...change })}.${encode(claims)}`;
        for (const signature of [macOf(input, key), ...unsoundOf(input, key)])
          expectRefused(`${input}.${signature}`, JSON.stringify(change));
        expectRefused(input, `${JSON.stringify(change)}, two parts`);
      }
    }
  };

  it('fails with our own header and claims, however they are signed without our key', () => {
    for (const { header, claims, key } of kinds) {
      const input = `${encode(header)}.${encode(claims)}`;
      for (const signature of unsoundOf(input, key)) expectRefused(`${input}.${signature}`, signature);
    }
  });

  for (const [what, changes] of Object.entries(table<Record<string, Json[]>>('tokens', 'headers'))) {
    it(`fails with ${what}, signed with our key, with another key or not at all`, () => expectHeaderRefused(changes));
  }

  it('fails with a kid that is nearly ours', () => {
    for (const { kid } of kinds.map(({ header }) => header as { kid: string }))
      expectHeaderRefused([kid.slice(1), `${kid} `, `${kid}\0`, [kid], { kid }].map((other) => ({ kid: other })));
  });

  it('fails with the other kind: access for refresh, refresh for access, and with swapped headers and claims', () => {
    expect(outcomeOf(() => tokens.verifyRefresh(pair.accessToken))).to.equal('refresh_token_invalid');
    expect(outcomeOf(() => tokens.verifyAccess(pair.refreshToken))).to.equal('access_token_invalid');
    for (const [one, other] of [
      [access, refresh],
      [refresh, access],
    ] as const) {
      for (const key of [one.key, other.key]) {
        expectRefused(forge({ ...one.header, typ: other.header.typ }, one.claims, key), 'swapped typ');
        expectRefused(forge({ ...one.header, kid: other.header.kid }, one.claims, key), 'swapped kid');
        expectRefused(forge(other.header, one.claims, key), 'swapped header');
        expectRefused(forge(one.header, { ...one.claims, aud: other.claims.aud }, key), 'swapped aud');
        expectRefused(forge(one.header, { ...one.claims, jti: other.claims.jti }, key), 'swapped jti');
        expectRefused(forge(one.header, { ...one.claims, exp: other.claims.exp }, key), 'swapped exp');
      }
    }
  });

  it('fails with any character of a token replaced by any other', () => {
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/=%~ \n\0é'];
    for (const [token, verify] of [
      [pair.accessToken, tokens.verifyAccess],
      [pair.refreshToken, tokens.verifyRefresh],
    ] as const) {
      const accepted: string[] = [];
      for (let place = 0; place < token.length; place += 1) {
        for (const character of alphabet) {
          if (character === token[place]) continue;
          const changed = token.slice(0, place) + character + token.slice(place + 1);
          if (outcomeOf(() => verify(changed)) === 'accepted') accepted.push(`${place} ${character}`);
        }
      }
      expect(accepted).to.deep.equal([]);
    }
  });

  it('learns nothing from how long the comparison of a signature takes', () => {
    const compare = timingSafeEqual;
    const compared: string[] = [];
    crypto.timingSafeEqual = (one, other) => {
      compared.push(String(one));
      return compare(one, other);
    };
    syncBuiltinESMExports();
    try {
      const forged = pair.accessToken.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'));
      expect(() => tokens.verifyAccess(forged)).to.throw(Problem);
      expect(compared).to.deep.equal([forged.split('.')[2]]);
    } finally {
      crypto.timingSafeEqual = compare;
      syncBuiltinESMExports();
    }
  });

  it('fails with any character removed or inserted, and with parts in another order', () => {
    for (const token of [pair.accessToken, pair.refreshToken]) {
      for (let place = 0; place <= token.length; place += 1) {
        const [head, tail] = [token.slice(0, place), token.slice(place)];
        if (tail !== '') expectRefused(head + tail.slice(1), `without ${place}`);
        for (const more of ['A', '=', '.', ' ', '\n', '\0']) expectRefused(head + more + tail, `${more} at ${place}`);
      }
      const [header, claims, signature] = token.split('.') as [string, string, string];
      expectRefused(`${claims}.${header}.${signature}`, 'parts swapped');
      expectRefused(`${header}.${signature}.${claims}`, 'parts swapped');
    }
  });

  it('fails with an encoding that decodes to the same bytes', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const token of [pair.accessToken, pair.refreshToken]) {
      // 32 bytes in 43 characters: two bits of the last character are unused.
      const last = alphabet.indexOf(token.at(-1)!);
      const twins = [1, 2, 3].map((bits) => token.slice(0, -1) + alphabet[last ^ bits]!);
      const bytes = (text: string) => Buffer.from(text.split('.')[2]!, 'base64url').toString('hex');
      for (const twin of twins) {
        expect(bytes(twin)).to.equal(bytes(token));
        expectRefused(twin, 'unused bits of the signature');
      }
      const [header, claims, signature] = token.split('.') as [string, string, string];
      const plain = Buffer.from(signature, 'base64url').toString('base64');
      expectRefused(`${header}.${claims}.${plain}`, 'base64 with padding');
      expectRefused(`${header}.${claims}.${plain.replaceAll('=', '')}`, 'base64 or the same');
    }
  });

  it('fails with header and claims in another spelling, even if they are signed with our key', () => {
    for (const { header, claims, key } of kinds) {
      const spellings = [
        [JSON.stringify(header, null, 1), JSON.stringify(claims)],
        [JSON.stringify(header), ` ${JSON.stringify(claims)}`],
        [JSON.stringify(header).replace('HS256', 'HS\\u003256'), JSON.stringify(claims)],
        [JSON.stringify(header), JSON.stringify(claims).replace(`"iat":${iat}`, `"iat":${iat}.0`)],
        [JSON.stringify(header), JSON.stringify(claims).replace(`"iat":${iat}`, `"iat":${iat / 10}e1`)],
        [JSON.stringify(Object.fromEntries(Object.entries(header).reverse())), JSON.stringify(claims)],
        [`\ufeff${JSON.stringify(header)}`, JSON.stringify(claims)],
      ];
      // Several lengths are tried, because some only append characters to the encoded claims that we would sign
      // ourselves.
      for (const blanks of ['\n', ' ', '\n\n', '  ', '\n \n', '   ']) {
        spellings.push([JSON.stringify(header), `${JSON.stringify(claims)}${blanks}`]);
      }
      for (const [one, other] of spellings) expectRefused(forge(one, other, key), `${one} ${other}`);
      const input = `${encode(header)}=.${encode(claims)}`;
      expectRefused(`${input}.${macOf(input, key)}`, 'padding, signed');
    }
  });

  it('fails with b64 false, signed over the plain claims (RFC 7797)', () => {
    for (const { header, claims, key } of kinds) {
      const unencoded = encode({ ...header, b64: false, crit: ['b64'] });
      const payload = JSON.stringify(claims);
      const mac = macOf(`${unencoded}.${payload}`, key);
      expectRefused(`${unencoded}.${payload}.${mac}`, 'b64: false');
      expectRefused(`${unencoded}.${encode(payload)}.${mac}`, 'b64: false, encoded');
      expectRefused(`${unencoded}..${mac}`, 'b64: false, detached');
    }
  });

  it('fails with a claim that is missing, of another type, or not of its form', () => {
    for (const { header, claims, key } of kinds) {
      for (const [name, values] of Object.entries(table<Record<string, unknown[]>>('tokens', 'values'))) {
        for (const value of [undefined, ...values, '', null, true, false, {}, []])
          expectRefused(forge(header, { ...claims, [name]: value }, key), `${name} ${JSON.stringify(value)}`);
      }
    }
  });

  it('fails with claims of another form, even if they agree with each other', () => {
    for (const { header, claims, key, kind } of kinds) {
      const mark = kind === 'access' ? 'at' : 'rt';
      const exp = claims.exp as number;
      const changes = [
        ...cases<string>('tokens', 'ids').map((sid) => ({ sid, jti: `${mark}.7.${sid}` })),
        ...cases<string>('tokens', 'generations').map((number) => ({ jti: `${mark}.${number}.${session.id}` })),
        { iat: iat + 0.5, exp: exp + 0.5 },
        { iat: String(iat), exp: String(exp) },
      ];
      for (const change of changes) expectRefused(forge(header, { ...claims, ...change }, key), JSON.stringify(change));
    }
  });

  it('fails with additional claims, duplicate claims, and claims that are not an object', () => {
    for (const { header, claims, key } of kinds) {
      for (const more of cases<Json>('tokens', 'more'))
        expectRefused(forge(header, { ...claims, ...more }, key), JSON.stringify(more));
      const text = JSON.stringify(claims);
      for (const [name, value] of Object.entries(claims)) {
        expectRefused(forge(header, `{"${name}":"other",${text.slice(1)}`, key), `${name} twice`);
        expectRefused(forge(header, `${text.slice(0, -1)},"${name}":${JSON.stringify(value)}}`, key), name);
      }
      expectRefused(forge(JSON.stringify(header).replace('{', '{"alg":"none",'), claims, key), 'alg twice');
      for (const body of cases<string>('tokens', 'no objects').map((form) => form.replaceAll('{text}', text))) {
        expectRefused(forge(header, body, key), `claims ${body}`);
        expectRefused(forge(body, claims, key), `header ${body}`);
      }
      expectRefused(forge({ ...header, typ: 'JWT' }, '{', key), 'typ JWT, broken claims');
    }
  });

  it('fails without a token, and with other serializations, encrypted tokens and several tokens', () => {
    const [header, claims, signature] = pair.accessToken.split('.') as [string, string, string];
    const encrypted = encode({ alg: 'dir', enc: 'A256GCM', kid: access.header.kid });
    const parts: Record<string, string> = { header, claims, signature, token: pair.accessToken, encrypted };
    for (const form of cases<string>('tokens', 'no tokens'))
      expectRefused(
        form.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name]!),
        form,
      );
    for (const value of [undefined, null, 1, {}, [pair.accessToken], Buffer.from(pair.accessToken)]) {
      expectRefused(value as never, `a ${typeof value}`);
    }
  });

  it('fails with a huge token before reading it', () => {
    const huge = 'x'.repeat(50_000_000);
    const began = process.hrtime.bigint();
    for (const token of [huge, `${pair.accessToken}${huge}`, `${huge}.${huge}`]) expectRefused(token, 'huge');
    expect(Number(process.hrtime.bigint() - began) / 1e6).to.be.below(100);
    const long = make({ issuer: `https://login.example/${'x'.repeat(4000)}` });
    const { accessToken } = long.issue({ session, userId });
    expect(outcomeOf(() => long.verifyAccess(accessToken))).to.equal('access_token_invalid');
  });

  it('fails with anything that is not one of our tokens', () => {
    const nearly = fc.tuple(fc.jsonValue(), fc.jsonValue(), fc.constantFrom(accessKey, refreshKey));
    const headers = fc.record({ alg: fc.constantFrom('HS256', 'none'), typ: fc.string(), kid: fc.string() });
    fc.assert(fc.property(fc.string({ maxLength: 600 }), (text) => expectRefused(text, text)));
    fc.assert(fc.property(nearly, ([header, claims, key]) => expectRefused(forge(header, claims, key), 'any JSON')));
    fc.assert(
      fc.property(headers, fc.jsonValue(), fc.boolean(), (header, claims, known) => {
        const kid = known ? access.header.kid : header.kid;
        expectRefused(forge({ ...header, kid }, claims, accessKey), 'nearly a header');
      }),
    );
  });

  it('fails with tokens of another service that shares the secret, with any claims', () => {
    const options = { issuer, audience: issuer, subject: userId, jwtid: randomUUID(), expiresIn: 60 } as const;
    expectRefused(jwt.sign({ sid: session.id }, secret, options), 'of another service');
    expectRefused(
      jwt.sign({ sid: session.id }, secret, { ...options, keyid: access.header.kid as string }),
      'with our kid',
    );
  });

  it('fails with tokens of this service at another address', () => {
    const elsewhere = make({ issuer: 'https://staging.example' }).issue({ session, userId });
    expectRefused(elsewhere.accessToken, 'another BASE_URL');
    expectRefused(elsewhere.refreshToken, 'another BASE_URL');
  });
});
