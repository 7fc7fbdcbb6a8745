// Sessions on both databases: their start, refreshes with a grace period, reused tokens, ends, and merges.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { Problem } from '../../../server/problem.ts';
import { createAccount } from '../../../server/services/account-service.ts';
import { createIdentity } from '../../../server/services/identity-service.ts';
import { createSessions } from '../../../server/services/session-service.ts';
import type { SessionParts } from '../../../server/services/session-service.ts';
import { createTokens } from '../../../server/services/token-service.ts';
import type { MetricEvent } from '../../../server/ports/metric-events.ts';
import type { Session } from '../../../server/ports/session-store.ts';
import type { Database } from '../../../server/ports/sql-database.ts';
import type { User } from '../../../server/ports/user-store.ts';
import type { SignedIn } from '../../../server/services/session-service.ts';
import type { Tokens } from '../../../server/services/token-service.ts';
import { eachDatabase } from '../../support/databases.ts';
import { codeOf, errorOf } from '../../support/errors.ts';
import { makeUser } from '../stores/rows.ts';
import { arrive, noTrail } from './logins.ts';

const start = Date.parse('2026-11-20T10:00:00.123Z');
const day = 86_400;

let names = 0;
const fresh = (kind: string): string => `${kind}-${(names += 1)}-${process.pid}`;

eachDatabase('sessions', (open) => {
  let database: Database;
  let now: Date;
  let happenings: MetricEvent[];
  let tokens: Tokens;

  const clock = () => now;
  /** Moves the clock to a number of milliseconds after the start of the test. */
  const at = (ms: number): void => void (now = new Date(start + ms));
  const observe = (happening: MetricEvent) => void happenings.push(happening);

  before(async function () {
    database = await open(this);
    tokens = createTokens({
      secret: 'a secret of tests, with more than 256 bits',
      previous: [],
      issuer: 'https://login.example',
      clock,
    });
  });

  beforeEach(() => {
    at(0);
    happenings = [];
  });

  const sessionsWith = (parts: Partial<SessionParts> = {}) =>
    createSessions({
      database,
      tokens,
      clock,
      maxAgeSeconds: 90 * day,
      graceSeconds: 10,
      observe,
      trail: noTrail,
      ...parts,
    });
  const refresh = (refreshToken: string, parts?: Partial<SessionParts>) =>
    sessionsWith(parts).refresh(refreshToken, { readTrace: () => ({ requestId: 'request-1' }) });
  const seed = async (fields: Partial<User> = {}): Promise<User> => {
    const user = makeUser({ webOpenid: fresh('W'), createdAt: now, ...fields });
    await database.users.insert(user);
    return user;
  };
  const openFor = (user: Pick<User, 'id'>, parts?: Partial<SessionParts>): Promise<SignedIn> =>
    sessionsWith(parts).open({ user, channel: 'web', userAgent: 'a browser' });
  const openNew = async (parts?: Partial<SessionParts>): Promise<SignedIn> => openFor(await seed(), parts);
  const rowOf = async ({ session }: SignedIn): Promise<Session> => (await database.sessions.get(session.id))!;
  /** The audit records of a user, without the sign-ins. */
  const auditOf = async (userId: string) =>
    (await database.audit.list({ userId, limit: 50 }))
      .map(({ event, sessionId }) => ({ event, sessionId }))
      .filter(({ event }) => event !== 'signed_in');
  /** Merges two rows, as a login with both identifiers does. The first row survives. */
  const merge = async (survivor: User, loser: User): Promise<void> => {
    const unionid = survivor.unionid!;
    const identities = createIdentity({ database, clock, observe, mode: 'lenient' });
    const identity = { channel: 'mini', openid: loser.miniOpenid!, unionid } as const;
    await identities.signIn({ identity, requestId: 'merge' }, arrive).catch((error: unknown) => {
      expect((error as Problem).code).to.equal('account_disabled');
    });
    expect((await database.users.resolve(loser.id))?.id).to.equal(survivor.id);
  };
  const seedTwo = async (fields: { survivor?: Partial<User>; loser?: Partial<User> } = {}) => ({
    survivor: await seed({ unionid: fresh('u'), createdAt: new Date(start - 2000), ...fields.survivor }),
    loser: await seed({
      webOpenid: null,
      miniOpenid: fresh('M'),
      createdAt: new Date(start - 1000),
      ...fields.loser,
    }),
  });

  describe('a sign-in', () => {
    it('begins a session at generation 0, with a pair of tokens that belongs to the session', async () => {
      const user = await seed();
      const opened = await openFor(user);
      expect(opened.user).to.deep.equal(user);
      expect(await rowOf(opened)).to.deep.equal(opened.session);
      expect(opened.session).to.deep.equal({
        id: opened.session.id,
        userId: user.id,
        channel: 'web',
        generation: 0,
        userAgent: 'a browser',
        createdAt: now,
        rotatedAt: now,
        lastUsedAt: now,
        expiresAt: new Date(start + 90 * day * 1000),
        revokedAt: null,
      });
      expect(opened.pair).to.include({ expiresIn: 7200, refreshExpiresIn: 2592000 });
      expect(tokens.verifyAccess(opened.pair.accessToken)).to.deep.equal({
        userId: user.id,
        sessionId: opened.session.id,
      });
    });

    it('writes its audit record in the transaction of the session, for each way to begin a session', async () => {
      const trace = { requestId: 'request-7', agent: 'WeChat on Android', network: '192.0.2.0/24' };
      // One of the three ways depends on the database's clock.
      now = new Date(Date.now() + 3_600_000);
      const user = await seed();
      const sessions = sessionsWith();
      const confirmed = await database.transaction((stores) => sessions.confirm(stores, user));
      const all = [
        await sessions.open({ user, channel: 'web', ...trace }),
        (await sessions.openConfirmed({ userId: user.id, confirmed, ...trace }))!,
        (await sessions.openFor({ channel: 'web', openid: user.webOpenid! }, trace))!,
      ];
      const records = await database.audit.list({ userId: user.id, limit: 9 });
      expect(records.map(({ turn: _, ...record }) => record)).to.deep.equal(
        all.toReversed().map(({ session: { id: sessionId } }) => {
          return { ...trace, at: now, event: 'signed_in', userId: user.id, sessionId, channel: 'web' };
        }),
      );
      const failed = await database
        .transaction(async (stores) => {
          await sessions.open({ user, channel: 'web', stores });
          throw new Error('afterwards');
        })
        .catch((error: Error) => error.message);
      expect(failed).to.equal('afterwards');
      expect(await database.audit.list({ userId: user.id, limit: 9 })).to.have.length(3);
    });

    it('stores at most 256 characters of the user agent, without control characters', async () => {
      const user = await seed();
      const agentOf = async (userAgent?: string) =>
        rowOf(await sessionsWith().open({ user, channel: 'mini', userAgent })).then((row) => row.userAgent);
      expect(await agentOf('a\u0000b\r\n\u001b[31mc\u007f\u0085\u202ed')).to.equal('ab[31mcd');
      expect(await agentOf(` ${'é'.repeat(300)}`)).to.equal('é'.repeat(256));
      expect(await agentOf('𝒖'.repeat(257))).to.equal('𝒖'.repeat(256));
      for (const nothing of [undefined, '', ' ', '\u0000']) expect(await agentOf(nothing)).to.equal(null);
    });

    describe('of a login that was confirmed before', () => {
      const confirm = (user: User) => database.transaction((stores) => sessionsWith().confirm(stores, user));
      const account = () =>
        createAccount({
          database,
          clock,
          sessionKeys: { put: async () => {}, get: async () => undefined, remove: async () => {} },
          warn: () => {},
        });
      const signOut = ({ id: userId }: User) => sessionsWith().revokeAll({ userId, requestId: 'r' });
      const disable = async ({ id: userId }: User) => {
        for (const status of ['disabled', 'active'] as const) await account().setStatus({ userId, status });
      };
      const endings: readonly [string, (user: User) => Promise<unknown>][] = [
        ['signed out everywhere', signOut],
        ['disabled, and enabled again', disable],
        ['deleted', ({ id: userId }) => account().remove({ userId })],
      ];

      it('begins if nothing has ended the sessions of its account since it was confirmed', async () => {
        const user = await seed();
        for (const end of [signOut, disable]) await end(user);
        const confirmed = await confirm(user);
        at(59_000);
        const opened = await sessionsWith().openConfirmed({ userId: user.id, confirmed, userAgent: 'a browser' });
        expect(opened!.session).to.include({ channel: 'web', userAgent: 'a browser' });
        expect((await sessionsWith().authenticate(opened!.pair.accessToken)).user.id).to.equal(user.id);
      });

      for (const [what, end] of endings) {
        it(`does not begin if its account was ${what}, whatever the clock shows`, async () => {
          for (const ms of [1000, -1800_000]) {
            const user = await seed();
            const confirmed = await confirm(user);
            at(ms);
            await end(user);
            at(2000);
            expect(await sessionsWith().openConfirmed({ userId: user.id, confirmed })).to.equal(undefined);
            const all = { userId: user.id, now, refreshedAfter: new Date(0), limit: 9 };
            expect(await database.sessions.listOpen(all)).to.deep.equal([]);
          }
        });
      }

      it('does not begin if its account was merged', async () => {
        const { survivor, loser } = await seedTwo();
        const confirmed = await confirm(loser);
        await merge(survivor, loser);
        expect(await sessionsWith().openConfirmed({ userId: loser.id, confirmed })).to.equal(undefined);
      });
    });

    it('can be part of the transaction that found the user: both are committed, or neither', async () => {
      const user = await seed();
      const attempt = database.transaction(async (stores) => {
        const { session } = await sessionsWith().open({ user, channel: 'web', stores });
        expect(await stores.sessions.get(session.id)).to.not.equal(undefined);
        throw new Error(session.id);
      });
      const { message: id } = await errorOf(attempt);
      expect(await database.sessions.get(id)).to.equal(undefined);
    });

    it('is refused if the account has been disabled, and leaves no session', async () => {
      const user = await seed({ status: 'disabled' });
      expect(await codeOf(openFor(user))).to.equal('account_disabled');
      expect(
        await database.sessions.listOpen({ userId: user.id, now, refreshedAfter: new Date(0), limit: 1 }),
      ).to.deep.equal([]);
    });

    it('of a user who has been merged belongs to the survivor', async () => {
      const { survivor, loser } = await seedTwo();
      await merge(survivor, loser);
      const opened = await openFor(loser);
      expect(opened.user.id).to.equal(survivor.id);
      expect((await rowOf(opened)).userId).to.equal(survivor.id);
      expect(tokens.verifyAccess(opened.pair.accessToken).userId).to.equal(survivor.id);
    });
  });

  describe('a refresh', () => {
    it('begins the next generation, with a new pair of tokens in the same session', async () => {
      const opened = await openNew();
      at(60_000);
      const next = await refresh(opened.pair.refreshToken);
      expect(await rowOf(opened)).to.deep.equal({
        ...opened.session,
        generation: 1,
        rotatedAt: now,
        lastUsedAt: now,
      });
      expect(await rowOf(opened)).to.deep.include(next.session);
      expect(opened.user).to.deep.include(next.user);
      expect(next.pair).to.deep.equal(tokens.issue({ session: next.session, userId: next.user.id }));
      expect(next.pair.refreshToken).to.not.equal(opened.pair.refreshToken);
      at(120_000);
      expect((await refresh(next.pair.refreshToken)).session.generation).to.equal(2);
    });

    it('with the same token within the grace period gets the identical pair', async () => {
      const opened = await openNew();
      at(60_000);
      const next = await refresh(opened.pair.refreshToken);
      at(69_999);
      const again = await refresh(opened.pair.refreshToken);
      expect(again.pair).to.deep.equal(next.pair);
      expect(again.user).to.deep.include(next.user);
      expect(await rowOf(opened)).to.deep.include(next.session);
    });

    it('with the same token when the grace is over ends the session, to the millisecond', async () => {
      const opened = await openNew();
      at(60_000);
      const next = await refresh(opened.pair.refreshToken);
      at(70_000);
      expect(await codeOf(refresh(opened.pair.refreshToken))).to.equal('refresh_token_reused');
      expect((await rowOf(opened)).revokedAt).to.deep.equal(now);
      expect(await auditOf(opened.user.id)).to.deep.equal([{ event: 'session_reused', sessionId: opened.session.id }]);
      expect(happenings).to.deep.equal([{ kind: 'identity', event: 'session_reused' }]);
      expect(await codeOf(refresh(next.pair.refreshToken))).to.equal('refresh_token_revoked');
      expect(await codeOf(sessionsWith().authenticate(next.pair.accessToken))).to.equal('session_revoked');
    });

    it('with a token of any earlier generation gets the current pair within the grace period', async () => {
      const opened = await openNew();
      at(60_000);
      const latest = [await refresh(opened.pair.refreshToken)];
      for (let generation = 2; generation <= 5; generation += 1) {
        at(60_000 + generation * 1000);
        latest.push(await refresh(latest.at(-1)!.pair.refreshToken));
      }
      at(69_999);
      for (const { pair } of [opened, ...latest.slice(0, -1)]) {
        expect((await refresh(pair.refreshToken)).pair).to.deep.equal(latest.at(-1)!.pair);
      }
      expect(await rowOf(opened)).to.include({ generation: 5, revokedAt: null });
    });

    it('counts the grace period of a token from the first use of that token, and later tokens neither end nor prolong this period', async () => {
      const opened = await openNew();
      at(60_000);
      let latest = await refresh(opened.pair.refreshToken);
      // No pause lasts ten seconds, and the first token is sent again each time.
      for (const ms of [63_000, 66_000, 69_000]) {
        at(ms);
        latest = await refresh(latest.pair.refreshToken);
        expect((await refresh(opened.pair.refreshToken)).pair).to.deep.equal(latest.pair);
      }
      at(70_000);
      expect(await codeOf(refresh(opened.pair.refreshToken))).to.equal('refresh_token_reused');
      expect(await codeOf(refresh(latest.pair.refreshToken))).to.equal('refresh_token_revoked');
    });

    it('ends the session if the grace period of the token is over, even during the grace period of a later token', async () => {
      const opened = await openNew();
      at(60_000);
      const second = await refresh(opened.pair.refreshToken);
      at(69_000);
      const third = await refresh(second.pair.refreshToken);
      at(71_000);
      expect((await refresh(second.pair.refreshToken)).pair).to.deep.equal(third.pair);
      expect(await codeOf(refresh(opened.pair.refreshToken))).to.equal('refresh_token_reused');
      expect(await codeOf(refresh(second.pair.refreshToken))).to.equal('refresh_token_revoked');
    });

    it('refuses a token several generations old after the session was revoked', async () => {
      const opened = await openNew();
      const next = await refresh(opened.pair.refreshToken);
      await refresh(next.pair.refreshToken);
      await sessionsWith().revoke({ userId: opened.user.id, sessionId: opened.session.id, requestId: 'r' });
      for (const { pair } of [opened, next]) {
        expect(await codeOf(refresh(pair.refreshToken))).to.equal('refresh_token_revoked');
      }
    });

    it('with a token two generations old ends the session immediately if there is no grace period', async () => {
      const none = { graceSeconds: 0 };
      const opened = await openNew();
      await refresh((await refresh(opened.pair.refreshToken, none)).pair.refreshToken, none);
      expect(await codeOf(refresh(opened.pair.refreshToken, none))).to.equal('refresh_token_reused');
    });

    it('returns the current pair during a change of the secret, on instances with either secret', async () => {
      const [older, newer] = ['an older secret of tests, of 256 bits', 'a newer secret of tests, of 256 bits'];
      const withSecrets = (secret: string, previous: readonly string[]): Partial<SessionParts> => ({
        tokens: createTokens({ secret, previous, issuer: 'https://login.example', clock }),
      });
      const before = withSecrets(older, [newer]);
      const after = withSecrets(newer, [older]);
      const opened = await openNew(before);
      at(60_000);
      const second = await refresh(opened.pair.refreshToken, before);
      const third = await refresh(second.pair.refreshToken, after);
      for (const { pair } of [opened, second]) {
        expect((await refresh(pair.refreshToken, after)).pair).to.deep.equal(third.pair);
        const again = await refresh(pair.refreshToken, before);
        expect((await sessionsWith(after).authenticate(again.pair.accessToken)).user.id).to.equal(opened.user.id);
      }
      expect((await rowOf(opened)).generation).to.equal(2);
    });

    it('depends only on the time since the first use of its token, in any order of refreshes', async () => {
      const step = fc.record({ wait: fc.integer({ min: 0, max: 7000 }), behind: fc.integer({ min: 0, max: 6 }) });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          at(0);
          const opened = await openNew();
          const chain = [opened.pair.refreshToken];
          const usedAt: number[] = [];
          let ms = 60_000;
          for (const { wait, behind } of steps) {
            at((ms += wait));
            const index = Math.max(0, chain.length - 1 - behind);
            const outcome = await refresh(chain[index]!).then(
              ({ pair }) => pair.refreshToken,
              (error: unknown) => (error as Problem).code,
            );
            if (index === chain.length - 1) {
              usedAt.push(ms);
              chain.push(outcome);
            } else if (ms - usedAt[index]! < 10_000) expect(outcome).to.equal(chain.at(-1));
            else {
              expect(outcome).to.equal('refresh_token_reused');
              return;
            }
          }
          expect(await rowOf(opened)).to.include({ generation: chain.length - 1, revokedAt: null });
        }),
        { numRuns: 40 },
      );
    });

    it('ends only the session of the reused token', async () => {
      const opened = await openNew();
      const other = await openFor(opened.user);
      at(1);
      await refresh(opened.pair.refreshToken);
      at(60_000);
      await codeOf(refresh(opened.pair.refreshToken));
      expect((await rowOf(other)).revokedAt).to.equal(null);
    });

    it('with a reused token ends the session immediately if there is no grace period', async () => {
      const opened = await openNew();
      await refresh(opened.pair.refreshToken, { graceSeconds: 0 });
      expect(await codeOf(refresh(opened.pair.refreshToken, { graceSeconds: 0 }))).to.equal('refresh_token_reused');
    });

    it('is within the grace period on an instance whose clock is slow', async () => {
      const opened = await openNew();
      at(5000);
      const next = await refresh(opened.pair.refreshToken);
      at(4000);
      expect((await refresh(opened.pair.refreshToken)).pair).to.deep.equal(next.pair);
    });

    it('with a reused token ends the session if there is no grace period, even on an instance whose clock is slow', async () => {
      const opened = await openNew();
      at(5000);
      await refresh(opened.pair.refreshToken, { graceSeconds: 0 });
      at(4999);
      expect(await codeOf(refresh(opened.pair.refreshToken, { graceSeconds: 0 }))).to.equal('refresh_token_reused');
    });

    it('of an unknown session is invalid', async () => {
      const { session, user } = await openNew();
      const { refreshToken } = tokens.issue({ session: { ...session, id: randomUUID() }, userId: user.id });
      expect(await codeOf(refresh(refreshToken))).to.equal('refresh_token_invalid');
    });

    it('with a token of a future generation, as after a restored backup, is invalid and ends nothing', async () => {
      const opened = await openNew();
      const session = { ...opened.session, generation: 1 };
      const { refreshToken } = tokens.issue({ session, userId: opened.user.id });
      expect(await codeOf(refresh(refreshToken))).to.equal('refresh_token_invalid');
      expect(await rowOf(opened)).to.deep.equal(opened.session);
    });

    it('of an ended session is revoked', async () => {
      const opened = await openNew();
      const { user, session } = opened;
      await sessionsWith().revoke({ userId: user.id, sessionId: session.id, requestId: 'r' });
      expect(await codeOf(refresh(opened.pair.refreshToken))).to.equal('refresh_token_revoked');
    });

    it('ends with SESSION_MAX_AGE, to the millisecond, however often the session was refreshed', async () => {
      const maxAge = { maxAgeSeconds: 100 };
      let pair = (await openNew(maxAge)).pair;
      for (const second of [40, 80]) {
        at(second * 1000);
        pair = (await refresh(pair.refreshToken, maxAge)).pair;
      }
      at(99_999);
      pair = (await refresh(pair.refreshToken, maxAge)).pair;
      at(100_000);
      expect(await codeOf(refresh(pair.refreshToken, maxAge))).to.equal('refresh_token_expired');
      expect(await codeOf(sessionsWith(maxAge).authenticate(pair.accessToken))).to.equal('session_revoked');
    });

    it('of a disabled account gets 403 and does not use up the token, which works after the account is enabled again', async () => {
      const opened = await openNew();
      await database.users.update(opened.user.id, { status: 'disabled' });
      at(60_000);
      expect(await codeOf(refresh(opened.pair.refreshToken))).to.equal('account_disabled');
      expect(await rowOf(opened)).to.deep.equal(opened.session);
      await database.users.update(opened.user.id, { status: 'active' });
      expect((await refresh(opened.pair.refreshToken)).session.generation).to.equal(1);
    });

    it('of a disabled account gets no tokens within the grace period, and a reused token still ends its session', async () => {
      const opened = await openNew();
      await refresh(opened.pair.refreshToken);
      await database.users.update(opened.user.id, { status: 'disabled' });
      expect(await codeOf(refresh(opened.pair.refreshToken))).to.equal('account_disabled');
      at(60_000);
      expect(await codeOf(refresh(opened.pair.refreshToken))).to.equal('refresh_token_reused');
      expect((await rowOf(opened)).revokedAt).to.deep.equal(now);
    });

    it('of a deleted user is revoked', async () => {
      const opened = await openNew();
      await database.users.update(opened.user.id, { status: 'deleted', webOpenid: null });
      expect(await codeOf(refresh(opened.pair.refreshToken))).to.equal('refresh_token_revoked');
      await database.sessions.removeAll(opened.user.id);
      expect(await codeOf(refresh(opened.pair.refreshToken))).to.equal('refresh_token_invalid');
    });

    it('counts toward the limit of its session only after its token is verified, and a refused refresh does not use up the token', async () => {
      const opened = await openNew();
      const counted: string[] = [];
      const count = (id: string): Promise<void> => {
        counted.push(id);
        return Promise.reject(new Problem('rate_limited_session', { retryAfter: 7 }));
      };
      const options = { readTrace: () => ({ requestId: 'r' }), count };
      expect(await codeOf(sessionsWith().refresh(opened.pair.accessToken, options))).to.equal('refresh_token_invalid');
      expect(counted).to.deep.equal([]);
      const limited = sessionsWith().refresh(opened.pair.refreshToken, options);
      expect(await codeOf(limited)).to.equal('rate_limited_session');
      expect(counted).to.deep.equal([opened.session.id]);
      expect(await rowOf(opened)).to.deep.equal(opened.session);
    });

    it('that is sent sixty-four times at once with one token creates one generation, and all requests get the pair of that generation', async () => {
      for (let round = 0; round < 5; round += 1) {
        const opened = await openNew();
        const attempts = Array.from({ length: 64 }, () => refresh(opened.pair.refreshToken));
        const pairs = (await Promise.all(attempts)).map(({ pair }) => JSON.stringify(pair));
        expect(new Set(pairs).size).to.equal(1);
        expect((await rowOf(opened)).generation).to.equal(1);
      }
    });

    it('that is sent sixty-four times at once with a token used long ago ends the session once', async () => {
      const opened = await openNew();
      await refresh(opened.pair.refreshToken);
      at(60_000);
      const codes = await Promise.all(Array.from({ length: 64 }, () => codeOf(refresh(opened.pair.refreshToken))));
      expect(codes).to.include('refresh_token_reused');
      expect(new Set([...codes, 'refresh_token_revoked'])).to.deep.equal(
        new Set(['refresh_token_reused', 'refresh_token_revoked']),
      );
      expect(await auditOf(opened.user.id)).to.have.length(1);
    });
  });

  describe('a merge (case 14)', () => {
    it('before a refresh: the session continues, and new tokens name the survivor', async () => {
      const { survivor, loser } = await seedTwo();
      const opened = await openFor(loser);
      await merge(survivor, loser);
      const next = await refresh(opened.pair.refreshToken);
      expect(next.session.generation).to.equal(1);
      expect(next.user.id).to.equal(survivor.id);
      expect(tokens.verifyAccess(next.pair.accessToken)).to.deep.equal({
        userId: survivor.id,
        sessionId: opened.session.id,
      });
    });

    it('after a refresh: the access token of the loser leads to the survivor, and so does the next refresh', async () => {
      const { survivor, loser } = await seedTwo();
      const next = await refresh((await openFor(loser)).pair.refreshToken);
      await merge(survivor, loser);
      expect((await sessionsWith().authenticate(next.pair.accessToken)).user.id).to.equal(survivor.id);
      expect((await refresh(next.pair.refreshToken)).user.id).to.equal(survivor.id);
    });

    it('within the grace period: the repeated pair names the survivor', async () => {
      const { survivor, loser } = await seedTwo();
      const opened = await openFor(loser);
      await refresh(opened.pair.refreshToken);
      await merge(survivor, loser);
      const again = await refresh(opened.pair.refreshToken);
      expect(tokens.verifyAccess(again.pair.accessToken).userId).to.equal(survivor.id);
      expect((await rowOf(opened)).generation).to.equal(1);
    });

    for (const status of ['active', 'disabled'] as const) {
      it(`has its missed sessions moved to the survivor by the next refresh, if the merged user was ${status}`, async () => {
        const { survivor, loser } = await seedTwo();
        await merge(survivor, loser);
        await database.users.update(loser.id, { status });
        const opened = await openFor(loser);
        await database.sessions.move({ from: survivor.id, to: loser.id });
        const attempts = Array.from({ length: 8 }, () => refresh(opened.pair.refreshToken));
        const users = (await Promise.all(attempts)).map(({ user }) => user.id);
        expect(new Set(users)).to.deep.equal(new Set([survivor.id]));
        expect(await rowOf(opened)).to.include({ userId: survivor.id, generation: 1 });
      });
    }

    it('with a disabled row: a refresh of the active user’s session is refused, and the session is not advanced', async () => {
      const { survivor, loser } = await seedTwo({ survivor: { status: 'disabled' } });
      const opened = await openFor(loser);
      await merge(survivor, loser);
      expect(await codeOf(refresh(opened.pair.refreshToken))).to.equal('account_disabled');
      expect((await rowOf(opened)).generation).to.equal(0);
      expect(await codeOf(sessionsWith().authenticate(opened.pair.accessToken))).to.equal('account_disabled');
    });
  });

  describe('an access token', () => {
    it('names the user and the session', async () => {
      const opened = await openNew();
      const { user, session } = await sessionsWith().authenticate(opened.pair.accessToken);
      expect(user).to.deep.equal(opened.user);
      expect(await rowOf(opened)).to.deep.include(session);
    });

    it('is worth nothing from the moment its session is revoked', async () => {
      const opened = await openNew();
      const { user, session } = opened;
      const end = { userId: user.id, sessionId: session.id, requestId: 'r' };
      expect(await sessionsWith().revoke(end)).to.equal(true);
      expect(await codeOf(sessionsWith().authenticate(opened.pair.accessToken))).to.equal('session_revoked');
      expect(await auditOf(user.id)).to.deep.equal([{ event: 'session_revoked', sessionId: session.id }]);
    });

    it('of an unknown session is revoked', async () => {
      const { session, user } = await openNew();
      const { accessToken } = tokens.issue({ session: { ...session, id: randomUUID() }, userId: user.id });
      expect(await codeOf(sessionsWith().authenticate(accessToken))).to.equal('session_revoked');
    });

    it('of a disabled account gets 403, of a deleted account 401', async () => {
      const opened = await openNew();
      await database.users.update(opened.user.id, { status: 'disabled' });
      expect(await codeOf(sessionsWith().authenticate(opened.pair.accessToken))).to.equal('account_disabled');
      await database.users.update(opened.user.id, { status: 'deleted', webOpenid: null });
      expect(await codeOf(sessionsWith().authenticate(opened.pair.accessToken))).to.equal('session_revoked');
    });
  });

  describe('the sessions of a user', () => {
    it('are listed while they are open, the newest first, in pages', async () => {
      const sessions = sessionsWith();
      const user = await seed();
      const opened: SignedIn[] = [];
      for (let second = 0; second < 5; second += 1) {
        at(second * 1000);
        opened.push(await openFor(user));
      }
      await openNew();
      await sessions.revoke({ userId: user.id, sessionId: opened[3]!.session.id, requestId: 'r' });
      const open = [4, 2, 1, 0].map((index) => opened[index]!.session.id);
      const list = async (limit: number, after?: Session) => {
        const page = await sessions.list({ userId: user.id, limit, cursor: after });
        return { ...page, ids: page.sessions.map(({ id }) => id) };
      };
      expect(await list(10)).to.deep.include({ ids: open, more: false });
      const first = await list(2);
      expect(first).to.deep.include({ ids: open.slice(0, 2), more: true });
      // Sessions that begin meanwhile do not shift the others.
      at(9000);
      await openFor(user);
      expect(await list(2, first.sessions[1])).to.deep.include({ ids: open.slice(2), more: false });
      at(30 * day * 1000 + 1500);
      expect((await list(10)).ids, 'those that were not refreshed for 30 days are over').to.have.length(3);
      at(90 * day * 1000);
      expect((await list(10)).ids).to.deep.equal([]);
    });

    it('are ended only by their user, and once', async () => {
      const sessions = sessionsWith();
      const opened = await openNew();
      const stranger = await seed();
      const end = { userId: opened.user.id, sessionId: opened.session.id, requestId: 'r' };
      expect(await sessions.revoke({ ...end, userId: stranger.id })).to.equal(false);
      expect(await sessions.revoke({ ...end, sessionId: randomUUID() })).to.equal(false);
      expect((await rowOf(opened)).revokedAt).to.equal(null);
      expect(await sessions.revoke(end)).to.equal(true);
      expect(await sessions.revoke(end)).to.equal(false);
      expect(await auditOf(opened.user.id)).to.have.length(1);
    });

    it('are all ended at once, while the sessions of other users stay open', async () => {
      const sessions = sessionsWith();
      const opened = await openNew();
      const second = await openFor(opened.user);
      const other = await openNew();
      const end = { userId: opened.user.id, requestId: 'r' };
      expect(await sessions.revokeAll(end)).to.equal(2);
      for (const { pair } of [opened, second]) {
        expect(await codeOf(sessions.authenticate(pair.accessToken))).to.equal('session_revoked');
        expect(await codeOf(refresh(pair.refreshToken))).to.equal('refresh_token_revoked');
      }
      await sessions.authenticate(other.pair.accessToken);
      expect(await sessions.revokeAll(end)).to.equal(0);
      const events = (await auditOf(opened.user.id)).map(({ event }) => event);
      expect(events).to.deep.equal(['sessions_revoked', 'sessions_revoked']);
    });

    it('are ended by an access token, also of a disabled account', async () => {
      const sessions = sessionsWith();
      const opened = await openNew();
      const token = { accessToken: opened.pair.accessToken };
      await database.users.update(opened.user.id, { status: 'disabled' });
      expect(await sessions.revokeByToken(token, { requestId: 'r' })).to.equal(true);
      expect(await sessions.revokeByToken(token, { requestId: 'r' })).to.equal(false);
      await database.users.update(opened.user.id, { status: 'active' });
      expect(await codeOf(sessions.authenticate(opened.pair.accessToken))).to.equal('session_revoked');
      expect(await codeOf(refresh(opened.pair.refreshToken))).to.equal('refresh_token_revoked');
    });

    it('are ended by a refresh token of any generation', async () => {
      const sessions = sessionsWith();
      const opened = await openNew();
      await refresh(opened.pair.refreshToken);
      at(60_000);
      const end = { requestId: 'r' };
      expect(await sessions.revokeByToken({ refreshToken: opened.pair.refreshToken }, end)).to.equal(true);
      expect(await sessions.revokeByToken({ refreshToken: opened.pair.refreshToken }, end)).to.equal(false);
      expect((await rowOf(opened)).revokedAt).to.deep.equal(now);
      expect(await codeOf(sessions.revokeByToken({ refreshToken: 'nonsense' }, end))).to.equal('refresh_token_invalid');
    });
  });
});
